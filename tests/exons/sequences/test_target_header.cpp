// What an annotation takes of the headers of proteins.
#include "catch.hpp"
#include "exons/sequences/target_header.hpp"

using namespace exonweave;

namespace {

target_header header(const std::string& name, const std::string& description = "") {
  target record;
  record.name = name;
  record.description = description;
  return read_header(record);
}

struct known_header {
  const char* database;
  const char* header;
  const char* name;
  const char* product;
};

}  // namespace

TEST_CASE("the headers of each database have the name and the product that people would write") {
  for (
      const known_header& each : {
          known_header{"FlyBase",
                       "FBpp0070000 type=protein; loc=3R:join(1..2); ID=FBpp0070000; name=Nep3-PA; parent=FBgn0031081,"
                       "FBtr0070000; length=786; release=r6.11; species=Dmel;",
                       "Nep3-PA", ""},
          {"FlyBase, a name with a colon", "FBpp1 type=protein; ID=FBpp1; name=His3:CG33803-PA;", "His3:CG33803-PA",
           ""},
          {"OrthoDB 11",
           R"(9447_0:001c71 {"pub_og_id":"446059at2759","og_name":"cytoplasmic FMR1 interacting protein 1 ",)"
           R"("level_taxid":2759,"organism_name":"Lemur catta","pub_gene_id":"123638021","description":)"
           R"("cytoplasmic FMR1-interacting protein 2"})",
           "9447_0:001c71", "cytoplasmic FMR1-interacting protein 2"},
          {"OrthoDB with escapes", R"(1_0:0 {"pub_og_id":"1at2","description":"3\" exonuclease C-terminal\/like"})",
           "1_0:0", "3\" exonuclease C-terminal/like"},
          {"OrthoDB without a description",
           R"(10224:0029f1 "pub_gene_id":"Sakowv30031477m", "pub_og_id":"EOG1", "og_name":"guanine nucleotide )"
           R"(binding protein-like 3 (nucleolar) ","level":33208)",
           "10224:0029f1", "guanine nucleotide binding protein-like 3 (nucleolar)"},
          {"OrthoDB without its IDs", R"(9606_0:1 {"organism_taxid":"9606_0","description":"titin"})", "9606_0:1",
           "titin"},
          {"OrthoDB, flat files", "10000_0:000000 10000_0", "10000_0:000000", ""},
          {"Phytozome",
           "Potri.T155100.2 pacid=26978279 transcript=Potri.T155100.2 locus=Potri.T155100 annot-version=v3.0",
           "Potri.T155100.2", ""},
          {"TAIR10",
           "AT1G01010.1 | Symbols: NAC001, ANAC001 | NAC domain containing protein 1 | chr1:3760-5630 FORWARD "
           "LENGTH=429",
           "NAC001", "NAC domain containing protein 1"},
          {"TAIR10 without a symbol",
           "AT1G01070.1 | Symbols:  | nodulin MtN21 /EamA-like transporter | chr1:1-2 REVERSE", "AT1G01070.1",
           "nodulin MtN21 /EamA-like transporter"},
          {"TAIR8", "AT1G08520.1 | Symbol: PDE166 | magnesium-chelatase subunit chlD, putative | chr1:1-2 FORWARD",
           "PDE166", "magnesium-chelatase subunit chlD, putative"},
          {"Araport11", "AT1G01010.1 | NAC domain containing protein 1 | Chr1:3760-5630 FORWARD LENGTH=429 | 201606",
           "AT1G01010.1", "NAC domain containing protein 1"},
          {"SGD",
           "YAL001C TFC3 SGDID:S000000001, Chr I from 151006-147594,151166-151097, Genome Release 64-2-1, reverse "
           "complement, Verified ORF, \"Subunit of RNA polymerase III transcription initiation factor complex; part of "
           "the TauB domain\"",
           "TFC3", "Subunit of RNA polymerase III transcription initiation factor complex"},
          {"SGD without a symbol", "YAL069W SGDID:S000002143, Chr I from 335-649, Dubious ORF", "YAL069W", ""},
          {"CGD",
           "C1_00010W_A orf19.4825 CGDID:CAL0005336 COORDS:Ca21chr1:2119345-2118881C, translated using codon table 12 "
           "(154 amino acids) Uncharacterized ORF; Mitochondrial matrix protein; required for assembly",
           "orf19.4825", "Mitochondrial matrix protein"},
          {"Aspergillus",
           "AN0001 AN0001 AspGDID:ASPL0000032173 COORDS:ChrVIII_A_nidulans:1-9W, translated using codon table 1 (466 "
           "amino acids) Uncharacterized ORF; Putative kinase",
           "AN0001", "Putative kinase"},
          {"Broad", "NCU00001-t26_1 | NCU00001 | hypothetical protein (310 aa)", "NCU00001-t26_1",
           "hypothetical protein"},
          {"Broad, a translation", "MGG_1T0 | MGG_1 | cytochrome P450 (translation) (460 aa)", "MGG_1T0",
           "cytochrome P450"},
          {"WormBase, older releases",
           "2L52.1 CE32090 WBGene00007063 Zinc finger, C2H2 type status:Confirmed UniProt:A4F336 protein_id:CCD61130.1",
           "2L52.1", "Zinc finger, C2H2 type"},
          {"WormBase, older releases, a symbol",
           "4R79.1a CE19649 WBGene00003525 locus:nas-6 status:Confirmed UniProt:Q9U3S9 protein_id:CAB63429.1", "nas-6",
           ""},
          {"WormBase",
           "2RSSE.1a wormpep=CE32785 gene=WBGene00007064 locus=rga-9 status=Confirmed uniprot=A4F337 "
           "insdc=CCD61138.1 product=\"Rho-GAP domain-containing protein\"",
           "rga-9", "Rho-GAP domain-containing protein"},
          {"WormBase without a symbol", "F54H12.10 wormpep=CE53828 gene=WBGene00305131 status=Confirmed", "F54H12.10",
           ""},
          {"GENCODE",
           "ENSP00000493376.2|ENST00000641515.2|ENSG00000186092.6|OTTHUMG00000001094.4|OTTHUMT00000003223.4|OR4F5-202|"
           "OR4F5|326",
           "OR4F5", ""},
          {"GENCODE of mouse",
           "ENSMUSP00000027035.9|ENSMUST00000027035.9|ENSMUSG00000025902.13|OTTMUSG00000050014.7|OTTMUST00000127245.2|"
           "Sox17-201|Sox17|419",
           "Sox17", ""},
          {"NCBI, coding sequences",
           "lcl|NC_000852.5_prot_YP_004678870.1_3 [gene=a002aR] [locus_tag=PBCV1_a002aR] [db_xref=GeneID:10971234] "
           "[protein=3-oxoacyl-[acyl-carrier-protein] synthase] [protein_id=YP_004678870.1] [gbkey=CDS]",
           "a002aR", "3-oxoacyl-[acyl-carrier-protein] synthase"},
          {"NCBI, without a gene", "lcl|X_prot_WP_1.1_1 [locus_tag=BT_RS00005] [protein=actin]", "BT_RS00005", "actin"},
          {"RefSeq", "XP_019880827.1 PREDICTED: LOW QUALITY PROTEIN: target of rapamycin-like [Aethina tumida]",
           "XP_019880827.1", "target of rapamycin-like"},
          {"RefSeq, an isoform", "XP_015329901.1 PREDICTED: LIM domain protein 2 isoform X2 [Bos taurus]",
           "XP_015329901.1", "LIM domain protein 2"},
          {"RefSeq, a part of an isoform", "XP_1.1 kinesin-like protein KIF27 isoform X1, partial [Bos taurus]",
           "XP_1.1", "kinesin-like protein KIF27"},
          {"RefSeq of flies", "NP_001.2 neprilysin 3, isoform A [Drosophila melanogaster]", "NP_001.2", "neprilysin 3"},
          {"RefSeq of bacteria", "WP_012215827.1 MULTISPECIES: enoyl-[acyl-carrier-protein] [Bacillus]",
           "WP_012215827.1", "enoyl-[acyl-carrier-protein]"},
          {"GenBank", "gi|569442236|gb|ETO37060.1| hypothetical protein RFI_00002 [Reticulomyxa filosa]", "ETO37060.1",
           "hypothetical protein"},
          {"GenBank, an ID of NCBI", "XP_1.1 uncharacterized protein LOC101888 isoform X1 [Bos taurus]", "XP_1.1",
           "uncharacterized protein"},
          {"GenBank, a domain", "ABC1.1 hypothetical protein DUF1234 domain [x]", "ABC1.1",
           "hypothetical protein DUF1234 domain"},
          {"GenBank without words", "CAH0563318.1 unnamed protein product [Brassicogethes aeneus]", "CAH0563318.1", ""},
          {"VEuPathDB",
           "LINF_010005000-T1-p1 | transcript=LINF_010005000-T1 | gene=LINF_010005000 | organism=Leishmania_infantum | "
           "gene_product=Protein of unknown function (DUF2946) | transcript_product=Protein of unknown function | "
           "location=LinJ.01:3710-4711(-) | protein_length=333",
           "LINF_010005000-T1-p1", "Protein of unknown function (DUF2946)"},
          {"VEuPathDB without words", "A-t26_1-p1 | gene=A | gene_product=unspecified product | location=A:1-2(+)",
           "A-t26_1-p1", ""},
          {"EuPathDB", "Tb927.1.10 | organism=Trypanosoma_brucei | product=retrotransposon hot spot protein | length=5",
           "Tb927.1.10", "retrotransposon hot spot protein"},
          {"MAKER", "maker-Chr1-snap-gene-1.91-mRNA-1 protein AED:0.29 eAED:0.29 QI:27|1|1|1|1|1|2|39|510",
           "maker-Chr1-snap-gene-1.91-mRNA-1", ""},
          {"MAKER with functions",
           "SMEL_1 protein Name:\"Similar to GIF2: GRF1-interacting factor 2 (Arabidopsis thaliana OX=3702)\" AED:0.29 "
           "eAED:0.29 QI:2|1",
           "SMEL_1", "GRF1-interacting factor 2"},
          {"MAKER without a function", "SMEL_2 protein Name:\"Protein of unknown function\" AED:0.2 QI:0|1", "SMEL_2",
           "Protein of unknown function"},
          {"EVM", "evm.model.Chr1.10 evm.TU.Chr1.10 EVM%20prediction%20Chr1.10 Chr1:100-200(+)", "evm.model.Chr1.10",
           ""},
          {"EVM of gffread", "evm.model.Chr01.1 gene=EVM%20prediction%20Chr01.1", "evm.model.Chr01.1", ""},
          {"TransDecoder",
           "TRINITY_DN0_c0_g1_i2.p1 TRINITY_DN0_c0_g1~~TRINITY_DN0_c0_g1_i2.p1  ORF type:complete len:857 "
           "(-),score=161.30 TRINITY_DN0_c0_g1_i2:1108-3678(-)",
           "TRINITY_DN0_c0_g1_i2.p1", ""},
          {"gffread", "rna1 gene=ACT1 CDS=1-300", "ACT1", ""},
          {"gffread, IDs of genes", "rna1 gene=WBGene00305131", "rna1", ""},
          {"AUGUSTUS", "g1.t1", "g1.t1", ""},
          {"UniRef", "UniRef100_U3PVA8 Protein IroK n=22 Tax=Escherichia coli RepID=IROK_ECOL", "UniRef100_U3PVA8",
           "Protein IroK"},
          {"UniProt, a fragment",
           "tr|A2ALT2|A2ALT2_MOUSE Isoform of Q03288, Nonagouti (Fragment) OS=Mus musculus OX=10090 GN=a PE=4 SV=1",
           "a", "Nonagouti"},
          {"UniProt, an isoform", "sp|P60010-2|ACT_YEAST Isoform 2 of Actin OS=Saccharomyces cerevisiae GN=ACT1",
           "ACT1", "Actin"},
          {"UniProt without a gene",
           "sp|Q6ZSR9|YJ005_HUMAN Uncharacterized protein FLJ45252 OS=Homo sapiens OX=9606 GN=- PE=2 SV=2",
           "YJ005_HUMAN", "Uncharacterized protein"},
          {"PomBase", "SPAC1002.01.1:pep mrx11|mitochondrial expression network (MIOREX) component Mrx11", "mrx11",
           "mitochondrial expression network (MIOREX) component Mrx11"},
          {"PomBase without a symbol", "SPAC1002.16c.1:pep |nicotinic acid plasma membrane transporter",
           "SPAC1002.16c.1", "nicotinic acid plasma membrane transporter"},
          {"Ensembl",
           "ENSP00000349960 pep chromosome:GRCh38:7:5527156:5563784:-1 gene:ENSG00000075624 gene_symbol:ACTB "
           "description:actin beta [Source:HGNC Symbol;Acc:HGNC:132]",
           "ACTB", "actin beta"},
          {"Ensembl without words", "ENSTTRP00000007202 pep:novel scaffold:turTru1:1:2:1 gene:ENSTTRG00000007615",
           "ENSTTRP00000007202", ""},
          {"dictyBase", "DDB0238349|DDB_G0272004 |Protein|gene: p2xA on chromosome: 2 position 1165671 to 1167128",
           "p2xA", ""},
          {"PDB", "1A3N_1|Chain A|Hemoglobin subunit alpha|Homo sapiens (9606)", "1A3N_1|Chain",
           "Hemoglobin subunit alpha"},
          {"rice of MSU", "LOC_Os01g01010.1 protein|TBC domain containing protein, expressed", "LOC_Os01g01010.1",
           "TBC domain containing protein"},
          {"RAP-DB", "Os01t0100100-01 RabGAP/TBC domain containing protein. (Os01t0100100-01)", "Os01t0100100-01",
           "RabGAP/TBC domain containing protein"},
          {"Sol Genomics", "Solyc04g009760.2.1 Core-2/I-branching family protein (AHRD V3.3 *** AT5G22070.1)",
           "Solyc04g009760.2.1", "Core-2/I-branching family protein"},
          {"JGI", "jgi|Denbi1|748560|estExt_Genewise1Plus.C_390031", "jgi|Denbi1|748560|estExt_Genewise1Plus.C_390031",
           ""},
          {"Prokka", "COAIMFFE_00001 putative protein", "COAIMFFE_00001", "putative protein"},
          {"CGD, its name twice", "NP0002A (NP0002A) hypothetical protein", "NP0002A", "hypothetical protein"},
          {"a place", "C_trachomatis_L2_1 [1 - 1014]| Porphobilinogen Synthase [Chlamydia trachomatis D/UW-3/CX]",
           "C_trachomatis_L2_1", "Porphobilinogen Synthase"},
          {"a word without meaning", "C1_00010W_A Protein", "C1_00010W_A", ""},
          {"an ID alone", "YHR159W FBgn0031081", "YHR159W", ""},
      }) {
    CAPTURE(each.database, each.header);
    const std::string text = each.header;
    const auto blank = text.find(' ');
    const auto read = header(text.substr(0, blank), blank == std::string::npos ? "" : text.substr(blank + 1));
    CHECK(read.name == each.name);
    CHECK(read.product == each.product);
  }
}

