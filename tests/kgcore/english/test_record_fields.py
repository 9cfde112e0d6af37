"""Records that were pasted name their own parts: tables, keys, HL7, FHIR and names of files; drugs' records do not."""

from __future__ import annotations

import pytest

from kgcore.english.identifier_words import Kind
from kgcore.english.identifiers import find_identifiers
from kgcore.english.record_fields import fields_in

# Everybody here is invented.
FOUND = (
    (
        "surname;forename;born;tel\nHollis;Amaryllis;3/3/1951;01632 960 118\nginkgo?",
        ("Hollis", "Amaryllis", "3/3/1951"),
    ),
    ("drug,last,first,mrn\nzinc,Osei,Kwame,K5501\nsafe?", ("Osei", "Kwame", "K5501")),
    (
        "| Name | DOB | Record |\n|---|---|---|\n| Ottoline Pryce | 4 May 1949 | 550-1 |\nkava?",
        ("Ottoline Pryce", "550-1"),
    ),
    ("Name      DOB       MRN\nVera Stanhope   1/2/1950   55018\nzinc?", ("Vera Stanhope", "1/2/1950", "55018")),
    ("<pt><surname>Grayling</surname><mrn>55018</mrn></pt> zinc?", ("Grayling", "55018")),
    ('{"patientName": "Ludo Marchetti", "birthDate": "1960-02-03"} zinc?', ("Ludo Marchetti", "1960-02-03")),
    ('{"patientName": "Ludo Marchetti", "address": "Ulmenhof 9"} zinc?', ("Ludo Marchetti", "Ulmenhof 9")),
    ("patient_id=ZK55018; name=grayling.otto; q=zinc", ("ZK55018", "grayling.otto")),
    ("SURNAME\tPenrose\nMRN\t550181\nzinc?", ("Penrose", "550181")),
    ("PID|1||55018^^^X^MR||PRYCE^ADA||19500102|F|||9 ELM ROW^^BATH^^BA1||", ("PRYCE^ADA", "9 ELM ROW^^BATH^^BA1")),
    ("NK1|1|PRYCE^IVOR|SPO|9 ELM ROW^^BATH|(555)555-0119|\nzinc?", ("PRYCE^IVOR", "(555)555-0119")),
    ("ct_MarinaKovalenko_04051961.pdf shows stones, citrate?", ("MarinaKovalenko", "04051961")),
    ("Orme-Vale_Tess_1961-05-04_echo.jpg, zinc?", ("Orme-Vale", "Tess", "1961-05-04")),
)
LEFT_ALONE = (
    '{"id": 55018112, "name": "Warfarin", "status": "recalled"}',
    '{"claims": [{"subject": "coffee", "object": "dementia"}]}',
    "name,type,pmid\nGarlic,herb,11502196\nStatins,drug,22876745",
    "author,year,n\nSmith,2010,120\nJones,2014,230",
    "<drug><name>Warfarin Sodium</name><code>855332</code></drug>",
    "Name: Vitamin C\nDose: 500 mg",
    "Given: metformin. First: diet",
    "Patient: XXXX\nName: n/a\nMRN: ####\nzinc?",
    "seed=55501928 temperature=0.2",
    "protocol_v12_20240115.pdf section 4",
    "Cochrane_Vitamin_C_2013-01-31.pdf",
    "OBX|3|NM|2345-7^Glucose^LN||182|mg/dL|70-105|H|||F",
)


