from pathlib import Path
import pytest
from tests.e2e.gallery import Gallery, show_in
from tests.e2e.scenes import SCENES
from tests.e2e.conftest import LAPTOP, PHONE
OUT = Path("/tmp/sample-shots"); NAMES = set("sample-class sample-look sample-remove login-sample-class first-start-sample-class no-classes-sample-class ask-sample-class sample-my-goals sample-store sample-submissions sample-fulfillment sample-all-goals".split())
@pytest.mark.parametrize("scene", [s for s in SCENES if s.name in NAMES], ids=lambda s: s.name)
def test_shot(chromium, sample_class, scene):
    g = Gallery(chromium, sample_class)
    for lang, theme, size, tag in (("en","light",LAPTOP,"1280"),("es","dark",PHONE,"390")):
        context = g.new_context(scene.viewer, theme, size); page = context.new_page()
        try:
            g.open_in(page, scene)
            if lang == "es":
                show_in(page, "es"); page.wait_for_timeout(800)
        except Exception as e:
            print(scene.name, tag, repr(e)[:300])
        page.wait_for_timeout(300)
        page.screenshot(path=OUT / f"{scene.name}-{tag}-{lang}-{theme}.png", full_page=tag != "1280")
        page.unroute_all(behavior="ignoreErrors"); context.close()
