from fnmatch import fnmatchcase

from harness.files.paths import normal
from harness.files.scratch import EVERYTHING, FOLDER


def test_a_rule_on_all_of_it_means_nothing_beside_it():
    assert normal(FOLDER) == FOLDER
    meant = [fnmatchcase(path, EVERYTHING) for path in (f"{FOLDER}/a/b", FOLDER, f"{FOLDER}y/a")]
    assert meant == [True, False, False]
