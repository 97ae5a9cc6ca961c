from gunbai.engine.kernel import Setting, run
from tollgame.engine.fares import fare


def test_a_person_pays_what_the_table_says() -> None:
    with run(Setting({"fares": ({"key": "person", "value": 4}, {"key": "cow", "value": 1})})):
        assert (fare(2), fare(1, 1)) == (8, 5)
