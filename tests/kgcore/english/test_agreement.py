"""Names inside a sentence, singular and plural, numbers, lists, and a predicate's words as a verb."""

from __future__ import annotations

import pytest

from kgcore.english.agreement import (
    VerbWords,
    ascii_fold,
    capitalise,
    count_noun,
    is_plural,
    join_words,
    name_inline,
    number_noun,
    plural,
    spell_number,
)


@pytest.mark.parametrize(
    ("name", "kind", "inline"),
    [
        ("Vitamin E", "", "vitamin E"),
        ("Hypertension", "", "hypertension"),
        ("Fish oil", "", "fish oil"),
        ("Ginkgo biloba", "", "Ginkgo biloba"),
        ("Lupus erythematosus", "disease", "lupus erythematosus"),
        ("Alzheimer's disease", "", "Alzheimer's disease"),
        ("Alzheimer disease", "", "Alzheimer disease"),
        ("St John's wort", "", "St John's wort"),
        ("Crohn Disease", "", "Crohn Disease"),
        ("Magnesium Sulfate", "", "Magnesium Sulfate"),
        ("Interleukin-6", "", "interleukin-6"),
        ("IL-6", "", "IL-6"),
        ("mTOR", "", "mTOR"),
        ("p53", "", "p53"),
        ("T cell", "", "T cell"),
        ("D-dimer", "", "D-dimer"),
        ("E. coli", "", "E. coli"),
        ("Coenzyme Q10", "", "coenzyme Q10"),
        ("Htt", "gene", "Htt"),
        ("Htt", "", "htt"),
        ("Insulin", "gene", "insulin"),
        ("Gillespie syndrome", "", "Gillespie syndrome"),
        ("Metabolic syndrome", "", "metabolic syndrome"),
        ("Rib syndrome", "", "rib syndrome"),
        ("Ace-12", "", "Ace-12"),
        ("Zinc-65", "", "zinc-65"),
        ("", "", ""),
    ],
)
def test_a_name_inside_a_sentence_keeps_a_capital_that_is_its_own(name: str, kind: str, inline: str) -> None:
    assert name_inline(name, kind) == inline


@pytest.mark.parametrize(
    ("text", "opened"),
    [("zinc helps", "Zinc helps"), ("a", "A"), ("p53 binds", "p53 binds"), ("il6 rises", "il6 rises"),
     ("mTOR acts", "mTOR acts"), ("Zinc", "Zinc"), ("", "")],
)  # fmt: skip
def test_a_sentence_opens_with_a_capital_unless_with_a_symbol(text: str, opened: str) -> None:
    assert capitalise(text) == opened


MANY = (
    "statins", "lutein and zeaxanthin", "zinc and iron tablets", "children", "SSRIs", "proteins in the blood", "teas",
    "ACE inhibitors", "antibiotics", "people with diabetes", "kidney stones, large", "bacteria", "lymphomas", "pleas",
    "arrhythmias", "peas", "Immune System Diseases", "sleep disorders", "viruses", "muscles",
)  # fmt: skip
ONE = (
    "asthma", "gas", "type 2 diabetes", "risk of falls", "rickets", "genomics", "herpes simplex", "biceps", "NSAIDS",
    "Crohn's", "ginkgo leaf and ginger root", "salt and iron or zinc", "vitamin C and E and D", "pancreas",
    "Pseudomonas", "bias", "vas", "atlas", "",
)  # fmt: skip


@pytest.mark.parametrize("name", MANY)
def test_what_is_many(name: str) -> None:
    assert is_plural(name)


@pytest.mark.parametrize("name", ONE)
def test_what_is_one(name: str) -> None:
    assert not is_plural(name)


@pytest.mark.parametrize(
    ("word", "many"),
    [("process", "processes"), ("body", "bodies"), ("toy", "toys"), ("analysis", "analyses"), ("dose", "doses"),
     ("statins", "statins"), ("boss", "bosses")],
)  # fmt: skip
def test_plurals(word: str, many: str) -> None:
    assert plural(word) == many


