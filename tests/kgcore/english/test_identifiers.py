"""Identifiers of persons are found in messages of many forms and tongues; papers, products and herbs are not."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.english.identifiers import Kind, find_identifiers
from tests.kgcore.starter import named

# Everybody here is invented; numbers are reserved, or made up in their country's form.
FOUND = (
    ("I'm Jo, and take zinc. Is that ok?", ("Jo",)),
    ("I'm Tess. Is zinc ok?", ("Tess",)),
    ("I'm Will, is zinc ok?", ("Will",)),
    ("My mother June Carter takes kava, and my son Will, 7, takes zinc", ("June Carter", "Will")),
    ("Patient April Okafor, MRN 12345678, takes zinc", ("April Okafor", "12345678")),
    ("Pt: Ifeoma Adebayo-Ruiz, dob 7 Sept '58, hawthorn?", ("Ifeoma Adebayo-Ruiz", "7 Sept '58")),
    ("DOB: March 3, '61. Is kava safe?", ("March 3, '61",)),
    ("Login for her clinic portal is mtarro_1961, see the labs", ("mtarro_1961",)),
    ("Label: FERRANDO, LUZ M | 03/14/1949 | MRN 00471182. Turmeric?", ("FERRANDO, LUZ M", "03/14/1949", "00471182")),
    ("Mevr. van der Molen-Dijk gebruikt apixaban, mag kurkuma?", ("van der Molen-Dijk",)),
    ("Frau von Lentz fragt nach Baldrian", ("von Lentz",)),
    ("72yo man, hosp. no. RX7-0055510, creat 180. Is potassium citrate ok?", ("RX7-0055510",)),
    ("Patient's DOB is the 4th of June 1962, on lithium. Ibuprofen?", ("4th of June 1962",)),
    ("born on 3 March 1950, takes digoxin, hawthorn?", ("3 March 1950",)),
    (
        "Mrs Okonkwo-Reid (dob 1948-11-30) asks about saw palmetto",
        (
            "Okonkwo-Reid",
            "1948-11-30",
        ),
    ),
    ("My health card is 9876 543 217 JK (Ontario). Is elderberry ok with prednisone?", ("9876 543 217 JK",)),
    ("Medicare number 2123 45670 1, Aussie here. Magnesium for cramps?", ("2123 45670 1",)),
    ("policy number HX-998-120-55 if you need it. Does insurance pay for acupuncture?", ("HX-998-120-55",)),
    ("Reach me at 555-0142 after 5. Does valerian help sleep?", ("555-0142",)),
    ("whatsapp me on +55 11 95550-1234 por favor. Canela e metformina?", ("+55 11 95550-1234",)),
    (
        "Mi nombre es Rosaura Illescas, DNI 12345678Z, tomo acenocumarol. ¿Puedo tomar ajo?",
        (
            "Rosaura Illescas",
            "12345678Z",
        ),
    ),
    ("Il mio codice fiscale è RSSMRA80A01H501U, prendo warfarin, zenzero?", ("RSSMRA80A01H501U",)),
    ("Meu CPF é 123.456.789-09. Posso tomar erva de são joão com sertralina?", ("123.456.789-09",)),
    ("NIR 2 55 08 14 168 025 38, sous lévothyrox, et le soja ?", ("2 55 08 14 168 025 38",)),
    (
        "ship it to 77 Quarry Hill Road, Tonbridge TN9 2RP please, and is NAC legal?",
        ("77 Quarry Hill Road, Tonbridge TN9 2RP",),
    ),
    (
        "Wohnhaft in der Lindenstraße 14, 10969 Berlin, Herr Tobias Krantz, nimmt Marcumar. Grüner Tee?",
        (
            "Lindenstraße 14, 10969 Berlin",
            "Tobias Krantz",
        ),
    ),
    ("J'habite 12 rue des Lilas, 69003 Lyon. Le millepertuis et la pilule ?", ("12 rue des Lilas, 69003 Lyon",)),
    ("Vivo en Calle Mayor 23, 2º B, 28013 Madrid. ¿Sirve la melatonina?", ("Calle Mayor 23, 2º B, 28013 Madrid",)),
    ("pacemaker serial number PJN-4471902, can I use magnet therapy?", ("PJN-4471902",)),
    ("Dexcom transmitter SN 8GX55T, skin rash. evidence for zinc barrier cream?", ("8GX55T",)),
    ("Rx# 7745510-03 was melatonin 5 mg. Too much for a child?", ("7745510-03",)),
    ("my ip is 203.0.113.77 and the page is slow. also does zinc help", ("203.0.113.77",)),
    ("login: jdoe_1984 forgot password. Is fish oil good for AF?", ("jdoe_1984",)),
    ("IBAN DE89 3704 0044 0532 0130 00 for the refund. Is the Q10 study real?", ("DE89 3704 0044 0532 0130 00",)),
    ("His SSN: 078-05-1120. He wonders about berberine.", ("078-05-1120",)),
    ("reply to kt.marlowe88@example.com. Does CBD help epilepsy?", ("kt.marlowe88@example.com",)),
    ("insta @oona.bakes has my before/after pics. Collagen?", ("@oona.bakes",)),
    ("medical record #00418826 - 45F - SLE - vitamin D target?", ("00418826",)),
    (
        "Case: Tomasz Wierzbicki, PESEL 50010112345, bierze warfarynę. Żurawina?",
        (
            "Tomasz Wierzbicki",
            "50010112345",
        ),
    ),
    ("CPR-nr. 010150-1234, får Eliquis. Må hun tage gurkemeje?", ("010150-1234",)),
    ("personnummer 19500101-1234, äter Waran. Omega-3?", ("19500101-1234",)),
    ("Passport K5550123 (NZ), travelling with insulin", ("K5550123",)),
    ("Aadhaar: 2345 6789 0123, ashwagandha with thyroxine?", ("2345 6789 0123",)),
    (
        "Nom: DUVALLON Mireille, née le 09/02/1947, N° dossier 2019-55012. Curcuma et Eliquis ?",
        (
            "DUVALLON Mireille",
            "09/02/1947",
            "2019-55012",
        ),
    ),
    (
        "Geb.-Dat.: 12.3.55, Vers.-Nr. M123456789, Johanniskraut?",
        (
            "12.3.55",
            "M123456789",
        ),
    ),
    (
        "患者:山田花子様、生年月日1950年4月2日、ワーファリン服用中。納豆は?",
        (
            "山田花子",
            "1950年4月2日",
        ),
    ),
    (
        "我妈妈李秀英，身份证号110101195003071234，吃华法林，能吃丹参吗？",
        (
            "李秀英",
            "110101195003071234",
        ),
    ),
    (
        "Моя мама Ирина Ковалёва, 12.05.1953 г.р., полис 7755500123456789, варфарин и клюква?",
        (
            "Ирина Ковалёва",
            "12.05.1953",
            "7755500123456789",
        ),
    ),
    ("tel: 030 5550 1234, bitte zurückrufen. Hilft Baldrian?", ("030 5550 1234",)),
    (
        "callback number is 0161 496 0345, Mr Pemberton, re statins + grapefruit",
        (
            "0161 496 0345",
            "Pemberton",
        ),
    ),
    (
        "Please call Jamila on 020 7946 0958 about her iron tablets",
        (
            "020 7946 0958",
            "Jamila",
        ),
    ),
    (
        "Patient name: Kofi Mensah-Boateng, Folder No 88-55012. Moringa and HIV meds?",
        (
            "Kofi Mensah-Boateng",
            "88-55012",
        ),
    ),
    (
        '{"patient":"Greta Lindholm","dob":"19540312","mrn":"7755012"} vitamin K?',
        (
            "Greta Lindholm",
            "19540312",
            "7755012",
        ),
    ),
    (
        "PID|1||55501234^^^HOSP^MR||DOE-SMYTHE^JANETTA||19520311|F HL7 dump, warfarin and cranberry?",
        (
            "55501234",
            "DOE-SMYTHE^JANETTA",
            "19520311",
        ),
    ),
    ("my member ID is ABC123456789, will they cover B12 shots?", ("ABC123456789",)),
    (
        "https://photos.example.com/u/552/my-face-rash-day3.jpg after starting niacin",
        ("https://photos.example.com/u/552/my-face-rash-day3.jpg",),
    ),
    ("Her number's 0412 555 012 if the pharmacist wants it; St John's wort + pill", ("0412 555 012",)),
    (
        "Ms. A. Delacroix-Wu, NHS 943 476 5919, lives at Flat 3, 18 Harbour View, Leith EH6 6QQ",
        (
            "Delacroix-Wu",
            "943 476 5919",
            "Flat 3, 18 Harbour View, Leith EH6 6QQ",
        ),
    ),
    ("DOB 03-Apr-1961. FHx CRC. aspirin 100 vs none?", ("03-Apr-1961",)),
    ("she was born twelfth of may nineteen sixty one and takes metformin", ("twelfth of may nineteen sixty one",)),
    ("kimlik no 10000000146, babam Coumadin kullanıyor, zencefil?", ("10000000146",)),
    (
        "No. RM 00-55-12-34, Ny. Sulastri, hipertensi. Seledri?",
        (
            "00-55-12-34",
            "Sulastri",
        ),
    ),
    ("OHIP 1234-567-890-AB and he's on ramipril; hibiscus?", ("1234-567-890-AB",)),
    ("RAMQ TREM 5501 2345, glucosamine et warfarine?", ("TREM 5501 2345",)),
    ("Our kid's IHI 8003 6012 3456 7890. Probiotics after antibiotics?", ("8003 6012 3456 7890",)),
)
LEFT_ALONE = (
    "I'm A, is zinc ok?",
    "I'm Tess",
    "I'm Tess.",
    "For my son: Will he need zinc?",
    "I took it in May, my mother, April being cold, did not",
    "Call 0800 1111 or ring 0808 555 0111, is nutmeg toxic?",
    "The helpline 116 123 and the number 0800 1111 are public",
    "Is Omega 3-6-9 useful?",
    "Corresponding author: J. Chen, Department of Medicine, jchen@university.example.edu",
    "The address of the trial: ISRCTN 99887766",
    "I'm celiac, can I eat oats?",
    "patient 65 yrs, INR 3.1, 5 mg warfarin",
    "PMID 24481713 says no. True?",
    "NCT01234567 and NCT07654321: same sponsor?",
    "doi 10.1001/jama.2020.12345 any correction?",
    "Smith J, Jones K. Lancet 2019;393:1234-45. Is it retracted?",
    "Cochrane review CD004667, published 12 March 2015, still current?",
    "Published 12/03/2015, updated 2019-04-01: which one counts?",
    "ISBN 0-306-40615-2 chapter 4",
    "CAS 458-37-7 is curcumin?",
    "lot 4471902 recall of metformin, nitrosamines",
    "Samaritans 116 123 is the UK line, right?",
    "Poison control 1-800-222-1222 says what about iron?",
    "Call 911 if chest pain; leaflet wording ok?",
    "Contact info@cochrane.org for reuse?",
    "doses: 500 mg, 1000 mg, 2000 mg bd for 12 weeks",
    "HR 0.85 (0.70-1.03), n = 12,034, 2010-2018",
    "Parkinson's vs Alzheimer's, who gets more REM sleep disorder?",
    "St John's wort and the pill?",
    "Lady's mantle or black cohosh?",
    "Hashimoto thyroiditis and selenium?",
    "Crohn's disease and curcumin",
    "Is Rosemary better than Sage for memory?",
    "What did Ornish show in the Lifestyle Heart Trial?",
    "Mediterranean diet: PREDIMED 2013 vs 2018",
    "phone number of the helpline is on the leaflet, which evidence backs it?",
    "2 x 250 mg 8-hourly, 3.5 mmol/L, INR 2.5",
    "version 2.1.0 build 5550123 crashed",
    "error 0x5550123 request id 7f3a-9912-44aa",
    "ticket 5550123: picture missing",
    "ICD-10 F32.1 and J45.909",
    "SNOMED 73211009",
    "chr7:5550123-5550999",
    "rs429358 and rs7412 in APOE",
    "Dr. Smith's group at Tufts, 2017",
    "My mother has dementia, does ginkgo help?",
    "My son is 8 and has ADHD, omega-3?",
    "I'm vegan, B12?",
    "I'm a nurse on night shift. Melatonin?",
    "I am Pregnant and on levothyroxine",
    "Patient Reported Outcomes in curcumin trials?",
    "Patient 3 in the case series had jaundice",
    "Mr. Bean jokes aside, do beans lower LDL?",
    "Will ginger help? May I take it with aspirin?",
    "Grant no. 55501234 from NIH, conflict?",
    "US patent 5,401,504 on turmeric",
    "EU No 1169/2011 labels",
    "The meeting on 12 May 2024 at 14:30, room 204",
    "ORCID 0000-0002-1825-0097 of the author",
    "UMIN000012345 and CTRI/2018/05/013999",
    "p. 1234-1245, vol. 12(3)",
    "EUR 1.234.567,00 funding",
    "[NAME], born [DATE], MRN XXXXXXX takes warfarin",
    "Frau mit 70 Jahren, Marcumar, Ingwer?",
    "ma mère prend du Previscan, chou kale ?",
    "mi madre toma warfarina",
    "Le Monde du 12/03/2019 en parlait",
    "born in 1950 cohort (NSHD) and vitamin D",
    "The 1946 British birth cohort",
    "Call for papers: deadline 30 June 2012",
    "Text mining of 12345678 abstracts",
    "signal for liver injury 2004-2013",
    "Cell lines HEK293 and MCF-7 with 10 µM",
    "tel aviv study on cannabis 2018",
    "my friend says zinc works",
    "Hi Maria, thanks! And in children?",
    "Aunt Jemima syrup glycaemic index",
    "Uncle Ben's rice arsenic",
    "Case 12 of Brown et al.",
    "Sister study: 50,884 women",
    "Nurses' Health Study II",
    "Father of modern medicine Hippocrates on garlic",
)


def removed(text: str) -> set[int]:
    return {n for one in find_identifiers(text) for n in range(one.start, one.end)}


@pytest.mark.parametrize(("text", "wanted"), FOUND)
def test_what_names_a_person_is_found(text: str, wanted: tuple[str, ...]) -> None:
    gone = removed(text)
    for words in wanted:
        start = text.index(words)
        letters = [n for n in range(start, start + len(words)) if text[n].isalnum()]
        assert sum(n in gone for n in letters) >= 0.8 * len(letters), words


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_what_names_no_person_stays(text: str) -> None:
    assert [text[one.start : one.end] for one in find_identifiers(text)] == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("MRN 4471902, zinc?", Kind.MRN),
        ("NHS no 943 476 5919, zinc?", Kind.INSURANCE),
        ("SSN 078-05-1120, zinc?", Kind.NATIONAL_ID),
        ("dob 4.3.1951, zinc?", Kind.BIRTHDATE),
        ("mail a.bell@example.org, zinc?", Kind.EMAIL),
        ("call 020 7946 0958, zinc?", Kind.PHONE),
        ("IMEI 355550123400991, zinc?", Kind.DEVICE),
        ("username: ann_bell88, zinc?", Kind.ACCOUNT),
        ("I live at 12 Elm Road, Bath BA1 1AA", Kind.ADDRESS),
        ("https://x.example.com/my-face.jpg, zinc?", Kind.PHOTO_URL),
    ],
)
def test_a_number_has_the_kind_that_announces_it(text: str, kind: Kind) -> None:
    assert kind in {one.kind for one in find_identifiers(text)}


@given(st.text(max_size=300))
def test_spans_are_in_order_apart_and_in_the_text(text: str) -> None:
    end = 0
    for one in find_identifiers(text):
        assert end <= one.start < one.end <= len(text)
        end = one.end


def test_a_long_text_is_read_to_its_end() -> None:
    text = "Does zinc help against colds? " * 400 + "MRN 4471902"
    assert [text[one.start : one.end] for one in find_identifiers(text)] == ["4471902"]


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("My patient Mr. Okafor: kava ok?", "Okafor"),
        ("My father, Dr. Paul Baker, takes zinc", "Paul Baker"),
        ("mrs lindqvist holm is on clozapine", "lindqvist holm"),
        ("NAME: OKONKWO, CHIDI MRN: 00918273 Q: vitamin C?", "OKONKWO, CHIDI"),
        ("J.D., born 1961-09-23, wants turmeric", "J.D."),
        ("ADEYEMI, Sola M 3-MAR-1968: candesartan?", "ADEYEMI, Sola"),
        ("| Novak, Petra | HN 5520817 | aspirin?", "Novak, Petra"),
        ("she moved to Rosenstrasse 12, 8004 Zürich; zinc?", "Rosenstrasse 12, 8004 Zürich"),
        ("post the kit to 902 Alder Ln Apt 2C, Boise, ID 83702", "902 Alder Ln Apt 2C, Boise, ID 83702"),
        ("his house, 9 Plover Close, Diss, is damp. Zinc?", "9 Plover Close, Diss"),
        ("home visits to Nad Vodovodem 41/7, 108 00 Praha", "Nad Vodovodem 41/7, 108 00 Praha"),
        ("her addr: C-17, Green Park, Aundh, Pune 411007", "C-17, Green Park, Aundh, Pune 411007"),
        ("ring 07700 900321 about zinc", "07700 900321"),
        ("1-604-555-0119 is where he is", "1-604-555-0119"),
        ("pt: +1.202.555.0148 x31, zinc?", "+1.202.555.0148 x31"),
        ("EMR: 5500731211, gadolinium?", "5500731211"),
        ("my record is LLE-20931; turmeric?", "LLE-20931"),
        ("born on October the third, 1949, zinc?", "October the third, 1949"),
        ("date of birth: twelfth of December 1966", "twelfth of December 1966"),
        ("DOB two/eleven/seventy-one. 5-HTP?", "two/eleven/seventy-one"),
        ("wristband: BELLWEATHER Ingrid 7719034 22MAR1946", "BELLWEATHER Ingrid"),
        ("Lab slip: QUINTERO, MARISOL  03/17/1988 Acct# 7740021883", "QUINTERO, MARISOL"),
        ("My mum, Oluwaseun Brightwater, turned 70 on 14 August 2026", "14 August 2026"),
        ("Patient initials R.T.M., MRN 004-55-129", "R.T.M."),
        ("Iskander, my brother, MRN: 0553-8871", "Iskander"),
        ("the surgery has me as patient 5518820, turmeric?", "5518820"),
        ("born 1938-12-30, your ref PV/338812", "PV/338812"),
        ("IC 880412-14-5077 ibu saya", "880412-14-5077"),
        ("Insurance card says ZQX 331 904 772", "ZQX 331 904 772"),
        ("Ship it to 88 Cobbler's Row, Millhaven, OH 45999. And garlic?", "88 Cobbler's Row, Millhaven, OH 45999"),
        ("患者：佐伯 美和、生年月日 1961年4月8日。", "佐伯 美和"),
        ("personas kods 161175-19997: D vitamin?", "161175-19997"),
        ("member ZQ 4471-0098, glucosamine?", "ZQ 4471-0098"),
        ("ruf 0151 23456789 an, wegen Ginkgo", "0151 23456789"),
        ("I live at Flat 4B, 19 Kingsway, London WC2B 6UN. Zinc?", "Flat 4B, 19 Kingsway, London"),
        ("Notes for O'Sullivan, Niamh (30/06/2001): vitamin A?", "30/06/2001"),
        ("Okeke, Ifeoma (12/09/1971) takes biotin", "Okeke, Ifeoma"),
        ("Grandpa Ansel drinks nettle tea with ramipril", "Ansel"),
        ("My cousin's wife Petronella takes kava", "Petronella"),
        ("Mein Name ist Ottmar Kreidler und ich nehme Zink", "Ottmar Kreidler"),
        ("Annem Feride tarçın kullanıyor", "Feride"),
        ("Казвам се Ивайло, пия ехинацея", "Ивайло"),
        ("my name is agatha o'dowd my birthday is 3/4/51", "agatha o'dowd"),
        ("Hello, Bronwen again. And biotin?", "Bronwen"),
        ("[03/11, 18:20] Thabo Maseko: is garlic ok", "Thabo Maseko"),
        ("<name>Ludmila Orsini</name><birthDate>1966-05-04</birthDate> zinc?", "Ludmila Orsini"),
        ("Sorensen_Birgit_19550309_ecg.pdf says long QT", "Sorensen_Birgit_19550309"),
        ("Yusra binti Hashim, NRIC S5550123A, asks about neem", "Yusra binti Hashim"),
        ("passport EP5501234, with insulin", "EP5501234"),
        ("number plate TK52 QLR, after zolpidem", "TK52 QLR"),
        ("the clinic has her under 7712-QX-04", "7712-QX-04"),
        ("my record is b four four nine oh one, and zinc?", "b four four nine oh one"),
        ("i am writing from 198.51.100.23, and kava?", "198.51.100.23"),
        ("for Anna Bell, 19 Fuller's Yard, Hatherby, LS99 2QQ", "19 Fuller's Yard, Hatherby"),
        ("Utente n.º 555098761, varfarina e alho?", "555098761"),
        ("我叫欧阳文清，吃二甲双胍", "欧阳文清"),
        ("my credit card 4555 5501 2345 6789 was charged", "4555 5501 2345 6789"),
        ("car registration? my reg no is LK62 WTN, and kava", "LK62 WTN"),
        ("case: Fintan Delahunt, d.o.b 07.06.'51, gout", "07.06.'51"),
        ("June 7, 1951 is his birthday, is kava ok", "June 7, 1951"),
        ("NRIC S5550987J Goh Mei Xuan on warfarin", "Goh Mei Xuan"),
        ("Khalid al-Mansouri – my patient – mobile 0555 987 654", "Khalid al-Mansouri"),
        ("Re: Wolstenholme, Perpetua (K7710 45) – vitamin E", "K7710 45"),
        ("Brandt_Leonie_labs_1969-03-11.pdf – low ferritin", "Brandt_Leonie"),
        ("the patient's daughter, Ghislaine, gives her ginkgo", "Ghislaine"),
        ("my little one Saoirse is 4 and has eczema", "Saoirse"),
        ("مريضتي رانيا القاسم، رقم الملف 771-0452", "رانيا القاسم"),
        ("CURP ROVE510607MDFQLN08, nopal?", "ROVE510607MDFQLN08"),
        ("she gave 51.06.07-771.45 as her number", "51.06.07-771.45"),
        ("dad = Radosław Wilczek, ul. Lipowa 7/15, 00-771 Kraków", "ul. Lipowa 7/15, 00-771 Kraków"),
        ("Numer karty GDA/77104/21, Bogumiła Lis: miłorząb?", "GDA/77104/21"),
        ("Dana Seitkali, ИИН 510607450771, облепиха?", "510607450771"),
        ("паспорт АК 771045, гінкго?", "АК 771045"),
        ("病人歐陽淑芬，電話0912-771-045", "歐陽淑芬"),
        ("She's at 7 Percy Terrace, Apt 2, Cork; zinc?", "7 Percy Terrace, Apt 2, Cork"),
        ("Hemoglobin fine. d.o.b. 04.O6.1959, zinc?", "04.O6.1959"),
        ("مادرم، شماره پرونده ۴۴۱۰۷۷، روی؟", "۴۴۱۰۷۷"),
        ("Rolf Tanager 3/3/1951 H550127 digoxin, zinc?", "H550127"),
        ("Asked Mr Tanager about zinc. Tanager's wife gives it to him.", "Tanager's wife"[:7]),
        ("Rufus Okello, the chap I drive for, takes zinc", "Rufus Okello"),
        ("Visitor Nora Quist asked for zinc", "Nora Quist"),
        ("Swab for Nora Quist: flu. Zinc?", "Nora Quist"),
        ("cubicle 7, Nora Quist, zinc?", "Nora Quist"),
        ("bed 2 Quist, N. has a cold, zinc?", "Quist, N."),
        ("Saw old Nathan Quist again, zinc?", "Nathan Quist"),
        ("Handover: Nora Quist, on digoxin, zinc?", "Nora Quist"),
        ("guardian of Nora Quist here, zinc?", "Nora Quist"),
        ("71 yo Nora Quist, on digoxin, zinc?", "Nora Quist"),
        ("mum (Nora Quist) coughs, zinc?", "Nora Quist"),
        ("Bodil, my sister, has a cold. Zinc?", "Bodil"),
        ("Name's Bodil. Cold. Zinc?", "Bodil"),
        ("Zinc?\nKind regards,\nNora Quist", "Nora Quist"),
        (
            "Nora Quist at The Old Forge, Baker's Row, Nether Wallop wants zinc",
            "The Old Forge, Baker's Row, Nether Wallop",
        ),
        ("Rolf Tanager lives at 4 Lincoln Road, Burnham, zinc?", "4 Lincoln Road, Burnham"),
        ("she moved in with me at 8 Plover Close, Burnham; zinc?", "8 Plover Close, Burnham"),
        ("mail ann (dot) quist (at) mailbox (dot) example about zinc", "ann (dot) quist (at) mailbox (dot) example"),
        ("Meine Nummer: 0170 / 555 01 88", "0170 / 555 01 88"),
        ("my bday, you asked, is june 3 1991, zinc?", "june 3 1991"),
        ("Patient Quist (#55-0188)\nzinc?", "55-0188"),
        ("Medicare card 7ZX4-YW2-ZZ19, zinc?", "7ZX4-YW2-ZZ19"),
        ("Nora Quist 61F on digoxin, zinc?", "Nora Quist"),
        ("My 8am, Nora Quist, had a cold, zinc?", "Nora Quist"),
        ("son = Torvald, 4, cough, zinc?", "Torvald"),
        ("hubby Torvald coughs, zinc?", "Torvald"),
        ("Hello! Nora van der Quist here, 7-7-1977. Zinc?", "Nora van der Quist"),
        ("Hello! Nora van der Quist here, 7-7-1977. Zinc?", "7-7-1977"),
        ("her name is nora quist and she has a cold, zinc?", "nora quist"),
        ("call 0044 (0)7700 900 188 about zinc", "0044 (0)7700 900 188"),
        ("NoraQuist-Arztbrief.pdf, Zink?", "NoraQuist"),
        ("祖母の千代がワルファリンを飲んでいます", "千代"),
        ("मेरी नानी कमला देवी दवा लेती हैं", "कमला देवी"),
    ],
)
def test_what_is_written_in_other_forms_and_countries_is_found(text: str, held: str) -> None:
    covered = {at for one in find_identifiers(text) for at in range(one.start, one.end)}
    start = text.index(held)
    assert all(at in covered for at in range(start, start + len(held)) if text[at].isalnum())


@pytest.mark.parametrize(
    "text",
    [
        "I think it's Lyme. Does doxycycline help?",
        "Summarise Petrova N, Oduya K, Blanchard M. Lancet Neurol. 2020;19(4):312-323.",
        "Soy Celíaca, ¿zinc?",
        "discussed Black Cohosh and Red Clover",
        "admission: Acute Pancreatitis; early feeding?",
        "dad (Lewy Body) takes zinc",
        "birthday cake and gluten, 12/03/2024 party",
        "M. Sc. thesis on zinc",
        "先生様々な意見がありますね",
        "reviewed Ulcerative Colitis trials of zinc",
        "My sister Catholic, she fasts; zinc?",
        "I'm Dutch, lactose intolerant",
        "Herr Doktor meinte, Ingwer sei gut.",
        "Giftinformationscentralen 010-456 67 00, zink?",
        "CIP 34009 555 019 28, c'est du zinc ?",
        "code 55501928 for my discount on zinc",
        "cohort born 1 March 1946 and zinc",
        "Is Acupuncture Good for Treating Phonotraumatic Vocal Pathologies?",
        "Bed 4: apixaban, bed 5: warfarin, who needs zinc?",
        "message from Health Canada about kratom",
        "Lemon Balm, the lady at the shop said, is calming",
        "Regards,\nThe Dietetics Team",
        "the clinic at Green Lane, Auckland ran it",
        "母の血圧が高いです。亜鉛は?",
        "मेरी दादी रोज सुबह हल्दी लेती हैं",
        "zoom meeting id 884 2190 5531 for the journal club on zinc",
        "git@github.com:acme/tools.git fails, how do I cite it?",
        "Cat no. ab150011 against A-11001, less background?",
        "The NIH address is Rockledge Drive 6701, 20817 Bethesda, isn't it?",
        "Was Joseph Haydn, born 31 March 1732, ill when he wrote it?",
        "O estudo da Dra. Clara Antunes sobre zinco terminou?",
        "Sage, Thyme 2021 trial on cough?",
        "The herb is called Ashwagandha. Safe?",
        "Ms. Magazine wrote about black cohosh, is it any good?",
        "Will We Miss Cancers Following Updated Guidelines?",
        "Miss a dose of methotrexate: folic acid same day?",
        "Mr. X, 61, on digoxin: licorice?",
        "Mrs Beeton gave beef tea to the sick",
        "FDA NDA 020551-5550 label",
        "5000 1000 2000 4000 IU, which dose",
        "2000 4000 1000 mg in three arms",
        "Nature Made (012345) multivitamin recalled?",
        "Smith Jones (2005555) is not a reference",
        "vehicle control n=12, 500 mg/kg curcumin",
        "the patient's Mediterranean diet score was 7",
        "al-Andalus physicians used saffron",
        "L-Carnitine, N-Acetyl-Cysteine 600 mg",
        "EudraCT 2015-005550-12, which arm had saffron",
        "lot 120251-5550 of arnica",
        "I am 61, I had a stent in 2019, I take aspirin",
        "INR 2.1 2.4 2.2 5.1 3.0 2.6 weekly. Cranberry?",
        "NMN vs NR: 300-600-900 mg",
        "أمي تأخذ الوارفارين. هل القرفة آمنة؟",
        "مادرم متفورمین می‌خورد. دارچین؟",
        "אמא שלי לוקחת מטפורמין. קינמון?",
        "मेरी नानी मेटफॉर्मिन लेती हैं, मेथी?",
    ],
)
def test_things_and_verbs_are_nobodys_names(text: str) -> None:
    assert not find_identifiers(text)


@pytest.mark.parametrize("between", [" and so on. ", " and so on\n", " and so on ", "\n\n"])
def test_in_a_long_text_nothing_is_lost_where_it_is_read_in_pieces(between: str) -> None:
    numbers = [f"MRN {55_000_000 + n}" for n in range(700)]
    text = between.join(numbers)
    assert [text[one.start - 4 : one.end] for one in find_identifiers(text)] == numbers


def test_a_long_word_is_read_piece_by_piece_too() -> None:
    text = "x" * 9_000 + " MRN 55000001"
    assert [text[one.start : one.end] for one in find_identifiers(text)] == ["55000001"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Dob:'31-03-12, takes kava", ("'31-03-12",)),
        ("Patient geb. 11. XI. 1936, Knoblauch?", ("11. XI. 1936",)),
        ("生年月日 1955/6/9、青汁", ("1955/6/9",)),
        ("γεν. 5/3/1948, 17 Ιουλίου 1959", ("5/3/1948", "17 Ιουλίου 1959")),
        ("出生日期：一九五二年三月五日，丹参片", ("一九五二年三月五日",)),
        ("my wife was born at home on 15th Aug. 1954; karela?", ("15th Aug. 1954",)),
        ("3 April 1956 (date of birth), on warfarin", ("3 April 1956",)),
        ("sticker says: FITZPATRICK-DIAS, Oona (30 SEPT 2019) honey?", ("FITZPATRICK-DIAS, Oona", "30 SEPT 2019")),
        ("Okoro, Ada / 4471902 / 1956-04-03 kava?", ("Okoro, Ada", "4471902", "1956-04-03")),
        ("IVF clinic pt code ART-19-2207 for CoQ10", ("ART-19-2207",)),
        ("Patientnr 7730 451, vraag: helpt cranberry?", ("7730 451",)),
        ("her file no CAR/HC/0041882, hawthorn?", ("CAR/HC/0041882",)),
        ("4471902 is my hospital number, kava?", ("4471902",)),
        ("9:00 Andersson (550123), 9:20 Bauer (550124), ginkgo", ("Andersson", "550123", "Bauer", "550124")),
        ("nr historii choroby 447190, dziurawiec?", ("447190",)),
        ("病歷號：A2093318，當歸?", ("A2093318",)),
        ("氏名：佐々木美咲 電話：090-5550-0191 ウコン", ("佐々木美咲", "090-5550-0191")),
        ("Nom : NGUEMA Prénom : Prosper Né(e) : 05/12/57 Q : moringa", ("NGUEMA", "Prosper", "05/12/57")),
        ("Pt ID (882-117-04) / Name (Kalani Peleke) / Sex (F)", ("882-117-04", "Kalani Peleke")),
        ("can someone check Mr Tauranga's NHI ABC1235, kawakawa", ("Tauranga", "ABC1235")),
        ("S: Pt. Halvorsen reports 3 g niacin daily", ("Halvorsen",)),
        ("MRN 4471902, van der Plaats, kava?", ("van der Plaats", "4471902")),
        ("tel. prywatny 601 555 018, dziurawiec?", ("601 555 018",)),
        ("here is my rash: https://imgs.example/a/9xYz.jpg: aloe?", ("https://imgs.example/a/9xYz.jpg",)),
        ("Calle Olmo 27, 41003 Sevilla is my address, ajo?", ("Calle Olmo 27, 41003 Sevilla",)),
        ("Lives at ul. Lipowa 7 m. 12, 15-424 Białystok, melatonina?", ("ul. Lipowa 7 m. 12, 15-424 Białystok",)),
    ],
)
def test_dates_records_and_labels_of_many_countries_are_found(text: str, wanted: tuple[str, ...]) -> None:
    test_what_names_a_person_is_found(text, wanted)


@pytest.mark.parametrize(
    "text",
    [
        "press office +41 22 791 2222 published a statement on vitamin A",
        "Giftzentrale: 030 19240. Hilft Aktivkohle?",
        'Is "Aunt Ruby\'s German Green" a tomato?',
        "Mr. A. and Ms. B. in the paper by Ernst: doses?",
        "file IMG_2031.jpg is the biopsy, does aloe vera help",
        "Study of Rossi, Bianchi, 3.4.2019: p=0.03",
    ],
)
def test_desks_sorts_and_files_are_nobody(text: str) -> None:
    assert not find_identifiers(text)


def test_one_word_of_a_whole_message_is_read_in_time() -> None:
    began = time.process_time()
    find_identifiers("A" * 20_000)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("text", "held"),
    [
        (
            "We live at 14B Tanglewood Close, Little Snoring, NR21 0HX, the shop is far: does zinc help?",
            "the shop is far",
        ),
        ("I live at 5 High Street, Leeds, my doctor said no: does zinc help?", "my doctor said no: does zinc help"),
        ("She lives at 5 The Avenue, The Hague, can she take zinc?", "can she take zinc"),
    ],
)
def test_an_address_ends_where_the_question_begins(text: str, held: str) -> None:
    [address] = [i for i in find_identifiers(text) if i.kind is Kind.ADDRESS]
    assert text.index(held) - address.end <= len(", ")
    assert text[: address.end].endswith(("0HX", "Leeds", "Hague"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Mr Abel takes zinc. Abel sleeps badly, and Abel's wife asks.", ["Abel", "Abel", "Abel"]),
        ("Mrs Ngo takes zinc.", ["Ngo"]),
        ("Mr April Jones takes kava. In April she slept.", ["April Jones"]),  # the month is nobody's
    ],
)
def test_a_person_is_found_again_and_the_month_of_the_name_is_not(text: str, names: list[str]) -> None:
    assert [text[one.start : one.end] for one in find_identifiers(text)] == names


def test_a_name_behind_another_word_with_a_capital_is_found_beside_a_number() -> None:
    text = "MRN 12345678 Takes Anna Bergström to the clinic"
    assert [text[one.start : one.end] for one in find_identifiers(text)] == ["12345678", "Anna Bergström"]


@pytest.mark.parametrize(
    "text", ["MRN 12345678: Hepatitis C. Does zinc help?", "MRN 12345678: Type A. influenza, zinc?"]
)
def test_a_letter_of_an_illness_is_nobody(text: str) -> None:
    assert [text[one.start : one.end] for one in find_identifiers(text)] == ["12345678"]


@pytest.mark.parametrize(
    "plant",
    [
        *("St John's wort", "St. John’s Wort", "ST JOHNS WORT", "Saint John's wort", "Aloe Vera", "Gingko Biloba"),
        *("Panax Ginseng", "Rhodiola Rosea", "Saw Palmetto", "Gotu Kola", "Lactobacillus Rhamnosus", "Dong Quai"),
    ],
)
def test_a_plant_beside_a_patients_number_is_nobody(plant: str) -> None:
    text = f"Is {plant} safe for Ada Pryce, MRN 4471882? She also takes {plant}."
    assert [text[one.start : one.end] for one in find_identifiers(text)] == ["Ada Pryce", "4471882"]


def test_who_is_called_like_a_plant_is_somebody() -> None:
    text = "Angelica Moretti and Piper Laurie, MRN 4471882"
    assert [text[one.start : one.end] for one in find_identifiers(text)] == [
        "Angelica Moretti",
        "Piper Laurie",
        "4471882",
    ]


@pytest.mark.parametrize("first", range(0, 280, 40))
def test_what_the_graph_names_is_nobody_in_whatever_letters_it_is_written(first: int) -> None:
    for name in sorted(named())[first : first + 40]:
        for written in (name, name.title().replace("'S", "'s")):
            text = f"Is {written} ok with Xarelto for Ada Pryce, MRN 4471882?"
            found = [text[one.start : one.end] for one in find_identifiers(text)]
            assert found == ["Ada Pryce", "4471882"], text
