// GENSCAN text in all its forms: what is read from it, what is refused as cut, which sequence it is about.
#include <cmath>

#include "catch.hpp"
#include "exons/candidate_text.hpp"

namespace exonweave::testing {
namespace {

const std::string head = "GENSCAN 1.0\tDate run: 1-Jan-100\tTime: 00:00:00\n\n";
const std::string named = "Sequence chr1 : 20000 bp : 50.00% C+G : Isochore 2 (43 - 51 C+G%)\n\n";
const std::string header =
    "Parameter matrix: HumanIso.smat\n\nPredicted genes/exons:\n\n"
    "Gn.Ex Type S .Begin ...End .Len Fr Ph I/Ac Do/T CodRg P.... Tscr..\n"
    "----- ---- - ------ ------ ---- -- -- ---- ---- ----- ----- ------\n\n";
const std::string forward_gene =
    " 1.00 Prom +    100    139   40                              -7.92\n"
    " 1.01 Init +   1664   1774  111  1  0   94   83   212 0.997  21.33\n"
    " 1.02 Intr +   2042   2220  179  1  2  104   66   408 0.996  40.12\n"
    " 1.03 Term +   3231   3351  121  0  1  115   48   202 0.980  18.31\n"
    " 1.04 PlyA +   3722   3727    6                              -5.80\n\n";
const std::string reverse_gene =
    " 2.03 PlyA -  16654  16649    6                               2.27\n"
    " 2.02 Term -  17204  17154   51  2  0   92   46    80 0.293   4.21\n"
    " 2.01 Init -  17989  17963   27  1  0   79   57   -16 0.269  -5.05\n";
const std::string peptides = "Predicted peptide sequence(s):\n\n\n>chr1|GENSCAN_predicted_peptide_1|2_aa\nMT\n";
const std::string whole = head + named + header + forward_gene + reverse_gene + "\n" + peptides;

const std::string suboptimal =
    "Suboptimal exons with probability > 0.010\n\n"
    "Exnum Type S .Begin ...End .Len Fr Ph B/Ac Do/T CodRg P.... Tscr..\n"
    "----- ---- - ------ ------ ---- -- -- ---- ---- ----- ----- ------\n\n"
    "S.001 Init +   5001   5030   30  2  0   54   58    63 0.029   0.55\n"
    "S.002 Sngl -   6300   6241   60  2  0   54   58    63 0.011  -1.50\n\n";

sequence_catalog one_sequence() { return catalog_of({{"chr1", 20000}, {"chr2", 500}}); }

parsed_text parse(const std::string& text) { return parse_text(text, one_sequence()); }

// Each line followed by an empty one, as the web page shows it.
std::string as_web_page(const std::string& text) {
  std::string spread;
  for (const char c : text) spread += c == '\n' ? "\n\n" : std::string(1, c);
  return spread;
}

std::string with(std::string text, const std::string& old_text, const std::string& new_text) {
  const auto position = text.find(old_text);
  REQUIRE(position != std::string::npos);
  return text.replace(position, old_text.size(), new_text);
}

void check_whole(const parsed_text& parsed) {
  CHECK(parsed.format == candidate_format::genscan);
  CHECK(parsed.errors().empty());
  CHECK(parsed.warnings().empty());
  REQUIRE(parsed.exons.size() == 5);
  const auto& initial = parsed.exons[0];
  CHECK(initial.id == "1.01");
  CHECK(initial.where == interval{1663, 1774});
  CHECK(initial.on == strand::forward);
  CHECK(initial.type == exon_type::initial);
  CHECK(initial.phase == 0);
  CHECK(initial.score == 21.33);
  CHECK(initial.probability == 0.997);
  const auto& last = parsed.exons[3];
  CHECK(last.where == interval{17153, 17204});
  CHECK(last.on == strand::reverse);
  CHECK(last.type == exon_type::terminal);
}

}  // namespace

TEST_CASE("a GENSCAN text gives its exons, without promoters and poly-A signals") { check_whole(parse(whole)); }

TEST_CASE("the web page's form with an empty line after each line gives the same") {
  check_whole(
      parse("GENSCANW output for sequence 06:34:45\n\n<pre>" + as_web_page(whole) +
            "\nExplanation\n\nGn.Ex : gene number, exon number (for reference)\nType  : Init = Initial exon\n"));
}

TEST_CASE("peptides and coding sequences after the table are skipped") {
  check_whole(parse(whole + "\n>chr1|GENSCAN_predicted_CDS_1|6_bp\natgact\n"));
}

TEST_CASE("rows of the suboptimal section are candidates too") {
  const auto parsed = parse(head + named + header + forward_gene + suboptimal + peptides);
  CHECK(parsed.errors().empty());
  REQUIRE(parsed.exons.size() == 5);
  CHECK(parsed.exons[3].id == "S.001");
  CHECK(parsed.exons[3].probability == 0.029);
  CHECK(parsed.exons[4].type == exon_type::single);
  CHECK(parsed.exons[4].where == interval{6240, 6300});
}

TEST_CASE("a suboptimal section without exons is no problem") {
  const auto none =
      with(suboptimal, suboptimal.substr(suboptimal.find("S.001")), "NO EXONS FOUND AT GIVEN PROBABILITY CUTOFF\n");
  const auto parsed = parse(head + named + header + forward_gene + none + peptides);
  CHECK(parsed.errors().empty());
  CHECK(parsed.warnings().empty());
  CHECK(parsed.exons.size() == 3);
}

TEST_CASE("a file may hold the texts of several sequences") {
  const auto second =
      with(with(whole, "Sequence chr1 : 20000", "Sequence other.fa : 30000"), "1.0\tDate", "1.0\tDate ");
  const auto parsed = parse_text(whole + "\n" + second, catalog_of({{"chr1", 20000}, {"other", 30000}}));
  CHECK(parsed.errors().empty());
  REQUIRE(parsed.exons.size() == 10);
  CHECK(parsed.exons[4].sequence == 0);
  CHECK(parsed.exons[5].sequence == 1);
}

TEST_CASE("a sequence is found by its name, its file name, and that without extensions") {
  const auto in_text =
      GENERATE(as<std::string>(), "chr1", "/tmp/chr1", "chr1.fa", "C:\\data\\chr1.fa", "x/y.z/chr1.fa.masked");
  CAPTURE(in_text);
  const auto parsed = parse(with(whole, "Sequence chr1", "Sequence " + in_text));
  CHECK(parsed.errors().empty());
  CHECK(parsed.exons.size() == 5);
}

TEST_CASE("the only sequence of genome and text is taken when the lengths agree, with a warning") {
  const auto text = with(whole, "Sequence chr1", "Sequence /tmp/02_18_21-06:34:45.fasta");
  const auto taken = parse_text(text, catalog_of({{"contig", 20000}}));
  CHECK(taken.errors().empty());
  CHECK(taken.exons.size() == 5);
  CHECK(taken.warnings().find("took its only sequence") != std::string::npos);
  const auto other_length = parse_text(text, catalog_of({{"contig", 19994}}));
  CHECK(other_length.errors().find("file:3: unknown sequence (got '/tmp/02_18_21-06:34:45.fasta'") == 0);
  CHECK(other_length.errors().find("contig, has 19994 bp, the text says 20000 bp") != std::string::npos);
  CHECK(parse(text).errors().find("unknown sequence") != std::string::npos);
}

TEST_CASE("an unknown sequence is an error that names the nearest") {
  const auto parsed = parse(with(whole, "Sequence chr1", "Sequence chr7"));
  CHECK(parsed.errors().find("file:3: unknown sequence (got 'chr7'") == 0);
  CHECK(parsed.errors().find("did you mean chr1, chr2?") != std::string::npos);
  CHECK(parsed.exons.empty());
}

TEST_CASE("a sequence whose length differs from the genome's is an error") {
  const auto parsed = parse_text(whole, catalog_of({{"chr1", 19994}}));
  CHECK(parsed.errors() ==
        "file:3: sequence length differs from the genome's (got '20000 bp', need 19994 bp, the length of "
        "chr1). "
        "Hint: The text was made from another version of this sequence\n");
}

TEST_CASE("NO EXONS/GENES is a warning") {
  const auto parsed = parse(head + named + header + "NO EXONS/GENES PREDICTED IN SEQUENCE\n\n" + peptides);
  CHECK(parsed.errors().empty());
  CHECK(parsed.warnings() == "file:3: GENSCAN predicts no exon on a sequence (got 'chr1')\n");
}

TEST_CASE("score columns may be missing from the header or from every row") {
  const std::string scoreless =
      " 1.01 Init +   1664   1774  111  1  0\n"
      " 1.02 Term +   3231   3351  121  0  1\n\n";
  const auto short_header = with(header, " I/Ac Do/T CodRg P.... Tscr..", "");
  const std::string before = head + named;
  const std::string rows = scoreless + peptides;
  const std::vector<std::string> texts{before + header + rows, before + short_header + rows};
  for (const auto& text : texts) {
    const auto parsed = parse(text);
    CHECK(parsed.errors().empty());
    REQUIRE(parsed.exons.size() == 2);
    CHECK(std::isnan(parsed.exons[0].score));
    CHECK(std::isnan(parsed.exons[0].probability));
    CHECK(parsed.exons[1].phase == (0 + 1 - 3231 % 3 + 3) % 3);
  }
}

TEST_CASE("a text without frames gives unknown phases, with a warning") {
  const auto short_header = with(header, " Fr Ph I/Ac Do/T CodRg P.... Tscr..", "");
  const auto parsed = parse(head + named + short_header + " 1.01 Init +   1664   1774  111\n" + peptides);
  REQUIRE(parsed.exons.size() == 1);
  CHECK(parsed.exons[0].phase == no_phase);
  CHECK(parsed.warnings() == "file:12: no frame, so the phase stays unknown\n");
}

TEST_CASE("a row that is damaged is told with its value and what it needs") {
  struct damage {
    std::string old_text, new_text, message;
  };
  const auto& [old_text, new_text, message] = GENERATE(values<damage>({
      {"   1664   1774  111", "   1774   1664  111", "end lies before start (got '1774..1664', need Begin <= End)"},
      {"  17204  17154   51", "  17154  17204   51", "start lies before end on the minus strand (got '17154..17204'"},
      {"   1664   1774  111", "      0   1774 1774", "Begin is 0 (got '0', need at least 1). Hint: 0-based?"},
      {"   1664   1774  111", "     -5   1774 1774", "Begin is negative (got '-5', need at least 1)"},
      {"   1664   1774  111", "   1664  21774  111", "length differs from Begin and End (got '111', need 20111)"},
      {"   1664   1774  111", "   1664  21774 20111",
       "end lies beyond the sequence (got '1664..21774', need 1..20000)"},
      {"   1664", "   16x4", "Begin is not a whole number (got '16x4'"},
      {"   1664", " 9223372036854775809", "Begin does not fit 64 bits"},
      {"Init +", "Init .", "bad strand (got '.', need + or -)"},
      {"  1  0   94", "  3  0   94", "frame is out of range (got '3', need 0, 1 or 2)"},
      {" 21.33", " 21.x3", "score is not a number (got '21.x3'"},
      {" 21.33", "   nan", "score is not a finite number (got 'nan'"},
      {"0.997", "1.997", "probability is out of range (got '1.997', need 0..1)"},
      {"1.01 Init", "1.01 Exon", "GENSCAN row is cut or garbled (got 'Exon'"},
      {" 21.33", " 21.33 7", "GENSCAN row is cut or garbled (got '14 values', need 13 values"},
      {"   212 0.997  21.33", "   212", "GENSCAN row is cut or garbled (got '11 values', need 13 values"},
  }));
  CAPTURE(old_text, new_text);
  CHECK(parse(with(whole, old_text, new_text)).errors().find(message) != std::string::npos);
}

TEST_CASE("all bad rows are told at once, and good rows between them are read") {
  const auto parsed = parse(with(with(whole, "Init +", "Init ?"), "Term +", "Term ?"));
  CHECK(parsed.problems.error_count() == 2);
  CHECK(parsed.exons.size() == 3);
}

TEST_CASE("an exon row outside of a table is an error") {
  const auto row = forward_gene.substr(forward_gene.find(" 1.01"), 67);
  CHECK(parse(whole + row).errors().find("exon row outside of a table") != std::string::npos);
  CHECK(parse(with(whole, " 1.02", "Page 2 of 3\n 1.02")).problems.error_count() == 6);
}

// The promise: however the text is cut, either all its exons are there, or it is refused, or a warning says
// that it ends with its table.
TEST_CASE("no cut of a text loses an exon silently") {
  const std::string text = head + named + header + forward_gene + reverse_gene + "\n" + suboptimal + peptides;
  const std::size_t n_whole = parse(text).exons.size();
  REQUIRE(n_whole == 7);
  for (std::size_t length = 0; length < text.size(); ++length) {
    CAPTURE(length, text.substr(length > 60 ? length - 60 : 0, std::min<std::size_t>(length, 60)));
    const auto parsed = parse(text.substr(0, length));
    const bool is_whole = parsed.exons.size() == n_whole;
    const bool is_warned = parsed.warnings().find("rows may be missing") != std::string::npos;
    CHECK((is_whole || is_warned || parsed.problems.error_count() > 0));
  }
}

TEST_CASE("a text cut before its first row or within a row is refused") {
  const std::string text = head + named + header + forward_gene + reverse_gene;
  const std::size_t first_row_end = text.find(" 1.01");
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto cut = text.substr(0, length);
    const auto line = cut.substr(cut.find_last_of('\n') + 1);
    const bool is_before_rows = length + 1 < first_row_end - 1 && cut.find(" 1.00") == std::string::npos;
    const bool is_within_row =
        length > first_row_end && line.find_first_not_of(' ') != std::string::npos && text[length] != '\n';
    if (!is_before_rows && !is_within_row) continue;
    CAPTURE(length, line);
    CHECK(parse(cut).problems.error_count() > 0);
  }
}

