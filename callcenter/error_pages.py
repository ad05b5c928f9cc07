"""What the page about an error, shown in development only, leaves out of the settings."""

import re

from django.views.debug import SafeExceptionReporterFilter


class WithoutAddresses(SafeExceptionReporterFilter):
    """Hides addresses as well: a password may be part of them."""

    hidden_settings = re.compile(
        f"{SafeExceptionReporterFilter.hidden_settings.pattern}|_URL|CHANNEL_LAYERS|DYNAMODB", re.IGNORECASE
    )
