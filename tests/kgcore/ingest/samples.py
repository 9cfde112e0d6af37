# ruff: noqa: E501, W291
"""A small graph in each format, written from the format's specification; all say much the same."""

from __future__ import annotations

import asyncio
import gzip
import zipfile
from collections.abc import Mapping
from pathlib import Path

from kgcore.graph.embedded.rows import EdgeRow, open_rows
from kgcore.ingest.importing import import_graph
from kgcore.ingest.report import ImportReport

KGX = {
    "ad_nodes.tsv": """\
id	category	name	xref	synonym	in_taxon	description
CHEBI:1	biolink:NamedThing|biolink:SmallMolecule	galantamine	MESH:D005702|DRUGBANK:DB00674	Razadyne		A tablet.
MONDO:1	biolink:Disease	Alzheimer disease	UMLS:C0002395	AD|Alzheimer's disease		
NCBIGene:43	biolink:Gene	ACHE		acetylcholinesterase	NCBITaxon:9606	
""",
    "ad_edges.tsv": """\
subject	object	predicate	id	publications	negated	primary_knowledge_source	agent_type
CHEBI:1	MONDO:1	biolink:treats	e1	PMID:11|PMID:12	False	infores:semmeddb	text_mining_agent
CHEBI:1	NCBIGene:43	biolink:interacts_with	e2		false	infores:drugbank	
CHEBI:1	MONDO:1	biolink:causes	e3	doi:10.1000/x	True	infores:semmeddb	
CHEBI:1	MONDO:9	biolink:treats	e4			infores:semmeddb	
""",
}
KGX_JSONL = {
    "ad_nodes.jsonl": """\
{"id": "CHEBI:1", "category": ["biolink:SmallMolecule", "biolink:NamedThing"], "name": "galantamine", "synonym": ["Razadyne"], "xref": ["MESH:D005702"], "description": "A tablet,\\nby mouth."}
{"id": "MONDO:1", "category": ["biolink:Disease"], "name": "Alzheimer disease", "synonym": ["a|b"]}
{"id": "MONDO:2", "category": ["biolink:Disease"], "name": null}
not json
""",
    "ad_edges.jsonl": """\
{"id": "e1", "subject": "CHEBI:1", "predicate": "biolink:treats", "object": "MONDO:1", "publications": ["PMID:11"], "supporting_text": ["It helps."], "primary_knowledge_source": "infores:x", "negated": false, "agent_type": "manual_agent"}
{"subject": "CHEBI:1", "predicate": "biolink:treats", "object": "MONDO:2", "negated": true}
{"subject": "CHEBI:1", "predicate": "biolink:treats", "object": "MONDO:3"}
""",
}
NEO4J = {
    "drugs.csv": """\
drugId:ID(Drug),name,synonyms:string[],dose:int,:LABEL
1,galantamine,Razadyne;Reminyl,8,Drug
2,"ginkgo, leaf",,,Drug;Supplement
""",
    "Disease.csv": """\
:ID(Disease),name,icd:IGNORE
1,Alzheimer's disease,F00
2,dementia,F01
""",
    "relationships.csv": """\
:START_ID(Drug),pmid:string[],negated:boolean,:END_ID(Disease),:TYPE
1,11;12,false,1,TREATS
2,13,true,2,PREVENTS
2,,,9,PREVENTS
""",
    "rels_CAUSES.csv": """\
:START_ID(Drug),:END_ID(Disease),pmids
2,1,"14, 15"
""",
}
BIOCYPHER = {
    "Drug-header.csv": ":ID;name;synonyms:string[];preferred_id;:LABEL\n",
    "Drug-part000.csv": "'DB1';'galantamine';'Razadyne|Reminyl';'drugbank';'ChemicalEntity|Drug|Entity|NamedThing'\n",
    "Disease-header.csv": ":ID;name;synonyms:string[];:LABEL\n",
    "Disease-part000.csv": "'MONDO:1';'Alzheimers disease';'';'Disease|NamedThing'\n",
    "Disease-part001.csv": "'MONDO:2';'dementia';'';'Disease|NamedThing'\n",
    "Treats-header.csv": ":START_ID;pubmed_ids:string[];:END_ID;:TYPE\n",
    "Treats-part000.csv": "'DB1';'11|12';'MONDO:1';'treats'\n'DB1';'';'MONDO:2';'treats'\n",
    "neo4j-admin-import-call.sh": (
        '#!/bin/bash\nbin/neo4j-admin database import full --delimiter=";" --array-delimiter="|" --quote="\'" '
        '--nodes="Drug-header.csv,Drug-part.*" neo4j\n'
    ),
}
PRIMEKG = {
    "kg.csv": """\
relation,display_relation,x_index,x_id,x_type,x_name,x_source,y_index,y_id,y_type,y_name,y_source
indication,indication,1,DB00674,drug,Galantamine,DrugBank,2,4975,disease,Alzheimer disease,MONDO
indication,indication,2,4975,disease,Alzheimer disease,MONDO,1,DB00674,drug,Galantamine,DrugBank
disease_phenotype_negative,phenotype absent,2,4975,disease,Alzheimer disease,MONDO,3,1250,effect/phenotype,Seizure,HPO
drug_protein,enzyme,4,1565,gene/protein,CYP2D6,NCBI,1,DB00674,drug,Galantamine,DrugBank
protein_protein,ppi,4,1565,gene/protein,CYP2D6,NCBI,5,43,gene/protein,"ACHE, human",NCBI
protein_protein,ppi,5,43,gene/protein,"ACHE, human",NCBI,4,1565,gene/protein,CYP2D6,NCBI
drug_drug,synergistic interaction,1,DB00674,drug
""",
}
HETIONET = {
    "hetionet-v1.0-nodes.tsv": """\
id	name	kind
Compound::DB00674	Galantamine	Compound
Disease::DOID:10652	Alzheimer's disease	Disease
Gene::43	ACHE	Gene
""",
    "hetionet-v1.0-edges.sif": """\
source	metaedge	target
Compound::DB00674	CtD	Disease::DOID:10652
Compound::DB00674	CbG	Gene::43
Compound::DB00674	CbG	Gene::99
""",
}
IDISK = {
    "Entity/DSI.csv": """\
iDISK_ID,Name,CUI,Background,Safety,Mechanism of Action
DSI000001,Ginkgo biloba,C0330205,"An old tree.
Its leaves are used.",Stop before surgery.,"Antioxidant, it is said"
DSI000002,Curcumin,C0010467,,,
""",
    "Entity/DSP.csv": "iDISK_ID,Name,CUI,Company_Name,Status\nDSP000001,Memory Plus,,Acme Herbs,Active\n",
    "Entity/D.csv": "iDISK_ID,Name,CUI,MSKCC\nD000001,Warfarin,C0043031,Coumadin|Jantoven\n",
    "Entity/Dis.csv": "iDISK_ID,Name,CUI\nDIS000001,Dementia,C0497327\n",
    "Entity/SS.csv": "iDISK_ID,Name,CUI,MSKCC\nSS000001,Headache,C0018681,headaches\n",
    "Entity/SOC.csv": "iDISK_ID,Name,CUI\nSOC000001,Nervous system disorders,\n",
    "Entity/TC.csv": "iDISK_ID,Name,CUI\nTC000001,Antioxidants,C0003402\n",
    "Relation/dsp_dsi.csv": "DSP,Relation,DSI,Source\nDSP000001,has_ingredient,DSI000001,DSLD\n",
    "Relation/dsi_dis.csv": """\
DSI,Relation,Dis,Source,Effectiveness Rating,Source Description
DSI000001,is_effective_for,DIS000001,"NM, MSKCC",Possibly Effective,It stabilizes symptoms.
""",
    "Relation/dsi_d.csv": """\
DSI,Relation,D,Source,Interaction Rating,Source Description
DSI000001,interacts_with,D000001,NM,Moderate,Bleeding may increase.
""",
    "Relation/dsi_ss.csv": "DSI,Relation,SS,Source\nDSI000001,has_adverse_reaction,SS000001,MSKCC\n",
    "Relation/dsi_SOC.csv": "DSI,Relation,SOC,Source\nDSI000001,has_adverse_effect_on,SOC000001,NM\n",
    "Relation/dsi_TC.csv": (
        "DSI,Relation,TC,Source\nDSI000002,has_therapeutic_class,TC000001,NM\nDSI000009,has_therapeutic_class,TC000001,NM\n"
    ),
}
ADINT = {
    "nodes.csv": """\
CUI,name,type
C0330205,Ginkgo biloba extract,DietarySupplement
C0002395,"Alzheimer's Disease",Disease
C0001962,ethanol,Chemical
""",
    "edges.csv": """\
Source,Target,Relation,PubMed_ID
C0330205,C0002395,TREATS,"[11, 12]"
C0330205,C0002395,NEG_PREVENTS,13
C0001962,C0002395,PREDISPOSES,
C0001962,C9999999,PREDISPOSES,14
""",
}
SEMMEDDB = {
    "PREDICATION.csv": (
        '10,20,11,TREATS,C0016967,Galantamine,orch,1,C0002395,"Alzheimer\'s Disease",dsyn,1,\\N,\\N,\\N\n'
        '11,21,12,TREATS,C0016967,Galantamine,phsu,1,C0002395,"Alzheimer\'s Disease",dsyn,1,\\N,\\N,\\N\n'
        '12,22,13,NEG_CAUSES,C0016967,Galantamine,orch,1,C0018681,"Headache, cluster",sosy,1,\\N,\\N,\\N\n'
        "13,23,14,INHIBITS,C0016967,Galantamine,orch,1,C1412057|43,ACHE gene|ACHE,gngm,1,\\N,\\N,\\N\n"
        "14,24,15,AFFECTS,1565,CYP2D6,gngm,1,C0016967,Galantamine,orch,1,\\N,\\N,\\N\n"
        "15,25,16,AFFECTS,C0025320,Ménière Disease,dsyn,1,C0016967,Galantamine,orch,1,\\N,\\N,\\N\n"
        "16,26,17,AFFECTS,C0025320,\\N\n"
    ).encode("latin-1"),
}
HPO = {
    "phenotype.hpoa": """\
#description: "HPO annotations for rare diseases"
#version: 2024-01-01
database_id	disease_name	qualifier	hpo_id	reference	evidence	onset	frequency	sex	modifier	aspect	biocuration
OMIM:104300	Alzheimer disease		HP:0002511	PMID:11;OMIM:104300	TAS		HP:0040281			P	HPO:x[2020-01-01]
OMIM:104300	Alzheimer disease	NOT	HP:0001250	PMID:12	PCS					P	HPO:x[2020-01-01]
OMIM:104300	Alzheimer disease		HP:0000006	OMIM:104300	IEA					I	HPO:x[2020-01-01]
OMIM:104300	Alzheimer disease		HP:0009999	OMIM:104300	IEA					P
""",
    "hp.obo": """\
format-version: 1.2

[Term]
id: HP:0002511
name: Alzheimer disease-like dementia
synonym: "Memory decline" EXACT []

[Term]
id: HP:0000006
name: Autosomal dominant inheritance
""",
    "maxo-annotations.tsv": """\
disease_id	disease_name	source_id	maxo_id	maxo_name	hpo_id	relation	evidence	extension_id	extension_name	comment
MONDO:0004975	Alzheimer Disease	PMID:21	MAXO:0000950	supplementation	HP:0002511	treats	TAS	CHEBI:42944	galantamine	
MONDO:0004975	Alzheimer Disease	PMID:22	MAXO:0000011	physical therapy	HP:0000118	no_observed_benefit	TAS			
MONDO:0000777	Rare disease	PMID:23	MAXO:0000088	dietary intervention	MONDO:0000777	prevents	TAS			
MONDO:0000777	Rare disease	PMID:24	MAXO:0000088	dietary intervention	HP:0002511	unknown	TAS			
""",
}
DRUGMECHDB = {
    "indication_paths.json": """\
[{"directed": true, "graph": {"_id": "p1", "disease": "CML (ph+)", "disease_mesh": "MESH:D015464", "drug": "imatinib",
  "drug_mesh": "MESH:D000068877", "drugbank": "DB:DB00619"}, "multigraph": true,
  "links": [{"key": "decreases activity of", "source": "MESH:D000068877", "target": "UniProt:P00519"},
            {"key": "causes", "source": "UniProt:P00519", "target": "MESH:D015464"},
            {"key": "causes", "source": "UniProt:P99999", "target": "MESH:D015464"}],
  "nodes": [{"id": "MESH:D000068877", "label": "Drug", "name": "imatinib"},
            {"id": "UniProt:P00519", "label": "Protein", "name": "BCR/ABL"},
            {"id": "MESH:D015464", "label": "Disease", "name": "CML (ph+)"}],
  "references": ["https://pubmed.ncbi.nlm.nih.gov/16740718/", "https://go.drugbank.com/drugs/DB00619"]},
 {"directed": true, "graph": {"disease": "Leukemia", "disease_mesh": "MESH:D015464", "drug": "imatinib", "drug_mesh":
  "MESH:D000068877", "drugbank": "DB:DB00619"}, "links": [], "nodes": [
   {"id": "MESH:D000068877", "label": "Drug", "name": "imatinib"},
   {"id": "MESH:D015464", "label": "Disease", "name": "Chronic myeloid leukaemia"}]},
 "no path"]
""",
}
BEL = {
    "ad.bel.nodelink.json": """\
{"directed": true, "multigraph": true,
 "graph": {"name": "Small AD network", "version": "1.0"},
 "nodes": [
  {"function": "Protein", "namespace": "HGNC", "name": "APP", "id": "h1"},
  {"function": "Abundance", "concept": {"namespace": "CHEBI", "name": "galantamine", "identifier": "42944"}, "id": "h2"},
  {"function": "Pathology", "namespace": "MESH", "name": "Alzheimer Disease", "id": "h3"},
  {"function": "Protein", "namespace": "HGNC", "name": "MAPT", "variants": [{"kind": "pmod", "identifier": {"name": "Ph", "namespace": "bel"}, "code": "Thr", "pos": 181}], "id": "h4"},
  {"function": "Complex", "members": [{"function": "Protein", "namespace": "HGNC", "name": "MAPT"}, {"function": "Protein", "namespace": "HGNC", "name": "APP"}], "id": "h5"},
  {"function": "Gene", "namespace": "HGNC", "name": "APP", "id": "h6"},
  {"id": "h7"}],
 "links": [
  {"relation": "decreases", "source": 1, "target": 2, "evidence": "Galantamine slowed it.", "citation": {"type": "PubMed", "reference": "11", "name": "A trial of galantamine", "date": "2004-05-01"}, "annotations": {"Species": {"9606": true}}},
  {"relation": "increases", "source": 0, "target": 2, "source_modifier": {"modifier": "Degradation"}, "evidence": "Less of it.", "citation": {"namespace": "pubmed", "identifier": "12"}},
  {"relation": "causesNoChange", "source": 1, "target": 0, "evidence": "Nothing changed.", "citation": {"type": "Online Resource", "reference": "http://example.org"}},
  {"relation": "positiveCorrelation", "source": 3, "target": 2, "citation": {"type": "PubMed", "reference": "13"}, "evidence": "More of both."},
  {"relation": "positiveCorrelation", "source": 2, "target": 3, "citation": {"type": "PubMed", "reference": "13"}, "evidence": "More of both."},
  {"relation": "hasComponent", "source": 4, "target": 0},
  {"relation": "increases", "source": 6, "target": 0}]}
""",
}
RDF = {
    "ad.ttl": """\
@prefix ex: <http://example.org/g#> .
@prefix obo: <http://purl.obolibrary.org/obo/> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix biolink: <https://w3id.org/biolink/vocab/> .
@prefix dct: <http://purl.org/dc/terms/> .

ex:galantamine a ex:Drug ; rdfs:label "galantamine"@en , "Galantamin"@de ; skos:altLabel "Razadyne" ;
  skos:exactMatch <http://identifiers.org/mesh/D005702> ; skos:definition "A tablet." ; ex:dose "8 mg" ;
  biolink:treats obo:MONDO_0004975 ; ex:inhibits ex:ache .
obo:MONDO_0004975 a owl:Class ; rdfs:label "Alzheimer disease" ; rdfs:subClassOf obo:MONDO_0001627 .
obo:MONDO_0001627 rdfs:label "dementia" .
ex:inhibits a owl:ObjectProperty ; rdfs:label "inhibits" .
[] a rdf:Statement ; rdf:subject ex:galantamine ; rdf:predicate biolink:treats ; rdf:object obo:MONDO_0004975 ;
  biolink:publications <https://pubmed.ncbi.nlm.nih.gov/11/> ; biolink:supporting_text "It helps." .
ex:s2 a rdf:Statement ; rdf:subject ex:galantamine ; rdf:predicate biolink:causes ; rdf:object obo:MONDO_0001627 ;
  biolink:negated true ; dct:references <https://doi.org/10.1000/x> .
obo:MONDO_0004975 rdfs:subClassOf [ a owl:Restriction ] .
""",
}
OBO = {
    "clinic.obo": """\
format-version: 1.2
ontology: clinic

[Term]
id: C:1
name: ME/CFS
def: "Long \\"illness\\"." [PMID:9]
synonym: "chronic fatigue syndrome" EXACT []
xref: MONDO:0005404 "also there"
is_a: C:3 ! illness
relationship: R:1 C:2 {source="PMID:11"} ! brain fog
relationship: R:1 C:9 ! not there

[Term]
id: C:2
name: brain fog \\{thick\\}
is_a: C:4

[Term]
id: C:3
name: illness

[Term]
id: C:4
name: complaint

[Term]
id: C:5
name: neurasthenia
is_obsolete: true

[Typedef]
id: R:1
name: has symptom
""",
}
NTRIPLES = {
    "ad.nt": """\
<http://example.org/galantamine> <http://example.org/treats> <http://example.org/Alzheimer_disease> .
<http://example.org/galantamine> <http://www.w3.org/2000/01/rdf-schema#label> "galantamine" .
""",
}
TRIPLES = {
    "train.txt": "galantamine\ttreats\tAlzheimer_disease\nDisease::ad\tresembles\tDisease::pd\n\nonly two\tcells\n"
}
TABLE = {
    "things.csv": "identifier;label;kind;aka\nF1;salmon;food;lax|Atlantic salmon\nD1;rickets;illness;\nN1;vitamin D;nutrient;\n",
    "links.csv": "start;relationship;end;doi\nF1;rich_in;N1;10.1000/x\nVitamin D;treats;D1;\nF1;treats;X9;\n",
}

