"""The fonts that the build makes of the original ones (packaging/narrow_fonts.py)."""

import base64
import re

import pytest
from playwright.sync_api import Browser

from tests.factories.paths import ROOT

ORIGINALS = ROOT / "node_modules" / "@fontsource-variable" / "lexend" / "files"
MADE = ROOT / "ui" / "fonts"
THEME = (ROOT / "ui" / "src" / "app" / "theme.css").read_text()
WEIGHTS = sorted({int(weight) for weight in re.findall(r"--font-weight-\w+: (\d+);", THEME)})
TEXTS = {
    "latin": "¿Año? ¡Él leyó 37 páginas! Ünal, François & Åsa: 'Zażółć' - AVATAR To. Ty (12.50 €) →",
    "latin-ext": "ĄąČčĐđĘęĞğİıŁłŃńŐőŘřŚśŞşŢţŰűŹźŻż",
    "vietnamese": "ẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặƠơƯưỆệỘộỰự",
}
# Draws the characters apart. `differing`: the fraction of pixels that differ by more than a tenth of full scale.
COMPARE = """async ({ original, made, weights, text }) => {
  const faces = [original, made].map((data, i) => new FontFace(`font${i}`, `url(data:font/woff2;base64,${data})`, {
    weight: '100 900' }));
  for (const face of faces) document.fonts.add(await face.load());
  const draw = (family, weight) => {
    const canvas = new OffscreenCanvas(3000, 100).getContext('2d');
    canvas.font = `${weight} 60px ${family}, monospace`;
    [...text].forEach((character, i) => canvas.fillText(character, 5 + 35 * i, 70));
    return { width: canvas.measureText(text).width, pixels: canvas.getImageData(0, 0, 3000, 100).data };
  };
  return weights.map((weight) => {
    const [expected, drawn] = [draw('font0', weight), draw('font1', weight)];
    const inked = expected.pixels.filter((value) => value > 0).length;
    const differing = drawn.pixels.filter((value, i) => Math.abs(value - expected.pixels[i]) > 25).length;
    return { width: drawn.width - expected.width, inked, differing: differing / inked };
  });
}"""


def test_the_fonts_are_declared_with_the_weights_that_they_hold() -> None:
    declared = re.findall(r"font-weight: (\d+) (\d+);", THEME)
    assert declared == [(str(WEIGHTS[0]), str(WEIGHTS[-1]))] * len(TEXTS)


@pytest.mark.parametrize("subset", TEXTS)
def test_a_made_font_draws_each_weight_like_the_original(chromium: Browser, subset: str) -> None:
    name = f"lexend-{subset}-wght-normal.woff2"
    original, made = (base64.b64encode((folder / name).read_bytes()).decode() for folder in (ORIGINALS, MADE))
    page = chromium.new_page()
    text = TEXTS[subset]
    compared = page.evaluate(COMPARE, {"original": original, "made": made, "weights": WEIGHTS, "text": text})
    page.close()
    for weight, difference in zip(WEIGHTS, compared, strict=True):
        assert abs(difference["width"]) < 0.5, weight
        assert difference["inked"] > 10_000
        assert difference["differing"] < 0.01, weight
