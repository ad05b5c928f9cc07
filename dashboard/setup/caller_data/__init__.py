"""Page of caller data: how long each kind is kept, and the deletion of a customer."""
