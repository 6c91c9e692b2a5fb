"""Characters that matplotlib's own font has not: found in a font that comes as a package, and embedded in pages.

A card set may be called 日本. Figures then need a font that has these characters on any machine, and so do pages.
"""

from __future__ import annotations

import base64
import importlib.util
import io
from functools import cache
from pathlib import Path

FAMILY = "IPAexGothic"
FIRST = 0x2E80  # from here on: Chinese, Japanese and Korean


@cache
def font_file() -> Path | None:
    """Where the font lies. (Its package is not imported: that would change matplotlib's defaults.)"""
    spec = importlib.util.find_spec("matplotlib_fontja")
    for folder in (spec.submodule_search_locations if spec else None) or ():
        for font in sorted(Path(folder).glob("fonts/*.ttf")):
            return font
    return None


def font_face(text: str) -> str:
    """A CSS rule that embeds the font's glyphs for a text; empty if it needs none, or the font has none of them."""
    wanted, path = {ord(c) for c in text if ord(c) >= FIRST}, font_file()
    if not wanted or path is None:
        return ""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(path, recalcTimestamp=False)
    found = wanted & set(font.getBestCmap())
    if not found:
        return ""
    subsetter = Subsetter(Options(hinting=False, layout_features=[]))
    subsetter.populate(unicodes=found)
    subsetter.subset(font)
    font.flavor = "woff"
    data = io.BytesIO()
    font.save(data)
    source = base64.b64encode(data.getvalue()).decode()
    return f'@font-face {{ font-family: "{FAMILY}"; src: url(data:font/woff;base64,{source}) format("woff"); }}'