_CTD_ABOUT = "# Report created: Tue Oct 29 09:10:12 EDT 2024\n#\n# Fields:\n# "
CTD = {
    "CTD_chemicals_diseases.tsv": _CTD_ABOUT
    + """ChemicalName\tChemicalID\tCasRN\tDiseaseName\tDiseaseID\tDirectEvidence\tInferenceGeneSymbol\tPubMedIDs
#
Aspirin\tD001241\t50-78-2\tPain\tMESH:D010146\ttherapeutic\t\t11|12
Aspirin\tD001241\t50-78-2\tStomach Ulcer\tMESH:D013276\tmarker/mechanism\t\t13
Aspirin\tD001241\t50-78-2\tGout\tMESH:D006073\t\tTNF\t14
Aspirin\tD001241\tshort
""",
    "CTD_chem_gene_ixns.csv": _CTD_ABOUT
    + """ChemicalName,ChemicalID,GeneSymbol,GeneID,OrganismID,Interaction,InteractionActions,PubMedIDs
#
Aspirin,D001241,PTGS2,5743,10090,"Aspirin results in decreased activity of PTGS2 protein",decreases^activity,15
Aspirin,D001241,CES2,8824,9606,"CES2 protein affects the hydrolysis of Aspirin",affects^hydrolysis,16
Aspirin,D001241,TNF,7124,,"Aspirin inhibits the reaction [Lead results in increased expression of TNF]",\
decreases^reaction|increases^expression,17
""".replace("\\\n", ""),
}