TEST_CASE("UniProt's headers have an accession, a product and mostly the symbol of a gene") {
  const auto whole =
      header("sp|P60010|ACT_YEAST", "Actin OS=Saccharomyces cerevisiae (strain S288c) OX=559292 GN=ACT1 PE=1 SV=1");
  CHECK(whole.name == "ACT1");
  CHECK(whole.product == "Actin");
  CHECK(whole.accession == "UniProtKB:P60010");
  const auto without_symbol = header("tr|A0A024R1R8|A0A024R1R8_HUMAN", "Coiled-coil domain OS=Homo sapiens OX=9606");
  CHECK(without_symbol.name == "A0A024R1R8_HUMAN");
  CHECK(without_symbol.accession == "UniProtKB:A0A024R1R8");
  CHECK(header("sp|P60010-2|ACT_YEAST").accession == "UniProtKB:P60010-2");
  CHECK(header("sp|P60010|ACT_YEAST", "OS=Saccharomyces cerevisiae").product.empty());
}

TEST_CASE("RefSeq's headers end in the organism") {
  const auto whole = header("NP_116614.1", "actin [Saccharomyces cerevisiae S288C]");
  CHECK(whole.name == "NP_116614.1");
  CHECK(whole.product == "actin");
  CHECK(whole.accession == "RefSeq:NP_116614.1");
  CHECK(header("XP_001", "protein [a] b [Mus [x]]").product == "protein [a] b");
  CHECK(header("gi|14318479|ref|NP_116614.1|", "actin").accession == "RefSeq:NP_116614.1");
}

