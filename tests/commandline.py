"""Running the command line inside the test process."""

import sys

import pytest

import cli


def run(capsys, *arguments):
    """Exit code, stdout and stderr of a command."""
    argv, sys.argv = sys.argv, ["harbourmaster", *map(str, arguments)]
    try:
        with pytest.raises(SystemExit) as exit_:
            cli.main()
    finally:
        sys.argv = argv
    out = capsys.readouterr()
    return exit_.value.code or 0, out.out, out.err
