"""``python -m gunbai.corpus.schema``: write the schemas that are not current."""

from gunbai.corpus.schema import write_schemas

for file in write_schemas():
    print(f"wrote {file.name}")
