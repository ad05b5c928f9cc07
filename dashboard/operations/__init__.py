"""Operations by POST: addresses, and the views that read a request, carry it out and answer."""
