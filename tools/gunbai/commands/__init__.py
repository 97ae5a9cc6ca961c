"""The subcommands of ``gunbai``, one module each, imported only when asked for."""
