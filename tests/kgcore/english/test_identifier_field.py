"""Identifiers over the whole field: constructions × names, tongues × births, and what is nobody's.

The grid is data: each test crosses one construction with all names, so that one that is lost fails by its name.
"""

from __future__ import annotations

import pytest

from kgcore.english.identifiers import find_identifiers

DATE, NUMBER, PHONE = "12 April 1956", "K5550192", "07700 900123"
GIVEN_FAMILY = (
    "Harold Pettigrew",
    "Jo Lamb",
    "Aoife Ní Bhriain",
    "Diarmuid O'Dwyer",
    "Gurpreet Kaur Dhillon",
    "Zhang Wei",
    "Pham Thi Lan Anh",
    "Park Ji-hoon",
    "Khalid al-Zahrani",
    "Noura bint Saad Al Otaibi",
    "Akosua Owusu-Ansah",
    "Tigist Haile Bekele",
    "Katarína Horváthová",
    "María del Pilar Gutiérrez Solís",
    "Mehmet Can Arslan",
    "Luiz Henrique dos Santos",
    "Pieter van den Heuvel",
    "Thérèse d'Aubigny",
    "Sigríður Jónsdóttir",
    "Nur Aisyah binti Rahman",
    "Keoni Kamakea",
    "J. Lamb",
    "K. al-Zahrani",
    "A. M. Wójtowicz",
)
CAPITALS = (
    "HAROLD PETTIGREW",
    "JO LAMB",
    "GURPREET KAUR DHILLON",
    "PARK JI-HOON",
    "PIETER VAN DEN HEUVEL",
    "ZHANG WEI",
)
TURNED = ("Pettigrew, Harold", "Lamb, Jo", "Heuvel, Pieter van den", "O'Dwyer, Diarmuid", "Bekele, Tigist Haile")
BESIDE = (
    "pt is {}, dob {D}, on warfarin. Ginkgo?",
    "{} ({D}) takes metformin and berberine: ok?",
    "{}, {D}, takes kava",
    "{D} {} wants kava",
    "Consult for {} ({D}): lithium and ibuprofen?",
    "my mother {}, born {D}, takes lithium",
    "I am {}, born {D}, and take lithium",
    "re {} MRN {M}: does kava harm the liver",
    "{} (MRN {M}) takes kava",
    "MRN {M} {}: kava?",
    "MRN {M}, {}, wants kava",
    "could you check kava for {}, hosp no {M}, thanks",
    "call back {} on {P} about kava",
    "Is kava safe?\nThanks,\n{}\n{P}",
    "the son of {} (b. {D}) asks about kava",
    "{} | {D} | kava",
    "{} / {D} / kava?",
    "signed consent, {}, ID {M}; kava trial",
    "husband of {} (ID {M}) takes kava",
    "{}: {P}. wants to know about kava",
    "Kava for {}? DOB {D}",
    "From: {}\nTel: {P}\nkava?",
    "Dear Dr Smith, {} ({D}) was admitted with kava hepatitis",
    "bloods of {} {M} show ALT 300",
    "NOK {} ({P}); kava?",
    "Paciente: {}, F.N. {D}, toma kava",
    "Patientin {}, geb. {D}, nimmt Kava",
    "Patient: {}\nDOB: {D}\nTurmeric?",
)
NOT_TURNED = ("{}, {D}, takes kava", "{D} {} wants kava", "I am {}, born {D}, and take lithium", "{} / {D} / kava?")
ENOUGH = 0.88  # of the names that each construction is crossed with


def _filled(form: str, name: str) -> str:
    return form.replace("{D}", DATE).replace("{M}", NUMBER).replace("{P}", PHONE).replace("{}", name)


def _gone(text: str, part: str) -> bool:
    """Whether four fifths of the letters and digits of a part of the text are removed."""
    start = text.index(part)
    signs = [n for n in range(start, start + len(part)) if text[n].isalnum()]
    removed = {n for one in find_identifiers(text) for n in range(one.start, one.end)}
    return sum(n in removed for n in signs) >= 0.8 * len(signs)


