"""The report's page: what it says, that it needs nothing else, and how it looks in a browser."""

import base64
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import matplotlib
import pytest
from commandline import run
from pictures import same

from analyzer.experiments.report import line_ups, plan_report, run_report, standard_line_up
from reports import page

NAME = "<b>日本"
SECTIONS = [
    "What is compared", "Seats", "Game length", "Scores and margins", "Strategies and neighbours", "Busts", "Use of each face", "Differences", "Method",
]  # fmt: skip
TIMING = re.compile(r'<span id="timing">.*?</span>')


@pytest.fixture(scope="module")
def odd_set(tmp_path_factory):
    path = tmp_path_factory.mktemp("set") / "odd.toml"
    path.write_text(
        f'name = "{NAME}"\ntitle = "Two more <i>governors</i>"\nextends = "base"\n[counts]\ngovernor-8-0 = 6\n'
    )
    return path


@pytest.fixture(scope="module")
def written(odd_set, tmp_path_factory):
    """A small report, its page, and what was printed."""
    folder = tmp_path_factory.mktemp("report")
    plans, missing = plan_report(str(odd_set), "base", None, games=400, seed=1)
    report = run_report(plans, "harbourmaster report --games 400 --out DIR", missing, 2, 0.95)
    path, sections = page.write(report, folder)
    return report, path, sections


class Page(HTMLParser):
    VOID = {"meta", "link"}

    def __init__(self, text):
        super().__init__()
        self.open, self.text, self.links, self.ids, self.references = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        facts = dict(attributes)
        self.ids += [facts["id"]] if "id" in facts else []
        for key in ("src", "href", "xlink:href"):
            if key in facts:
                (self.references if facts[key].startswith("#") else self.links).append(facts[key])
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "script"):
            self.text.append(data)


@pytest.fixture(scope="module")
def parsed(written):
    return Page(written[1].read_text(encoding="utf-8"))


def test_each_section_starts_with_a_computed_sentence(written, parsed):
    report, _, sections = written
    assert [section.title for section in sections] == SECTIONS
    assert all(section.sentence.endswith(".") and re.search(r"\d", section.sentence) for section in sections)
    rounds = report.study.tables["summary"].set_index("measure").loc["rounds_mean", "value"]
    assert f"takes {rounds:.2f} rounds on average" in sections[2].sentence
    words = " ".join(" ".join(parsed.text).split())
    assert all(section.sentence in words for section in sections)
    assert not parsed.open


def test_the_page_is_self_contained_and_names_are_text(written, parsed):
    text = written[1].read_text(encoding="utf-8")
    assert all(link.startswith("data:") for link in parsed.links) and "<script" not in text and "@import" not in text
    assert len(parsed.ids) == len(set(parsed.ids)) and {r[1:] for r in parsed.references} <= set(parsed.ids)
    assert "<b>" not in text and "<i>" not in text and NAME in "".join(parsed.text)
    assert 'font-family: "IPAexGothic"; src: url(data:font/woff;base64,' in text  # so that 日本 is seen anywhere


def test_the_method_says_how_to_get_the_numbers_again(written, parsed):
    report, _, sections = written
    words = " ".join(" ".join(parsed.text).split())
    assert "harbourmaster report --games 400 --out DIR" in words
    for card_set in (report.study.card_set, report.against.card_set):
        assert card_set.sha256 in words
    assert "15 line-ups of 400 games each, on the same 100 deals" in words
    assert "Rule 3.1: The active player draws one card" in words and "Ruling: after draw_cap draws" in words
    games = sum(
        result.run.games
        for study in (report.study, report.against)
        for r in [study.mixed, *study.selves.values()]
        for result in r
    )
    assert games == 2 * (15 + 6 * 4) * 400 and f"{games:,} games were played" in sections[-1].sentence


def test_two_runs_give_the_same_bytes_but_for_the_timing(written, odd_set, tmp_path):
    plans, missing = plan_report(str(odd_set), "base", None, games=400, seed=1)
    again = run_report(plans, "harbourmaster report --games 400 --out DIR", missing, 1, 0.95)
    text = [path.read_text(encoding="utf-8") for path in (written[1], page.write(again, tmp_path)[0])]
    assert TIMING.sub("", text[0]) == TIMING.sub("", text[1]) and len(TIMING.findall(text[0])) == 1


def test_a_variant_that_changes_nothing_is_said_to_be_identical(tmp_path):
    (tmp_path / "same.toml").write_text('name = "same"\nextends = "base"\n')
    plans, missing = plan_report(str(tmp_path / "same.toml"), "base", 2, games=60)
    report = run_report(plans, "x", missing, 2, 0.95)
    sentence = next(s.sentence for s in page.sections(report) if s.title == "Differences")
    assert sentence == "same and base are identical in all 30 deals: nothing that was counted differs."


def test_a_set_that_nobody_finishes(tmp_path):
    (tmp_path / "never.toml").write_text('extends = "base"\n[rules]\ngoal = 200\nround_cap = 3\n')
    plans, missing = plan_report(str(tmp_path / "never.toml"), None, 3, games=60)
    sentences = {s.title: s.sentence for s in page.sections(run_report(plans, "x", missing, 2, 0.95))}
    assert sentences["Seats"] == "No game was finished, so that no seat won any."
    assert "nobody won" in sentences["Strategies and neighbours"] and "Scores and margins" not in sentences


