// GFF3, GTF and GFF2: what is read from each row, what is refused, what the ties between rows say.
#include <cmath>

#include "catch.hpp"
#include "contains.hpp"
#include "exons/candidates/gff_text.hpp"

namespace exonweave::testing {
namespace {

using exonweave::testing::contains;

const std::string good_row = "chr1 tool CDS 101 200 1.5 + 0 ID=c1;exon_type=First\n";

}  // namespace

TEST_CASE("a GFF3 row gives place, strand, phase, score, type and ID") {
  const auto parsed = parse_gff3("chr1 tool CDS 101 200 -1.5 - 2 ID=c1;exon_type=Terminal;p=0.4\n");
  CHECK(parsed.format == candidate_format::gff3);
  CHECK(parsed.errors() == nothing);
  CHECK(parsed.warnings() == nothing);
  REQUIRE(parsed.exons.size() == 1);
  const auto& exon = parsed.exons[0];
  CHECK(exon.where == interval{100, 200});
  CHECK(exon.on == strand::reverse);
  CHECK(exon.phase == 2);
  CHECK(exon.score == -1.5);
  CHECK(std::isnan(exon.probability));
  CHECK(exon.type == exon_type::terminal);
  CHECK(exon.id == "c1");
  CHECK(exon.line == 2);
}

TEST_CASE("every word for an exon type is understood, in any case") {
  const auto parsed = parse_gff3(
      "chr1 t CDS 1 9 . + 0 exon_type=First\nchr1 t CDS 1 9 . + 0 exon_type=Initial\n"
      "chr1 t CDS 1 9 . + 0 exon_type=Internal\nchr1 t CDS 1 9 . + 0 exon_type=terminal\n"
      "chr1 t CDS 1 9 . + 0 exon_type=SINGLE\nchr1 t CDS 1 9 . + 0 .\nchr1 t CDS 1 9 . + 0 exon_type=Odd\n");
  std::vector<exon_type> types;
  for (const auto& exon : parsed.exons) types.push_back(exon.type);
  CHECK(types == std::vector{exon_type::initial, exon_type::initial, exon_type::internal, exon_type::terminal,
                             exon_type::single, exon_type::unknown, exon_type::unknown});
  CHECK(parsed.warnings() == "file:8: unknown exon_type (got 'Odd', need First, Internal, Terminal or Single)\n");
}

TEST_CASE("only rows of the wanted types are candidates") {
  const std::string rows =
      "chr1 t mRNA 1 300 . + . ID=m\nchr1 t exon 1 300 . + . Parent=m\nchr1 t CDS 11 40 . + 0 Parent=m\n";
  CHECK(parse_gff3(rows).exons.size() == 1);
  CHECK(parse_gff3(rows, {{"exon", "CDS"}}).exons.size() == 2);
}

TEST_CASE("a file with rows but none of the wanted types is an error that names its types") {
  const auto parsed = parse_gff3("chr1 t mRNA 1 300 . + . ID=m\nchr1 t exon 1 300 . + . Parent=m\n");
  CHECK(parsed.errors() ==
        "file: no rows of the wanted types (got 'exon, mRNA', need CDS). "
        "Hint: Name the types that hold the exons: --types exon,mRNA\n");
}

TEST_CASE("a damaged row is told with its line, value and what it needs") {
  struct damage {
    std::string row, message;
  };
  const auto& [row, message] = GENERATE(values<damage>({
      {"chr1 t CDS 200 101 . + 0 .", "file:3: end lies before start (got '200..101', need start <= end)"},
      {"chr1 t CDS 0 101 . + 0 .", "file:3: start is 0 (got '0', need at least 1). Hint: 0-based?"},
      {"chr1 t CDS -5 101 . + 0 .", "file:3: start is negative (got '-5', need at least 1)"},
      {"chr1 t CDS 9000 10001 . + 0 .", "file:3: end lies beyond the sequence (got '9000..10001', need 1..10000)"},
      {"chr1 t CDS 1 9223372036854775808 . + 0 .", "file:3: end does not fit 64 bits (got '9223372036854775808', need"},
      {"chr1 t CDS 1e2 300 . + 0 .", "file:3: start is not a whole number (got '1e2'"},
      {"chr3 t CDS 1 9 . + 0 .", "file:3: unknown sequence (got 'chr3', need"},
      {"chr1 t CDS 1 9 . + 7 .", "file:3: bad phase (got '7', need 0, 1, 2 or '.')"},
      {"chr1 t CDS 1 9 . x 0 .", "file:3: bad strand (got 'x', need + or -)"},
      {"chr1 t CDS 1 9 . . 0 .", "file:3: bad strand (got '.', need + or -)"},
      {"chr1 t mRNA 1 9 . x . .", "file:3: bad strand (got 'x', need +, -, . or ?)"},
      {"chr1 t CDS 1 9 high + 0 .", "file:3: score is not a number (got 'high'"},
      {"chr1 t CDS 1 9 NaN + 0 .", "file:3: score is not a finite number (got 'NaN'"},
      {"chr1 t CDS 1 9 inf + 0 .", "file:3: score is not a finite number (got 'inf'"},
      {"chr1 t CDS 1 9 1e999 + 0 .", "file:3: score is not a finite number (got '1e999'"},
      {"chr1 t CDS 1 9 . + 0", "file:3: wrong number of columns (got '8', need 9 separated by tabs). Hint: Write '.'"},
      {"chr1 t CDS 1 9 . + 0 . .", "file:3: wrong number of columns (got '10', need 9 separated by tabs)"},
      {"chr1~t~CDS~1~9~.~+~0~.",
       "file:3: wrong number of columns (got '1', need 9 separated by tabs). Hint: Columns are"},
      {"chr1 t CDS 1 9 . + 0 id=a", "file:3: unknown attribute (got 'id=', need ID=). Hint: did you mean ID=?"},
      {"chr1 t CDS 1 9 . + 0 parent=a", "file:3: unknown attribute (got 'parent=', need Parent=)"},
      {
          "chr1 t CDS 1 9 . + 0 ID=c1",
          "file:3: duplicate ID (got 'c1', need an ID other than that of line 2)",
      },
      {"chr1 t region 9990 10009 . + . Is_circular=true", "file:3: circular features are not supported"},
  }));
  CAPTURE(row);
  // A gene of ID c1 stands before, so that CDS c1 is a duplicate.
  const auto parsed = parse_gff3("chr1 t gene 1 9 . + . ID=c1\n" + row + "\nchr1 t CDS 1 9 . + 0 .\n");
  CHECK_THAT(parsed.errors(), contains(message));
  CHECK(parsed.problems.error_count() == 1);
}

TEST_CASE("a NUL byte is refused wherever it stands") {
  const auto row = gff3(good_row);
  for (std::size_t position = row.find('\n') + 1; position + 1 < row.size(); ++position) {
    auto damaged = row;
    damaged[position] = '\0';
    CHECK_THAT(parse(damaged).errors(), contains("file:2: NUL byte"));
  }
}

TEST_CASE("an unknown sequence is told with the nearest names") {
  CHECK_THAT(parse_gff3("chr9 t CDS 1 9 . + 0 .\n").errors(), contains("Hint: did you mean chr1, chr2?"));
}

TEST_CASE("twenty bad rows are kept and all are counted") {
  std::string rows;
  for (int i = 0; i < 30; ++i) rows += "chrX t CDS 1 9 . + 0 .\n";
  const auto parsed = parse_gff3(rows);
  CHECK(parsed.problems.error_count() == 30);
  CHECK(parsed.problems.errors().size() == 20);
}

TEST_CASE("positions need 64 bits and get them") {
  const std::int64_t length = (std::int64_t{1} << 40) + 1000;
  const auto catalog = catalog_of({{"chr1", length}});
  const auto rows = gff3(
      "chr1 t CDS 536870913 536870921 . + 0 .\nchr1 t CDS 2147483649 2147483651 . + 0 .\n"
      "chr1 t CDS 1099511627777 1099511627785 . + 0 .\n");
  const auto parsed = parse_text(rows, catalog);
  CHECK(parsed.errors() == nothing);
  REQUIRE(parsed.exons.size() == 3);
  CHECK(parsed.exons[2].where == interval{std::int64_t{1} << 40, (std::int64_t{1} << 40) + 9});
}

TEST_CASE("an exon of one base is an exon") {
  const auto parsed = parse_gff3("chr1 t CDS 10000 10000 . + 0 .\n");
  CHECK(parsed.errors() == nothing);
  CHECK(parsed.exons.at(0).where == interval{9999, 10000});
}

TEST_CASE("escapes are decoded in IDs and sequence names") {
  const auto parsed = parse_gff3("a%2Cb t CDS 1 9 . + 0 ID=x%2Cy%09z%3Bw\n");
  CHECK(parsed.errors() == nothing);
  REQUIRE(parsed.exons.size() == 1);
  CHECK(parsed.exons[0].sequence == 2);
  CHECK(parsed.exons[0].id == "x,y\tz;w");
}

TEST_CASE("a bad escape stays as it is, with a warning") {
  const auto parsed = parse_gff3("chr1 t CDS 1 9 . + 0 ID=x%2\nchr1 t CDS 1 9 . + 0 ID=50%;Note=%zz\n");
  CHECK(parsed.errors() == nothing);
  CHECK(parsed.exons.at(0).id == "x%2");
  CHECK(parsed.exons.at(1).id == "50%");
  CHECK_THAT(parsed.warnings(), contains("file:2: bad % escape, kept as it is (got '%2'") && contains("[and 1 more]"));
}

TEST_CASE("bytes that are no UTF-8 pass") {
  const auto parsed = parse_gff3("chr1 t CDS 1 9 . + 0 ID=\xff\xfe\n");
  CHECK(parsed.errors() == nothing);
  CHECK(parsed.exons.at(0).id == "\xff\xfe");
}

TEST_CASE("##FASTA and a line that begins with > end the features") {
  for (const std::string mark : {"##FASTA\n", ">chr1\n"}) {
    const auto parsed = parse(gff3(good_row) + mark + "ACGT\nnot a row\n");
    CHECK(parsed.errors() == nothing);
    CHECK(parsed.exons.size() == 1);
  }
}

TEST_CASE("the rows of one CDS share an ID, other features do not") {
  const std::string mrna = "chr1 t mRNA 1 300 . + . ID=m\nchr1 t mRNA 1 300 . + . ID=m2\n";
  CHECK(parse_gff3(mrna + "chr1 t CDS 1 9 . + 0 ID=c;Parent=m\nchr1 t CDS 20 28 . + 0 ID=c;Parent=m\n").errors() ==
        nothing);
  CHECK_THAT(parse_gff3(mrna + "chr1 t CDS 1 9 . + 0 ID=c;Parent=m\nchr1 t CDS 20 28 . + 0 ID=c;Parent=m2\n").errors(),
             contains("file:5: duplicate ID (got 'c', need an ID other than that of line 4)"));
  CHECK_THAT(parse_gff3(mrna + "chr1 t gene 1 9 . + . ID=m\n").errors(), contains("file:4: duplicate ID (got 'm'"));
  CHECK_THAT(parse_gff3("chr1 t CDS 1 9 . + 0 ID=c\nchr2 t CDS 1 9 . + 0 ID=c\n").errors(), contains("duplicate ID"));
}

TEST_CASE("IDs count on rows that are used, and on those that may be parents") {
  const std::string mrna = "chr1 t mRNA 1 300 . + . ID=m\n";
  const std::string parts =
      "chr1 t exon 1 9 . + . ID=x;Parent=m\nchr1 t exon 20 28 . + . ID=x;Parent=m\n"
      "chr1 t start_codon 1 3 . + 0 ID=x;Parent=m\n";
  const std::string cds = "chr1 t CDS 1 9 . + 0 ID=c;Parent=m\nchr1 t CDS 20 28 . + 0 ID=c;Parent=m\n";
  CHECK(parse_gff3(mrna + parts + cds).errors() == nothing);
  CHECK_THAT(parse_gff3(mrna + parts, {{"exon"}}).errors(), contains("file:4: duplicate ID (got 'x'"));
}

TEST_CASE("a Parent that no row defines is a warning") {
  const auto parsed = parse_gff3("chr1 t CDS 1 9 . + 0 Parent=m\nchr1 t CDS 20 28 . + 0 Parent=m\n");
  CHECK(parsed.errors() == nothing);
  CHECK(parsed.warnings() == "file:2: no row has the ID that Parent names (got 'm')\n");
  CHECK(parsed.exons.size() == 2);
}

TEST_CASE("a child may stand before its parent") {
  const auto parsed = parse_gff3("chr1 t CDS 1 9 . + 0 Parent=m\nchr1 t mRNA 1 300 . + . ID=m\n");
  CHECK(parsed.errors() == nothing);
  CHECK(parsed.warnings() == nothing);
}

TEST_CASE("cycles of Parent are errors, each told once") {
  CHECK_THAT(parse_gff3("chr1 t gene 1 9 . + . ID=a;Parent=a\n" + good_row).errors(),
             contains("file:2: cycle of Parent (got 'a -> a'"));
  const auto two = parse_gff3(
      "chr1 t gene 1 9 . + . ID=a;Parent=b\nchr1 t gene 1 9 . + . ID=b;Parent=c\nchr1 t gene 1 9 . + . "
      "ID=c;Parent=a\n"
      "chr1 t gene 1 9 . + . ID=d;Parent=a\nchr1 t gene 1 9 . + . ID=e;Parent=d,f\nchr1 t gene 1 9 . + . "
      "ID=f;Parent=f\n" +
      good_row);
  CHECK(two.problems.error_count() == 2);
  CHECK_THAT(two.errors(), contains("got 'a -> b -> c -> a'") && contains("got 'f -> f'"));
}

TEST_CASE("children outside of their parent and mixed strands are warnings") {
  const std::string mrna = "chr1 t mRNA 10 300 . + . ID=m\n";
  CHECK(parse_gff3(mrna + "chr1 t CDS 10 300 . + 0 Parent=m\n").warnings() == nothing);
  CHECK(parse_gff3(mrna + "chr1 t CDS 9 300 . + 0 Parent=m\n").warnings() ==
        "file:2: children lie outside of their parent (got '9..300', need 10..300 as m has)\n");
  CHECK_THAT(parse_gff3(mrna + "chr2 t CDS 10 300 . + 0 Parent=m\n").warnings(), contains("outside of their parent"));
  CHECK(parse_gff3(mrna + "chr1 t exon 10 12 . + . Parent=m\nchr1 t CDS 20 22 . - 0 Parent=m\n").warnings() ==
        "file:3: strands mixed in one parent (got 'm', need one strand)\n");
}

TEST_CASE("rows of one ID far apart are parts of a trans-spliced gene, near each other they are duplicates") {
  const auto parsed = [](int start, const std::string& strand) {
    return parse_gff3("chr1 t gene 1 9 . + . ID=g\nchr1 t gene " + std::to_string(start) + " " +
                      std::to_string(start + 8) + " . " + strand +
                      " . ID=g\nchr1 t CDS 1 9 . + 0 Parent=g\nchr2 t CDS 1 9 . + 0 .\n");
  };
  const std::string reported =
      "file:4: 1 trans-spliced transcript is skipped (got 'g', need exons on one strand of one sequence)\n";
  CHECK(parsed(20, "-").warnings() == reported);
  CHECK(parsed(20, "-").exons.size() == 1);
  CHECK(parsed(5011, "+").warnings() == reported);
  CHECK_THAT(parsed(5010, "+").errors(), contains("file:3: duplicate ID (got 'g'"));
  CHECK_THAT(parsed(20, ".").errors(), contains("file:3: duplicate ID (got 'g'"));
}

TEST_CASE("GTF is recognised by its content") {
  const std::string rows =
      "chr1\tt\ttranscript\t1\t300\t.\t+\t.\tgene_id \"g\"; transcript_id \"g.1\";\n"
      "chr1\tt\tCDS\t1\t10\t0.5\t+\t.\tgene_id \"g\"; transcript_id \"g.1\"; note \"a; b\";\n"
      "chr1\tt\tCDS\t101\t111\t.\t+\t.\tgene_id \"g\"; transcript_id \"g.1\"; exon_type \"Terminal\";\n"
      "chr1\tt\tstop_codon\t112\t114\t.\t+\t0\tgene_id \"g\"; transcript_id \"g.1\";\n";
  for (const std::string version : {"", "##gff-version 2\n", "##gff-version 3\n"}) {
    const auto parsed = parse(version + rows);
    CHECK(parsed.format == candidate_format::gtf);
    CHECK(parsed.errors() == nothing);
    CHECK(phases_of(parsed) == std::vector{0, 2});
    CHECK(parsed.exons.at(1).type == exon_type::terminal);
    CHECK(parsed.exons.at(1).where == interval{100, 114});
  }
}

TEST_CASE("GTF may have bare names in the rows of genes and transcripts") {
  const std::string rows =
      "chr1\tAUGUSTUS\tgene\t1\t300\t.\t+\t.\tg1\nchr1\tAUGUSTUS\ttranscript\t1\t300\t.\t+\t.\tg1.t1\n"
      "chr1\tGeneMark.hmm3\tmRNA\t1\t300\t.\t+\t.\ttranscript_id \"g1.t1\"; gene_id \"g1\";\n"
      "chr1\tAUGUSTUS\tCDS\t1\t10\t0.5\t+\t.\ttranscript_id \"g1.t1\"; gene_id \"g1\";\n"
      "chr1\tAUGUSTUS\tCDS\t101\t111\t.\t+\t.\ttranscript_id \"g1.t1\"; gene_id \"g1\";\n";
  for (const std::string version : {"", "##gff-version 2\n", "##gff-version 3\n"}) {
    const auto parsed = parse(version + rows);
    CHECK(parsed.format == candidate_format::gtf);
    CHECK(parsed.errors() == nothing);
    CHECK(phases_of(parsed) == std::vector{0, 2});
  }
  CHECK_THAT(parse(rows + "chr1\tAUGUSTUS\ttranscript\t1\t301\t.\t+\t.\tg1.t1\n").errors(),
             contains("file:6: duplicate ID (got 'g1.t1', need an ID other than that of line 2)"));
}

TEST_CASE("names alone, in rows of genes too, are GFF2") {
  const std::string gene = "chr1\tt\tgene\t1\t9\t.\t+\t.\tg1\n", cds = "chr1\tt\tCDS\t1\t9\t.\t+\t0\tg1\n";
  CHECK(parse(gene + cds).format == candidate_format::gff2);
  CHECK(parse(gene + cds).exons.size() == 1);
  CHECK(parse(gene).format == candidate_format::gff2);
  CHECK(parse("##gff-version 3\n" + gene).format == candidate_format::gff3);
}

TEST_CASE("GFF2 as geneid writes it gives its exon types, with a ninth column or without") {
  const std::string rows =
      "chr1\tgeneid_v1.4\tFirst\t1\t10\t1.25\t+\t0\tg_1\nchr1\tgeneid_v1.4\tInternal\t101\t111\t-0.50\t+"
      "\t2\tg_1\n"
      "chr1\tgeneid_v1.4\tTerminal\t201\t212\t0.10\t+\t.\tg_1\nchr1\tgeneid_v1.4\tSingle\t301\t303\t0.10\t-"
      "\t0\n";
  const candidate_options geneid{{"First", "Internal", "Terminal", "Single"}};
  const auto parsed = parse("## gff-version 2\n## date: today\n" + rows, geneid);
  CHECK(parsed.format == candidate_format::gff2);
  CHECK(parsed.errors() == nothing);
  REQUIRE(parsed.exons.size() == 4);
  CHECK(parsed.exons[0].type == exon_type::initial);
  CHECK(parsed.exons[1].type == exon_type::internal);
  CHECK(parsed.exons[2].type == exon_type::terminal);
  CHECK(parsed.exons[2].phase == 0);
  CHECK(parsed.exons[3].type == exon_type::single);
  CHECK_THAT(parse("##gff-version 2\n" + rows).errors(), contains("--types First,Internal,Single,Terminal"));
}

TEST_CASE("rows without a version line are told apart by their ninth column") {
  const std::string eight = "chr1\tt\tCDS\t1\t9\t.\t+\t0";
  CHECK(parse(eight + "\tID=a\n").format == candidate_format::gff3);
  CHECK(parse(eight + "\t.\n").format == candidate_format::gff3);
  CHECK(parse(eight + "\tgene_1\n").format == candidate_format::gff2);
  CHECK(parse(eight + "\tgene_id \"a\"\n").format == candidate_format::gtf);
  CHECK_THAT(parse(eight + "\n").errors(), contains("wrong number of columns (got '8'"));
  CHECK(parse(eight + "\tID=a\n").warnings() ==
        "file:1: no version line, read as GFF3 (need ##gff-version 3 as the first line)\n");
}

TEST_CASE("a file that is empty, only comments, or something else is refused") {
  CHECK(parse("").errors() == "file: empty file (need candidate exons)\n");
  CHECK(parse("\n\n").errors() == "file: empty file (need candidate exons)\n");
  CHECK(parse("##gff-version 3\n# none\n").errors() == "file: only comments, no features (need candidate exons)\n");
  CHECK_THAT(parse(">chr1\nACGT\n").errors(),
             contains("file:1: not a file of candidate exons (got '>chr1'") && contains("This looks like FASTA"));
  CHECK_THAT(parse("##gff-version 3\nhello\n").errors(), contains("file:2: wrong number of columns (got '1'"));
  CHECK_THAT(parse(gff3("chr1 t CDS\n") + gff3(good_row)).errors(),
             contains("file:2: wrong number of columns (got '3'"));
}

TEST_CASE("text of a gene finder that is not read is one error, which names it") {
  const auto refused = [](const std::string& text, const std::string& what) {
    const auto parsed = parse(text);
    CHECK(parsed.problems.error_count() == 1);
    CHECK_THAT(parsed.errors(), contains(what) && contains("need GENSCAN text, GFF3, GTF or GFF2). Hint: "));
  };
  refused(
      "Eukaryotic GeneMark.hmm version 3.54\nSequence name: chr1\nSequence length: 10000 bp\n\nPredicted "
      "genes/exons\n\n"
      "Gene Exon Strand Exon           Exon Range     Exon      Start/End\n  1    1   +  Initial  1  9  9  1 1\n",
      "file:1: text of GeneMark.hmm (got 'Eukaryotic GeneMark.hmm version 3.54'");
  refused("GlimmerHMM\nSequence name: chr1\nSequence length: 10000 bp\n\nPredicted genes/exons\n",
          "file:1: text of GlimmerHMM");
  refused(
      "## source-version: geneid v 1.4\n# Sequence chr1 - Length = 10000 bps\n"
      "   First         1      9   1.20  + 0 1  1.0 1.0 1.0 0.0 AA 1:30 gene_1\n",
      "file:3: text of geneid");
  refused(">chr1\nEinit\t1\t9\t+\t5.2\t0\t1\t0\tsnap.1\nEterm\t20\t28\t+\t5.2\t1\t0\t2\tsnap.1\n",
          "file:2: text of SNAP, in ZFF");
  refused(" FGENESH 2.6 Prediction of potential genes\n", "file:1: text of FGENESH");
  CHECK(parse_gff3("chr1 GeneMark.hmm CDS 1 9 . + 0 ID=c\n").errors() == nothing);
  CHECK_THAT(parse("chr1 GeneMark.hmm3 mRNA 1 9 . + . transcript_id \"g.t\"; gene_id \"g\";\n").errors(),
             !contains("text of"));
}

TEST_CASE("an attribute without = is a warning") {
  CHECK_THAT(parse_gff3("chr1 t CDS 1 9 . + 0 ID=a;odd;\n").warnings(),
             contains("file:2: attribute without '=' (got 'odd'"));
}

}  // namespace exonweave::testing
