"""Static files: hashed names, compression, imports between scripts renamed to match."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage for scripts that share chunks: an entry names each chunk by its hash, too.

    Only hashed names are cached for long: without this, each page would load every chunk again.
    """

    support_js_module_import_aggregation = True
    max_post_process_passes = 20  # a script's hash changes with that of each it imports, one level a pass