SAMPLES: Mapping[str, Mapping[str, str | bytes]] = {  # by the name of the format
    "kgx": KGX,
    "kgx-jsonl": KGX_JSONL,
    "neo4j": NEO4J,
    "biocypher": BIOCYPHER,
    "primekg": PRIMEKG,
    "hetionet": HETIONET,
    "idisk": IDISK,
    "adint": ADINT,
    "semmeddb": SEMMEDDB,
    "hpo": HPO,
    "drugmechdb": DRUGMECHDB,
    "bel": BEL,
    "rdf": RDF,
    "obo": OBO,
    "ctd": CTD,
    "triples": TRIPLES,
    "table": TABLE,
}


def content(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def folder(files: Mapping[str, str | bytes], to: Path, *, zipped: bool = False) -> Path:
    """Write the files below a folder, gzipped if asked for, and return it."""
    for name, text in files.items():
        path = to / (f"{name}.gz" if zipped else name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(content(text)) if zipped else content(text))
    return to


def archive(files: Mapping[str, str | bytes], to: Path) -> Path:
    """Write the files into one zip, below a folder of its own, and return it."""
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as found:
        for name, text in files.items():
            found.writestr(f"graph/{name}", content(text))
    return to


def imported(files: Mapping[str, str | bytes], room: Path) -> tuple[ImportReport, list[EdgeRow]]:
    """Import the files, and return the report with the graph's edges."""
    report = asyncio.run(import_graph(folder(files, room / "source"), room / "graph", embedder=None))
    with open_rows(room / "graph") as dump:
        return report, list(dump.edges())
