"""Fields of a setup form as a browser would send them."""

import re
from html import unescape

from django.test import Client


def fields(page: str) -> dict[str, str]:
    """The fields of the page's form as a browser would send them."""
    form = page.split('<form class="panel setup-form')[1].split("</form>", maxsplit=1)[0]
    found = dict(re.findall(r'<input type="(?:text|hidden)" name="(\w+)"(?: value="([^"]*)")?', form))
    found |= dict(re.findall(r'<textarea name="(\w+)"[^>]*>\n?([^<]*)</textarea>', form))
    for name, options in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.findall(r'value="([^"]*)" selected', options) or re.findall(r'value="([^"]*)"', options)
        found[name] = chosen[0]
    return {name: unescape(value) for name, value in found.items() if name != "csrfmiddlewaretoken"}


def shown(client: Client, address: str) -> dict[str, str]:
    return fields(client.get(address).content.decode())
