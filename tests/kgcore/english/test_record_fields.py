"""Records that were pasted name their own parts: tables, keys, HL7, FHIR and names of files; drugs' records do not."""

from __future__ import annotations

import pytest

from kgcore.english.identifiers import find_identifiers

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
