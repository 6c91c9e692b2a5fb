"""The cache of compiled code: keyed by the sources, and never in the way."""

import os
import subprocess
import sys
from pathlib import Path

from analyzer import jit

ROOT = Path(__file__).parent.parent


def ask(code, **environment):
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
    )
    return done.stdout.strip()


def test_an_edit_of_any_source_leads_to_another_folder(tmp_path):
    a, b = tmp_path / "a.py", tmp_path / "b.py"
    a.write_text("x = 1\n")
    b.write_text("y = 2\n")
    before = jit.digest([a, b])
    b.write_text("y = 3\n")
    assert jit.digest([a, b]) != before
    names = {path.name for path in jit.sources()}
    assert {"kernel.py", "state.py", "streams.py", "view.py"} <= names


def test_bounds_checking_has_a_folder_of_its_own(tmp_path):
    code = "from analyzer import jit; print(jit.CACHE_FOLDER)"
    folders = {ask(code, HARBOURMASTER_CACHE_DIR=str(tmp_path), NUMBA_BOUNDSCHECK=flag) for flag in ("0", "1")}
    assert len(folders) == 2 and all(Path(folder).parent == tmp_path for folder in folders)


def test_a_folder_that_can_not_be_written_is_replaced_for_this_run_and_removed():
    code = "from analyzer import jit; print(jit.CACHE_IS_KEPT, jit.CACHE_FOLDER.exists(), jit.CACHE_FOLDER)"
    kept, there, folder = ask(code, HARBOURMASTER_CACHE_DIR="/dev/null/nowhere").split(" ", 2)
    assert (kept, there) == ("False", "True") and not Path(folder).exists()


def test_what_was_compiled_is_remembered():
    jit.mark_compiled("something")
    assert jit.is_compiled("something") and not jit.is_compiled("something-else")
    (jit.CACHE_FOLDER / "something.compiled").unlink()
    jit.mark_compiled.cache_clear()