@pytest.mark.parametrize("form", BESIDE)
def test_a_whole_name_is_found_beside_a_date_or_number_whatever_its_form(form: str) -> None:
    names = (*GIVEN_FAMILY, *CAPITALS, *(TURNED if form not in NOT_TURNED else ()))
    missed = [name for name in names if not _gone(_filled(form, name), name)]
    assert len(missed) <= (1 - ENOUGH) * len(names), missed


@pytest.mark.parametrize("form", [form for form in BESIDE if "{D}" in form])
def test_the_date_is_found_beside_the_name(form: str) -> None:
    missed = [name for name in GIVEN_FAMILY if not _gone(_filled(form, name), DATE)]
    assert len(missed) <= (1 - ENOUGH) * len(GIVEN_FAMILY), missed


GIVEN = ("Mildred", "Oisín", "Fatoumata", "Bogdan", "Ananya", "Shanice", "Tariq", "Wei", "Nkechi")
ALONE = (
    "{}, age 6, MRN {M}, zinc dose?",
    "is iron ok for {}? MRN {M}",
    "{}'s iron is low, MRN {M}",
    "{} takes iron, MRN {M}",
    "Wendy Ashcombe (known as {}), MRN {M}",
    "twins {} and Oona, dob {D}, iron?",
    "did {} get iron? MRN {M}",
    "MRN {M} is {}",
    "dob {D}, {}, iron",
    "{} refused iron. MRN {M}",
    "Dear {}, your MRN is {M}",
    "call {} on {P} about iron",
    "text from {}: call {P}",
)


@pytest.mark.parametrize("form", ALONE)
def test_one_name_alone_is_found_beside_an_identifier_by_what_persons_do_and_are_called(form: str) -> None:
    missed = [name for name in GIVEN if not _gone(_filled(form, name), name)]
    assert not missed


SMALL = ("rebecca stahl", "sunil gavaskaran", "nkechi obiora", "tomasz zielonka", "pilar ontiveros")
TYPED = (
    "{}, dob {D}, iron?",
    "{} mrn {M} iron",
    "re {} mrn {M}",
    "iron for {}? mrn {M}",
    "call {} {P} re iron",
    "thanks\n{}\n{P}",
    "mrs {}, {P}, iron",
    "bed 3 {} mrn {M}",
    "this is {} {P} iron?",
    "husband {} {P}",
    "patient is {}, dob {D}",
)


@pytest.mark.parametrize("form", TYPED)
def test_a_name_in_small_letters_is_found_right_before_an_identifier(form: str) -> None:
    missed = [name for name in SMALL if not _gone(_filled(form, name), name)]
    assert not missed


@pytest.mark.parametrize(
    "words", ["knee pain mrn {M}", "re vitamin d mrn {M}", "chest infection dob {D}", "help needed {P}"]
)
def test_words_in_small_letters_before_an_identifier_stay(words: str) -> None:
    text = _filled(words, "")
    assert {text[one.start : one.end] for one in find_identifiers(text)} <= {NUMBER, DATE, PHONE}


