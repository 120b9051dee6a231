"""What pages take as one style sheet and one script."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings

from gouji_site.bundles import BUNDLES
from gouji_site.storage import BundledStorage

pytestmark = pytest.mark.unit

SOURCES = settings.BASE_DIR / "static"
NAMED = re.compile(r"\{% static '([^']+)' %\}")


@pytest.fixture
def collected(tmp_path):
    """A function that collects these files into these bundles, and tells what became of each."""

    def collect(files, bundles):
        storage = BundledStorage(location=tmp_path, base_url="/static/", bundles=bundles)
        for name, content in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(content)
        paths = {name: (storage, name) for name in files}
        for _, _, outcome in storage.post_process(paths):
            if isinstance(outcome, Exception):
                raise outcome
        return {name: tmp_path / storage.stored_name(name) for name in {*files, *bundles}}

    return collect


def test_a_bundle_is_its_files_in_their_order_and_is_named_by_what_is_in_it(collected):
    bundles = {"bundles/page.css": ("css/b.css", "css/a.css")}
    first = collected({"css/a.css": "a{}", "css/b.css": "b{}"}, bundles)["bundles/page.css"]
    again = collected({"css/a.css": "a{}", "css/b.css": "b{}"}, bundles)["bundles/page.css"]
    other = collected({"css/a.css": "i{}", "css/b.css": "b{}"}, bundles)["bundles/page.css"]

    assert first.read_text() == "b{}\na{}"
    assert first == again
    assert other != first
    assert other.read_text() == "b{}\ni{}"


def test_a_bundle_goes_out_compressed_and_its_parts_for_themselves_do_not(collected):
    long = "a { color: red; }\n" * 50
    names = collected({"css/a.css": long, "css/b.css": long}, {"bundles/page.css": ("css/a.css",)})

    def packed(name, ending):
        return Path(f"{names[name]}.{ending}").exists()

    assert gzip.decompress(Path(f"{names['bundles/page.css']}.gz").read_bytes()).decode() == long
    assert packed("bundles/page.css", "br")
    assert packed("css/b.css", "br")
    assert not packed("css/a.css", "br")
    assert not packed("css/a.css", "gz")


def test_a_script_without_its_last_semicolon_does_not_call_the_next(collected):
    bundles = {"bundles/page.js": ("a.js", "b.js")}
    script = collected({"a.js": "var a = f", "b.js": "(() => {})()"}, bundles)["bundles/page.js"]
    assert re.sub(r"\s", "", script.read_text()) == "vara=f;(()=>{})()"


def test_a_bundle_of_a_file_that_is_not_there_is_not_made(collected):
    with pytest.raises(FileNotFoundError):
        collected({"css/a.css": "a{}"}, {"bundles/page.css": ("css/a.css", "css/b.css")})


def test_every_page_begins_with_what_all_share_and_ends_with_the_dark_theme():
    for parts in (parts for name, parts in BUNDLES.items() if name.endswith(".css")):
        assert (parts[0], parts[-1]) == ("css/base.css", "css/dark.css")


def test_every_style_sheet_and_script_of_ours_comes_with_some_page():
    pages = (settings.BASE_DIR / "templates").rglob("*.html")
    named = {name for page in pages for name in NAMED.findall(page.read_text())}
    carried = {part for name in named & BUNDLES.keys() for part in BUNDLES[name]}
    ours = {str(path.relative_to(SOURCES)) for path in SOURCES.rglob("*.*s")}

    assert named >= BUNDLES.keys()
    assert ours <= named | carried
    assert len(ours) > 20