def test_who_sits_before_whom_is_judged_within_the_games_of_both(written):
    """A neighbour's effect is not that of who else plays: it is the difference to other seats at the same tables."""
    from analyzer.tables import neighbour_effects

    report = written[0]
    effects = neighbour_effects(report.study.mixed)
    assert len(effects) == 30 and set(effects["strategy"]) == set(effects["after"])
    row = effects[(effects["strategy"] == "cautious") & (effects["after"] == "explorer")].iloc[0]
    games = wins = behind = behind_wins = 0
    for result in report.study.mixed:
        names = result.run.strategies
        if {"cautious", "explorer"} <= set(names):
            i, j = names.index("cautious"), names.index("explorer")
            games += result.tally.total("entry_games")[i]
            wins += result.tally.total("entry_wins")[i] / 2520
            behind += result.tally.total("after_games")[i, j]
            behind_wins += result.tally.total("after_wins")[i, j] / 2520
    assert row["win_rate"] == pytest.approx(behind_wins / behind)
    assert row["otherwise"] == pytest.approx((wins - behind_wins) / (games - behind))
    plans, missing = plan_report(None, None, 2, games=40)
    two = run_report(plans, "x", missing, 2, 0.95)
    assert neighbour_effects(two.study.mixed).empty
    assert "before whom" not in next(s.sentence for s in page.sections(two) if "neighbours" in s.title)


def test_too_few_deals_to_tell(tmp_path):
    plans, missing = plan_report("long-game", "base", 2, games=4)
    sentences = {s.title: s.sentence for s in page.sections(run_report(plans, "x", missing, 2, 0.95))}
    assert "there are too few deals to tell" in sentences["Seats"] and "significant" not in sentences["Seats"]
    assert sentences["Differences"] == "There are too few deals to tell which of the differences are more than chance."


def test_without_another_set_there_is_no_section_of_differences(capsys, tmp_path):
    arguments = ["report", "--players", 2, "--games", 40, "--out", tmp_path / "new" / "folder", "--quiet"]
    code, out, err = run(capsys, *arguments)
    assert (
        code == 0
        and err == ""
        and "Differences" not in out
        and "Seats. With 2, 3, 4 and 5 players no seat's share" in out
    )
    text = (tmp_path / "new" / "folder" / "report.html").read_text(encoding="utf-8")
    assert "harbourmaster report --games 40 --seed 1 --players 2 --out DIR" in text
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == ["report.html"]


def test_numbers_of_players_that_a_small_set_can_not_deal_are_named(tmp_path):
    (tmp_path / "small.toml").write_text(
        'extends = "base"\n[rules]\nstart_coins = [3, 3, 3, 3, 40]\n[counts]\nsailor-3-1 = 1\n'
    )
    ships = "".join(f'"ship-{c}-1c-1s", ' for c in ("yellow", "blue", "green", "red"))
    with (tmp_path / "small.toml").open("a") as file:
        file.write(f"settler-4-1 = 0\ncaptain-4-1 = 0\n[faces]\n# fewer: {ships}\n")
    plans, missing = plan_report(str(tmp_path / "small.toml"), None, 2, games=20)
    assert set(plans[0].selves) == {2, 3, 4, 5} and missing == ()
    (tmp_path / "tiny.toml").write_text('extends = "base"\n[rules]\nstart_coins = 25\n')
    plans, missing = plan_report(str(tmp_path / "tiny.toml"), None, 2, games=20)
    assert set(plans[0].selves) == {2, 3, 4} and "5 players with 125 start coins" in missing[0]
    report = run_report(plans, "x", missing, 2, 0.95)
    assert missing[0] in page.sections(report)[-1].remarks


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--card-set", "bse", "--out", "x"], "unknown card set 'bse': did you mean base?"),
        (["--players", "9", "--out", "x"], "9"),
        ([], "--out"),
        (["--games", "0", "--out", "x"], "--games 0"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(capsys, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "report", *arguments)
    assert code == 2 and out == "" and err.count("\n") == 1 and message in err and not list(tmp_path.iterdir())


def test_every_choice_of_strategies():
    names = ("a", "b", "c")
    assert line_ups(names, 2) == [["a", "b"], ["a", "c"], ["b", "c"]] and line_ups(names, 4) == [["a", "b", "c", "a"]]
    assert standard_line_up(names, 5) == ["a", "b", "c", "a", "b"]


# ---------------------------------------------------------------- in a browser

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--font-render-hinting=none",
]  # fmt: skip


DEJAVU = base64.b64encode((Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf").read_bytes()).decode()
FONT = f"""@font-face {{ font-family: "DejaVu Sans"; src: url(data:font/ttf;base64,{DEJAVU}); }}
html {{ font-family: "DejaVu Sans", "IPAexGothic" !important; }}"""


@pytest.fixture(scope="module")
def browser():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium on this machine")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        yield opened
        opened.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_in_a_browser(browser, written, tmp_path, width, scheme):
    """No error on the console, no request, nothing wider than the window; and it looks as it did when it was looked at."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    tab, said, asked = context.new_page(), [], []
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(written[1].as_uri())
    assert said == [] and [url for url in asked if not url.startswith("data:")] == [written[1].as_uri()]
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    small = tab.evaluate(
        "Math.min(...[...document.querySelectorAll('p, td, figcaption')].map(e => parseFloat(getComputedStyle(e).fontSize)))"
    )
    assert small >= 12
    tab.evaluate("document.getElementById('timing').remove()")
    tab.add_style_tag(content=FONT)  # so that it looks alike wherever the tests run
    tab.evaluate("document.fonts.ready.then(() => 0)")
    tab.screenshot(path=tmp_path / "page.png", full_page=False)
    tab.locator("#strategies").screenshot(path=tmp_path / "section.png")
    for part, tolerance in (("page", 16), ("section", 16)):
        same(tmp_path / f"{part}.png", f"{part}-{width}-{scheme}.png", tolerance)
    context.close()