TONGUES = (
    ("my brother in law {N}, dob {D}, takes kava", "Olumide Adeyemi", "feb 29 1948"),
    ("mi mamá se llama {N} y nació el {D}, toma Sintrom", "Yesenia Ocampo", "8 de enero de 1947"),
    ("soy {N}, nacida el {D}, tomo Sintrom", "Yesenia Ocampo", "ocho de enero de 1947"),
    ("mon fils s'appelle {N}, il est né le {D}, il prend du fer", "Chloé", "3.11.1952"),
    ("notre voisine {N}, née en {D}, prend du Préviscan", "Fatou Diallo", "03/11/1952"),
    ("meine Mutter heißt {N}, sie ist am {D} geboren und nimmt Marcumar", "Hannelore Zwick", "17. Mai 1944"),
    ("für unsere Nachbarin {N} (am {D} geboren): Marcumar", "Hannelore Zwick", "17.5.44"),
    ("mio padre si chiama {N}, nato il {D}, prende Coumadin", "Gennaro Esposito", "3 marzo 1945"),
    ("a minha avó {N}, nascida a {D}, toma losartana", "Jussara de Oliveira", "12 de março de 1968"),
    ("mijn moeder heet {N}, ze is geboren op {D} en slikt", "Willemijn van der Plas", "5 mei 1960"),
    ("jestem {N}, rocznik {D}, biorę acenokumarol", "Zuzanna Nowak", "15.06.1950"),
    ("jsem {N} a narodila jsem se {D}, beru Warfarin", "Vlasta Dvořáková", "24. 12. 1953"),
    ("min mamma heter {N} (f. {D}), hon äter Waran", "Sigrid Ekdahl", "12/3 1945"),
    ("a nevem {N}, születtem {D}, szedek Syncumart", "Tóth Ilona", "1950. május 3."),
    ("ben {N}, doğum tarihim {D}, kumadin alıyorum", "Hatice Karabulut", "2 Mart 1949"),
    ("bố tôi tên là {N} sinh năm {D}, uống thuốc", "Trần Quốc Bảo", "12/7/1958"),
    ("ibu saya {N} kelahiran {D} minum warfarin", "Siti Aminah", "17 Agustus 1945"),
    ("mera naam {N} hai, janam tithi {D}, ecosprin", "Suresh Yadav", "12/03/1958"),
    ("у моей бабушки {N}, {D} г.р., аритмия", "Ирина Ковалёва", "09.05.1938"),
    ("пацієнтка {N}, д.н. {D}, приймає варфарин", "Олена Шевчук", "23.04.1971"),
    ("το όνομά μου είναι {N}, γεννήθηκα {D} και παίρνω Sintrom", "Ελένη Παπαδοπούλου", "12/3/1950"),
    ("我妈妈叫{N}，{D}出生，吃华法林", "陈秀兰", "1955年3月8日"),
    ("我爸{N}（{D}生）吃华法林", "陈秀兰", "55年3月8日"),
    ("저는 {N}입니다. {D}생이고 와파린", "김순자", "1950년 6월 25일"),
    ("والدي {N} ({D}) يأخذ الوارفارين", "خالد العتيبي", "1950/3/12"),
    ("אמא שלי {N} (ילידת {D}) לוקחת קומדין", "שושנה ברקוביץ", "12.3.1950"),
    ("پدرم {N}، متولد {D}، وارفارین می‌خورد", "علی رضایی", "1330/2/12"),
    ("แม่ชื่อ {N} เกิดวันที่ {D} กินยา", "มาลี แก้วใส", "12 มีนาคม 2500"),
    ("mama yangu {N}, alizaliwa {D}, anatumia warfarin", "Amina Juma", "12 Machi 1958"),
    ("pacientul {N}, născut la {D}, ia Sintrom", "Ioana Popescu", "12 martie 1950"),
)


