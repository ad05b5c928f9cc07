"""Sign-in and sign-out: form, pages, limits of failures, log lines."""
