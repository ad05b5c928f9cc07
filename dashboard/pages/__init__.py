"""What all pages share: live parts, pages of long lists, the build, refusals, unreadable items."""