@pytest.mark.parametrize(("form", "name", "date"), TONGUES)
def test_who_is_born_when_is_found_as_people_write_it_in_their_tongues(form: str, name: str, date: str) -> None:
    text = form.replace("{N}", name).replace("{D}", date)
    assert _gone(text, name)
    assert _gone(text, date)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Wendy Ashcombe\nGartenweg 7, 10999 Berlin\n\nkava?", "Gartenweg 7, 10999 Berlin"),
        ("Address ul. Lipowa 5/12, 00-999 Warszawa. kava?", "ul. Lipowa 5/12, 00-999 Warszawa"),
        ("Mrs Ashcombe, House 12, Street 4, F-10, Islamabad, kava?", "House 12, Street 4, F-10, Islamabad"),
        ("adresim Atatürk Cad. No:5 D:3, Kadıköy\nkava?", "Atatürk Cad. No:5 D:3, Kadıköy"),
        ("resido na Av. Brasil, 555, apto 12, Recife\nCúrcuma?", "Av. Brasil, 555, apto 12, Recife"),
        ("call me on 11 95555-0123, kava?", "11 95555-0123"),
        ("zap 21 95555 0123. Cúrcuma?", "95555 0123"),
        ("Telehealth note—Marcus T. Ellery—3-9-57—takes nattokinase", "3-9-57"),
        ("hospital no. please? -- K0055510. Senna?", "K0055510"),
        ("My grandson Teddy (June 3rd 2017) has eczema", "June 3rd 2017"),
        ("Rx 5550172, label reads HUANG, LI-CHUN; red yeast rice", "HUANG, LI-CHUN"),
        ("田中 美咲（1988/5/6）授乳中、カモミールは?", "田中 美咲"),
        ("Her transplant card says TX-55019, grapefruit?", "TX-55019"),
        ("Prakash bhai, tel 07700 900123, lahsun?", "Prakash"),
    ],
)
def test_places_and_telephones_of_many_countries_are_found(text: str, place: str) -> None:
    assert _gone(text, place)


AUTHORS = (
    "Kaptchuk TJ",
    "Linde K, Berner MM",
    "van den Berg A",
    "Martha Clare Morris",
    "Estruch, Ramón",
    "Al-Ghamdi S",
    "Ernst E.",
)
CITED = (
    "{} et al. 2010 on placebo",
    "{} (2016) found no effect",
    "{}. JAMA 2009;301(1):39-51",
    "{}, PMID: 18728521",
    "{} NCT04280705",
    "{}, Lancet, 3 May 1998, p. 12",
    "by {}, published 12 March 2009",
    "grant R01AG055501 to {}",
    "the {} cohort, n = 146871",
    "I emailed {} about the data",
    "{} and colleagues measured 25(OH)D",
    "{} asks for more data",
)
EPONYMS = (
    "Parkinson",
    "Crohn",
    "Hashimoto",
    "Graves",
    "Guillain-Barré",
    "Lou Gehrig",
    "Charles Bonnet",
    "von Willebrand",
    "Ehlers-Danlos",
)
OF_EPONYMS = (
    "does zinc help {}'s disease",
    "{} disease since 12/03/2009, what helps",
    "{} patients, n=12345",
    "re {}: vitamin D?",
    "what about {}?",
    "{} disease and HLA-B27, OMIM 123456",
    "{} vs controls, p=0.001234",
    "has {} asked for anything",
    "about {}, trial 2009-01-02",
)
THINGS = (
    "12 March 2009 Sigma Aldrich reported a kava ban",
    "Framingham Heart Study, 5550192 participants",
    "Nature Medicine, 12 March 2009: warning",
    "Metformin, Lisinopril, Atorvastatin: any clash?",
    "MIND DIET 2009",
    "SELECT TRIAL, n=35533",
    "E. Coli 12345 CFU",
    "L. Reuteri DSM 17938",
    "Santa Clara, CA 95050",
    "COVID VACCINE 12345678",
    "Boston, Massachusetts cohort 12 March 2009",
    "On 12 March 2009 Pfizer stopped it",
)


@pytest.mark.parametrize("form", CITED)
def test_authors_are_nobody_here(form: str) -> None:
    assert not [author for author in AUTHORS if find_identifiers(form.replace("{}", author))]


@pytest.mark.parametrize("form", OF_EPONYMS)
def test_eponyms_are_nobody(form: str) -> None:
    assert not [eponym for eponym in EPONYMS if find_identifiers(form.replace("{}", eponym))]


@pytest.mark.parametrize("text", THINGS)
def test_makers_trials_lists_and_germs_are_nobody(text: str) -> None:
    assert not find_identifiers(text)
