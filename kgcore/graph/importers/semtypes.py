"""UMLS semantic types as words; https://lhncbc.nlm.nih.gov/ii/tools/MetaMap/Docs/SemanticTypes_2018AB.txt"""

from __future__ import annotations

from functools import lru_cache

# abbreviation=words, as the Semantic Network names them; one a line would be 127 lines
_TYPES = """
aapp=Amino Acid, Peptide, or Protein; acab=Acquired Abnormality; acty=Activity; aggp=Age Group; amas=Amino Acid
Sequence; amph=Amphibian; anab=Anatomical Abnormality; anim=Animal; anst=Anatomical Structure; antb=Antibiotic;
arch=Archaeon; bacs=Biologically Active Substance; bact=Bacterium; bdsu=Body Substance; bdsy=Body System;
bhvr=Behavior; biof=Biologic Function; bird=Bird; blor=Body Location or Region; bmod=Biomedical Occupation or
Discipline; bodm=Biomedical or Dental Material; bpoc=Body Part, Organ, or Organ Component; bsoj=Body Space or
Junction; celc=Cell Component; celf=Cell Function; cell=Cell; cgab=Congenital Abnormality; chem=Chemical;
chvf=Chemical Viewed Functionally; chvs=Chemical Viewed Structurally; clas=Classification; clna=Clinical Attribute;
clnd=Clinical Drug; cnce=Conceptual Entity; comd=Cell or Molecular Dysfunction; crbs=Carbohydrate Sequence;
diap=Diagnostic Procedure; dora=Daily or Recreational Activity; drdd=Drug Delivery Device; dsyn=Disease or Syndrome;
edac=Educational Activity; eehu=Environmental Effect of Humans; elii=Element, Ion, or Isotope; emod=Experimental Model
of Disease; emst=Embryonic Structure; enty=Entity; enzy=Enzyme; euka=Eukaryote; evnt=Event; famg=Family Group;
ffas=Fully Formed Anatomical Structure; fish=Fish; fndg=Finding; fngs=Fungus; food=Food; ftcn=Functional Concept;
genf=Genetic Function; geoa=Geographic Area; gngm=Gene or Genome; gora=Governmental Activity; grpa=Group Attribute;
grup=Group; hcpp=Human-caused Phenomenon or Process; hcro=Health Care Related Organization; hlca=Health Care Activity;
hops=Hazardous or Poisonous Substance; horm=Hormone; humn=Human; idcn=Idea or Concept; imft=Immunologic Factor;
inbe=Individual Behavior; inch=Inorganic Chemical; inpo=Injury or Poisoning; inpr=Intellectual Product;
irda=Indicator, Reagent, or Diagnostic Aid; lang=Language; lbpr=Laboratory Procedure; lbtr=Laboratory or Test Result;
lipd=Lipid; mamm=Mammal; mbrt=Molecular Biology Research Technique; mcha=Machine Activity; medd=Medical Device;
menp=Mental Process; mnob=Manufactured Object; mobd=Mental or Behavioral Dysfunction; moft=Molecular Function;
mosq=Molecular Sequence; neop=Neoplastic Process; nnon=Nucleic Acid, Nucleoside, or Nucleotide; npop=Natural
Phenomenon or Process; nsba=Neuroreactive Substance; nusq=Nucleotide Sequence; ocac=Occupational Activity;
ocdi=Occupation or Discipline; opco=Organophosphorus Compound; orch=Organic Chemical; orga=Organism Attribute;
orgf=Organism Function; orgm=Organism; orgt=Organization; ortf=Organ or Tissue Function; patf=Pathologic Function;
phob=Physical Object; phpr=Phenomenon or Process; phsf=Physiologic Function; phsu=Pharmacologic Substance; plnt=Plant;
podg=Patient or Disabled Group; popg=Population Group; prog=Professional or Occupational Group; pros=Professional
Society; qlco=Qualitative Concept; qnco=Quantitative Concept; rcpt=Receptor; rept=Reptile; resa=Research Activity;
resd=Research Device; rnlw=Regulation or Law; sbst=Substance; shro=Self-help or Relief Organization; socb=Social
Behavior; sosy=Sign or Symptom; spco=Spatial Concept; strd=Steroid; tisu=Tissue; tmco=Temporal Concept;
topp=Therapeutic or Preventive Procedure; virs=Virus; vita=Vitamin; vtbt=Vertebrate
"""


@lru_cache(maxsize=1)
def _words() -> dict[str, str]:
    pairs = (entry.partition("=") for entry in _TYPES.replace("\n", " ").split(";"))
    return {short.strip(): words.strip() for short, _, words in pairs}


def semantic_type(short: str) -> str:
    """Return a semantic type in words: "dsyn" → "Disease or Syndrome"; an unknown one as it is."""
    return _words().get(short.strip().lower(), short.strip())