def test_numbers_and_lists_as_prose_has_them() -> None:
    assert [count_noun(n, "study") for n in (0, 1, 2)] == ["no studies", "1 study", "2 studies"]
    assert [number_noun(n, "paper") for n in (0, 1, 1300)] == ["0 papers", "1 paper", "1,300 papers"]
    assert [spell_number(n) for n in (-1, 0, 1, 9, 10)] == ["-1", "no", "one", "nine", "10"]
    assert [join_words(items) for items in ((), "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]
    assert join_words("ab", "or") == "a or b"
    assert join_words(["a, x", "b", "c"]) == "a, x; b; and c"
    assert join_words(["a or x", "b", "c"], "or") == "a or x; b; or c"
    assert join_words(["a (b, c)", "d", "e"]) == "a (b, c), d and e"
    assert join_words(["a and x", "b"]) == "a and x and b"
    assert ascii_fold("Sjögren’s SYNDROMÉ") == "sjogren's syndrome"


@pytest.mark.parametrize(
    ("words", "one", "many", "denied"),
    [
        ("treats", "treats", "treat", "do not treat"),
        ("directly_increases", "directly increases", "directly increase", "do not directly increase"),
        ("physically interacts with", "physically interacts with", "physically interact with",
         "do not physically interact with"),
        ("associated_with", "is associated with", "are associated with", "are not associated with"),
        ("is associated with", "is associated with", "are associated with", "are not associated with"),
        ("negatively regulated by", "is negatively regulated by", "are negatively regulated by",
         "are not negatively regulated by"),
        ("positively correlated", "is positively correlated with", "are positively correlated with",
         "are not positively correlated with"),
        ("bound by", "is bound by", "are bound by", "are not bound by"),
        ("upstream of", "is upstream of", "are upstream of", "are not upstream of"),
        ("homologous to", "is homologous to", "are homologous to", "are not homologous to"),
        ("part_of", "is part of", "are part of", "are not part of"),
        ("subclass_of", "is a subclass of", "are subclasses of", "are not subclasses of"),
        ("has side effect", "has the side effect", "have the side effect", "do not have the side effect"),
        ("has a role in", "has a role in", "have a role in", "do not have a role in"),
        ("can treat", "can treat", "can treat", "cannot treat"),
        ("may_prevent", "may prevent", "may prevent", "may not prevent"),
        ("must be taken with", "must be taken with", "must be taken with", "must not be taken with"),
        ("", "is connected with", "are connected with", "are not connected with"),
    ],
)  # fmt: skip
def test_a_predicates_words_follow_their_subject(words: str, one: str, many: str, denied: str) -> None:
    verb = VerbWords.of(words)
    assert verb.finite() == one
    assert verb.finite(plural=True) == many
    assert verb.finite(plural=True, negated=True) == denied


@pytest.mark.parametrize(
    ("words", "one", "many", "bare"),
    [
        ("treats", ("Does", "treat"), ("Do", "treat"), "treat"),
        ("subclass_of", ("Is", "a subclass of"), ("Are", "subclasses of"), "be a subclass of"),
        ("can treat", ("Can", "treat"), ("Can", "treat"), "can treat"),
        ("directly_increases", ("Does", "directly increase"), ("Do", "directly increase"), "directly increase"),
        ("negatively regulated by", ("Is", "negatively regulated by"), ("Are", "negatively regulated by"),
         "be negatively regulated by"),
    ],
)  # fmt: skip
def test_a_question_opens_with_what_belongs_to_the_verb(
    words: str, one: tuple[str, str], many: tuple[str, str], bare: str
) -> None:
    verb = VerbWords.of(words)
    assert verb.auxiliary() == one
    assert verb.auxiliary(plural=True) == many
    assert verb.infinitive() == bare


@pytest.mark.parametrize(("words", "denied"), [("treats", "does not treat"), ("part_of", "is not part of")])
def test_one_that_does_not(words: str, denied: str) -> None:
    assert VerbWords.of(words).finite(negated=True) == denied