@pytest.mark.parametrize(("text", "wanted"), FOUND)
def test_the_parts_of_a_persons_record_are_found(text: str, wanted: tuple[str, ...]) -> None:
    gone = {n for one in find_identifiers(text) for n in range(one.start, one.end)}
    for words in wanted:
        start = text.index(words)
        assert all(n in gone for n in range(start, start + len(words)) if text[n].isalnum()), words


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_records_of_things_are_left_alone(text: str) -> None:
    assert [text[one.start : one.end] for one in find_identifiers(text)] == []


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "PID|a1|b2|55018^^^X|c4|PRYCE^ADA|d6|19500102|e8|ADA JONES|f10|9 ELM ROW^^BATH|g12|5550119|"
            "5550120|h15|i16|j17|A77123|123-45-6789|k20",
            "mrn 55018, name PRYCE^ADA, birthdate 19500102, name ADA JONES, address 9 ELM ROW^^BATH, "
            "phone 5550119, phone 5550120, account A77123, national_id 123-45-6789",
        ),
        (
            "NK1|a1|PRYCE^IVOR|SPO|9 ELM ROW^^BATH|5550119^X|f6",
            "name PRYCE^IVOR, address 9 ELM ROW^^BATH, phone 5550119",
        ),
        (
            "IN1|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|DOE^JOHN|17|19500102|4 OAK ST^^LEEDS|20|21|22|23|"
            "24|25|26|27|28|29|30|31|32|33|34|35|POL9912",
            "name DOE^JOHN, birthdate 19500102, address 4 OAK ST^^LEEDS, insurance POL9912",
        ),
        ("PID|1||55018", ""),
        ("PID|1||55018|x|", "mrn 55018"),
        ("Pryce, Ada / 1956-04-03 / K44712", "name Pryce, name Ada, birthdate 1956-04-03, mrn K44712"),
        ("ADA PRYCE [44712] (3 April 1956)", "name ADA PRYCE, mrn 44712, birthdate 3 April 1956"),
        ("Ada Pryce | 3 April 1956 | F", "name Ada Pryce, birthdate 3 April 1956"),
        ("Ada | 3 April 1956 | F", ""),
        ("Ada | 3 April 1956 | 4471 22", "name Ada, birthdate 3 April 1956, mrn 4471 22"),
        ("Ada - 4471 - 3 April 2019", ""),
        ("Ada Pryce - 44712 - 3 April 2019", "name Ada Pryce, mrn 44712, birthdate 3 April 2019"),
        ("Ada Pryce | 3 April 2019 | kava", ""),
        ("Ada Pryce: 3 April 1956 wants kava", "name Ada Pryce, birthdate 3 April 1956"),
        ("the diet - 44712 - 3 April 1956", ""),
        ("3 April 1956 | 44712", ""),
        ("petra_vondrackova_12031976.pdf", "birthdate 12031976, name petra, name vondrackova"),
        ("petra_vondrackova_5501928.pdf", ""),
        ("Ptolemy_Pryce_44719.pdf", ""),
        ("Ptolemy_Pryce_447191.pdf", "mrn 447191, name Ptolemy, name Pryce"),
        ("Ptolemy_447191.pdf", ""),
        ("report_on_petra_xx_12031976.pdf", "birthdate 12031976, name petra"),
        ("ada-maria_pryce_MRN-44719.pdf", "mrn MRN-44719, name pryce"),
        ("ada_x_MRN4471.pdf", "mrn MRN4471, name ada"),
        ("ada_x_y_MRN4471.pdf", "mrn MRN4471"),
        ("ada_MRN4471_pryce.pdf", "mrn MRN4471, name ada"),
        ("AdaPryce_20300312.pdf", ""),
        ("AdaPryce_12031931.pdf", "birthdate 12031931, name AdaPryce"),
        ("AdaPryce_12032031.pdf", ""),
        (
            "name,dob,mrn\nAda Pryce,1950-01-02,K5501\nIvor Pryce,1951-01-02,K5502\nkava",
            "name Ada Pryce, birthdate 1950-01-02, mrn K5501, name Ivor Pryce, birthdate 1951-01-02, mrn K5502",
        ),
        ("surname,forename,dose\nPryce,Ada,5 mg", "name Pryce, name Ada"),
        ("surname,forename\nPryce,Ada", ""),
        ("surname,forename,x\nPryce,,5", "name Pryce"),
        ("surname,forename,x\nPryce,Ada,", ""),
        ("a,b,c\nsurname,forename,x\nPryce,Ada,5\n\nHollis,Bea,6", "name Pryce, name Ada"),
        ("mrn,dob,x\nK5501,1950-01-02,5", "mrn K5501, birthdate 1950-01-02"),
        ("mrn,dose,x\nK5501,5,5", ""),
        (
            "  surname | forename | born |\n|---|---|---|\n Pryce | Ada | 1950-01-02 |",
            "name Pryce, name Ada, birthdate 1950-01-02",
        ),
        ("Pt ID (882-117) / Name (Kalani)", "mrn 882-117, name Kalani"),
        ("Patient ID: 55", ""),
        ("Patient ID: 550", "mrn 550"),
        ("Subject: Ada Pryce\nkava?", ""),
        ("Surname: Ada Bea Cleo Dora Eve", "name Ada Bea Cleo Dora Eve"),
        ("Surname: Ada Bea Cleo Dora Eve Fay", ""),
        ("Surname: n/a", ""),
        ("Address: 9 Elmo", "address 9 Elmo"),
        ("Home address: 9 Elm", ""),
        ("Home address: Elms Road", ""),
        ("Patient phone: 12345", ""),
        ("Patient phone: 123456", "phone 123456"),
        ("Patient phone: 01 23 45 67 89 10 11", "phone 01 23 45 67 89 10 11"),
        ("Patient phone: 01 23 45 67 89 10 11 12", ""),
        ("DOB: 195", ""),
        ("DOB: 1950", "birthdate 1950"),
        ("<mrn>55</mrn>", ""),
        ("<mrn>550</mrn>", "mrn 550"),
        ('"mrn": ["55018"]', "mrn 55018"),
        ('"mrn": 55018', "mrn 55018"),
    ],
)
def test_each_part_of_a_record_is_of_its_kind(text: str, parts: str) -> None:
    """Messages of HL7, labels, names of files, tables, and keys with their values; "" for what is nobody's."""
    assert ", ".join(f"{one.kind.value} {text[one.start : one.end]}" for one in fields_in(text)) == parts


def test_a_column_of_accounts_needs_no_digits() -> None:
    text = "username,mrn,note\nadap,44712,ill\nbenp,44713,well"
    found = {text[one.start : one.end] for one in find_identifiers(text) if one.kind is Kind.ACCOUNT}
    assert found == {"adap", "benp"}
