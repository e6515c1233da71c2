"""Make the UI's fonts, before its build: `python packaging/narrow_fonts.py`, in the repository's folder.

The fonts of the npm package hold the weights from 100 to 900. Those that the UI uses take 40% less. The glyphs of
fractions, which the UI doesn't use either, take another 4%.
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

SOURCE = Path("node_modules/@fontsource-variable/lexend/files")
TARGET = Path("ui/fonts")
SUBSETS = ("latin", "latin-ext", "vietnamese")
"""ui/src/app/theme.css says which characters are in which."""
WEIGHTS = (400, 650)
"""The lightest and the boldest `--font-weight-*` of theme.css."""
FEATURES = ("ccmp", "kern", "liga", "locl", "mark", "mkmk")
"""The layout features that browsers apply by default. The font also has `frac` with its numerators and denominators."""


def narrow(source: Path, target: Path) -> None:
    """Write the font without other weights and features, and without the names of its glyphs, which browsers ignore.

    The same source gives the same bytes, so that browsers keep the font after an upgrade.
    """
    font = TTFont(source, recalcTimestamp=False)
    # All of the names stay: copyright and license are among them.
    subsetter = Subsetter(Options(layout_features=FEATURES, notdef_outline=True, name_IDs=("*",)))
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": WEIGHTS})
    font["post"].formatType = 3.0
    font.flavor = "woff2"
    font.save(target)


def main() -> None:
    """Narrow the upright fonts."""
    TARGET.mkdir(exist_ok=True)
    for subset in SUBSETS:
        name = f"lexend-{subset}-wght-normal.woff2"
        narrow(SOURCE / name, TARGET / name)


if __name__ == "__main__":
    main()
