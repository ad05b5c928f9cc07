"""Error page for development: secrets are left out of its settings."""

import re

from django.views.debug import SafeExceptionReporterFilter


class WithoutAddresses(SafeExceptionReporterFilter):
    """Hides addresses as well: a password may be part of them."""

    hidden_settings = re.compile(
        f"{SafeExceptionReporterFilter.hidden_settings.pattern}|_URL|CHANNEL_LAYERS|DYNAMODB", re.IGNORECASE
    )
