"""Scripts of the customer widget at addresses that stay the same: they lead to the files of this build."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe

# Files of a build never change; a page of another site has the next build this much later.
KEPT_SECONDS = 300


@require_safe
def widget_script(_request: HttpRequest, name: str) -> HttpResponse:
    """Redirects to the script, also for pages of other sites; it is public, and the same for everybody."""
    headers = {"Cache-Control": f"public, max-age={KEPT_SECONDS}", "Access-Control-Allow-Origin": "*"}
    return HttpResponseRedirect(static(f"build/{name}.js"), headers=headers)
