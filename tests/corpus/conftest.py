collect_ignore = ["broken"]  # files that are wrong on purpose; test_broken.py reads them