TEST_CASE("a text that ends right after its table is accepted with a warning") {
  const auto parsed = parse(head + named + header + forward_gene + reverse_gene);
  CHECK(parsed.errors().empty());
  CHECK(parsed.exons.size() == 5);
  CHECK(parsed.warnings().find("GENSCAN text ends with its table, so rows may be missing") != std::string::npos);
}

TEST_CASE("every cut within the peptides is refused, and so is a record that is shorter than it says") {
  const std::size_t keyword = whole.find("Predicted peptide") + std::string("Predicted peptide").size();
  const std::size_t last = whole.rfind("MT") + 1;
  for (std::size_t length = keyword; length <= last; ++length) {
    CAPTURE(whole.substr(length - 20, 20));
    CHECK(parse(whole.substr(0, length)).errors().find("GENSCAN text is cut") != std::string::npos);
  }
  check_whole(parse(whole.substr(0, whole.rfind("MT") + 2)));
  const auto shorter = with(whole, "|2_aa", "|3_aa");
  CHECK(parse(shorter).errors().find("GENSCAN text is cut (got '2 letters', need 3, as the header says)") !=
        std::string::npos);
  CHECK(parse(shorter + whole).errors().find("got '2 letters'") != std::string::npos);
  check_whole(parse(with(whole, "\nMT\n", "\n\nM\n\nT\n")));
}

TEST_CASE("a text that announces a table and does not show it is refused") {
  CHECK(parse(head).errors().find("file:1: GENSCAN text is cut (need a line 'Sequence NAME") == 0);
  CHECK(parse(head + named).errors().find("file:3: GENSCAN text is cut (need a table of exons") == 0);
  CHECK(parse(head + named + peptides).errors().find("file:3: GENSCAN text is cut (need a table of exons") == 0);
  CHECK(parse(head + named + header).errors().find("GENSCAN text is cut (need rows, or NO EXONS") != std::string::npos);
  CHECK(parse(head + header + forward_gene + peptides).errors().find("table without a sequence") != std::string::npos);
  CHECK(parse(suboptimal).errors().find("table without a sequence") != std::string::npos);
  CHECK(parse(head + peptides + header + forward_gene).errors().find("table without a sequence") != std::string::npos);
}

}  // namespace exonweave::testing