TEST_CASE("Ensembl's headers have keys") {
  const auto whole = header("ENSP00000349960",
                            "pep chromosome:GRCh38:7:5527156:5563784:-1 gene:ENSG00000075624 gene_symbol:ACTB "
                            "description:actin beta [Source:HGNC Symbol;Acc:HGNC:132]");
  CHECK(whole.name == "ACTB");
  CHECK(whole.product == "actin beta");
  CHECK(whole.accession.empty());
  CHECK(header("ENSTTRP00000007202", "pep:novel scaffold:turTru1:1:2:1 gene:ENSTTRG00000007615").product.empty());
}

TEST_CASE("any other header is a name and a product") {
  const auto whole = header("YAL069W", "  hypothetical protein, 5' end ");
  CHECK(whole.name == "YAL069W");
  CHECK(whole.product == "hypothetical protein, 5' end");
  CHECK(whole.accession.empty());
  CHECK(header("a").product.empty());
  CHECK(header("a", "b ]").product == "b ]");
}

TEST_CASE("what all headers say alike is found") {
  const target one{.name = "a", .residues = "M", .description = "Saccharomyces cerevisiae"};
  target other = one;
  CHECK(product_of_all({one, other}) == "Saccharomyces cerevisiae");
  other.description = "actin [Saccharomyces cerevisiae]";
  CHECK(product_of_all({one, other}).empty());
  CHECK(product_of_all({}).empty());
}

TEST_CASE("what only looks like an accession is none") {
  for (const char* name : {"sp|P6001|X", "sp|p60010|X", "sp||", "sp|P60010", "sp|P60010-|X", "sp|P60010-a|X", "NP_",
                           "NP_x", "NP_1.", "NP_1.1.1", "NM_0001.1", "||", ""})
    CHECK(header(name).accession.empty());
  CHECK(header("a", "xGN=b").name == "a");
}
