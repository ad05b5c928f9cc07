"""Hostile texts, one for each field that others see, and what shows that one has become markup."""

import re

from playwright.sync_api import Page

MARK = re.compile(r"ran-([a-z]+)")
# Wherever markup of it gets into a page, even for a moment, the picture is asked for; no policy hides that.
SHORT = '"><img src=/ran-{field} data-ran>'
LONG = (
    "'\"></script></title></textarea></select></style>-->"
    "<script>window.ran=1</script><img src=x onerror=window.ran=1 data-ran>"
    "<svg onload=window.ran=1 data-ran></svg>"
    "<iframe srcdoc='<script>parent.ran=1</script>' data-ran></iframe>"
    "{{{{constructor.constructor('window.ran=1')()}}}} ${{window.ran=1}}"
    ' javascript:window.ran=1 https://x.example/"onmouseover=window.ran=1 '
) + SHORT
# The page and every shadow tree in it.
LOOK = """() => {
  const roots = [document];
  for (const root of roots)
    root.querySelectorAll("*").forEach(({shadowRoot}) => shadowRoot && roots.push(shadowRoot));
  const all = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
  return {
    ran: window.ran !== undefined,
    markup: all("[data-ran], [onmouseover], a[href^='javascript:' i], iframe").length,
    texts: [document.title, ...all("body, body *, .frame").map(({innerText}) => innerText),
      ...all("input, textarea").map(({value}) => value), ...all("[title]").map(({title}) => title)].join(" "),
  };
}"""


def short(field: str) -> str:
    """For fields with room for a name."""
    return SHORT.format(field=field)


def long(field: str) -> str:
    """For fields with room for a text: every way out of text that markup, scripts and templates know."""
    return LONG.format(field=field)


class Watch:
    """Watches pages for markup that a text has become, and which texts they have shown."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.wrong: list[str] = []

    def over(self, page: Page) -> Page:
        """The page, whose requests are watched from here on."""
        page.on("request", lambda request: self._asked(request.url))
        return page

    def look(self, page: Page, *, for_text: bool = True) -> None:
        """What the page shows now, or once it shows any of the texts."""
        if for_text:
            page.wait_for_function(f"() => ({LOOK})().texts.includes('ran-')")
        found = page.evaluate(LOOK)
        self.seen |= set(MARK.findall(found["texts"]))
        if found["ran"] or found["markup"]:
            self.wrong.append(f"{page.url}: {found['markup']} elements, script ran: {found['ran']}")

    def _asked(self, url: str) -> None:
        if "/ran-" in url:
            self.wrong.append(f"asked for {url}")
