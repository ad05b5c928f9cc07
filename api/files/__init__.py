"""Attachments: types recognised by content, cleaned names, files in a folder or in S3."""
