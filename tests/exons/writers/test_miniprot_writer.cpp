// Models as miniprot writes them, line by line.
#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/writers/gff3_writer.hpp"
#include "exons/writers/miniprot_writer.hpp"
#include "spliced/scoring/protein_matrix.hpp"

using namespace exonweave;
using namespace exonweave::testing;
using spliced::edit;

namespace {

const spliced::substitution_matrix blosum = *spliced::named_protein_matrix("BLOSUM62");

// ATG GCT G|TT TGG TAA
gene_model split_one(const std::string& intron_end = "AG", std::size_t n_before = 2) {
  const auto start = static_cast<std::int64_t>(n_before);
  return model_of_chain({{start, start + 7, 0, false, 0, 2, {{edit::match, 2}}},
                         {start + 15, start + 23, 0, false, 2, 4, {{edit::match, 2}}}},
                        std::string(n_before, 'C') + "ATGGCTGGTAAAA" + intron_end + "TTTGGTAACC", "MSVW",
                        molecule::protein);
}

std::string rows_of(const std::vector<locus_models>& loci) {
  return written(loci, {{"t.fa"}, molecule::protein, {{"t0", "MSVW", 1}, {"t1", "MSVW", 3}}}, gff3_style::miniprot,
                 [](const model_listing& models, const text_sink& sink) {
                   gff3_rows rows;
                   rows.add(models, {blosum}, sink);
                   rows.write_rest(sink);
                 });
}

const std::string paf =
    "t0\t4\t0\t4\t+\tchr1\t1000\t2\t22\t9\t12\t0\tAS:i:17\tms:i:21\tnp:i:4\tfs:i:0\tst:i:0\tda:i:0\tdo:i:0\t"
    "cg:Z:2M11U1M\tcs:Z::1*gctS*gV~gt8ag-tt:1\n";

}  // namespace

TEST_CASE("a model is a line of PAF") {
  const std::string text =
      written({{split_one()}}, {{"t.fa"}, molecule::protein, {{"t0", "MSVW", 1}}}, gff3_style::miniprot,
              [](const model_listing& models, const text_sink& sink) { write_paf(models, {blosum}, sink); });
  CHECK(text == paf);
}

TEST_CASE("in GFF3 it is the PAF line, an mRNA, its CDS with the stop codon, and the stop codon") {
  CHECK(rows_of({{split_one()}}) ==
        "##PAF\t" + paf +
            "chr1\texonweave\tmRNA\t3\t25\t21\t+\t.\t"
            "ID=MP000001;Rank=1;Identity=0.7500;Positive=1.0000;Target=t0 1 4\n"
            "chr1\texonweave\tCDS\t3\t9\t10\t+\t0\tParent=MP000001;Rank=1;Identity=0.6667;Target=t0 1 2\n"
            "chr1\texonweave\tCDS\t18\t25\t11\t+\t2\tParent=MP000001;Rank=1;Identity=1.0000;Target=t0 3 4\n"
            "chr1\texonweave\tstop_codon\t23\t25\t0\t+\t0\tParent=MP000001;Rank=1\n");
}

TEST_CASE("splice sites that are not GT and AG are told, and stop codons within") {
  const std::string rows = rows_of({{split_one("AC")}});
  CHECK(rows.find(";Identity=1.0000;Acceptor=AC;Target=t0 3 4\n") != std::string::npos);
  auto stopped = model_of_chain({{0, 9, 0, false, 0, 3, {{edit::match, 3}}}}, "ATGTAATGG", "MSV", molecule::protein);
  CHECK(rows_of({{stopped}}).find(";StopCodon=1;Target=t0 1 3\n") != std::string::npos);
  CHECK(rows_of({{stopped}}).find("\tst:i:1\tda:i:0\tdo:i:-1\t") != std::string::npos);
  CHECK(rows_of({{stopped}}).find("stop_codon") == std::string::npos);
}

TEST_CASE("the rank is that by score among all models of a target") {
  std::vector<locus_models> loci;
  for (const auto& [score, target] : {std::pair{5, 0}, {9, 0}, {7, 1}, {9, 0}}) {
    auto made = split_one();
    made.score = score;
    made.target = static_cast<std::size_t>(target);
    loci.push_back({made});
  }
  // Sorted by target and score: those of t0 with 9, 9 and 5, that of t1.
  const std::string rows = rows_of(loci);
  CHECK(rows.find("ID=MP000001;Rank=1;") != std::string::npos);
  CHECK(rows.find("ID=MP000002;Rank=2;") != std::string::npos);
  CHECK(rows.find("ID=MP000003;Rank=3;") != std::string::npos);
  CHECK(rows.find("ID=MP000004;Rank=1;") != std::string::npos);
}

TEST_CASE("chains of one locus are models of their own") {
  auto second = split_one();
  second.score = 3;
  const std::string rows = rows_of({{split_one(), second}});
  CHECK(rows.find("ID=MP000001;Rank=1;") != std::string::npos);
  CHECK(rows.find("ID=MP000002;Rank=2;") != std::string::npos);
}

TEST_CASE("the lines of --aln and --trans stand behind the PAF line, in this order") {
  const auto text_with = [](bool with_alignment, bool with_translation) {
    const base_source bases = [](std::size_t, interval where) {
      return std::string("CCATGGCTGGTAAAAAGTTTGGTAACC")
          .substr(static_cast<std::size_t>(where.start), static_cast<std::size_t>(where.length()));
    };
    return written({{split_one()}}, {{"t.fa"}, molecule::protein, {{"t0", "MSVW", 1}}}, gff3_style::miniprot,
                   [&](const model_listing& models, const text_sink& sink) {
                     const miniprot_form form{blosum, with_alignment, with_translation, bases};
                     write_paf(models, form, sink);
                     gff3_rows rows;
                     rows.add(models, form, sink);
                     rows.write_rest(sink);
                   });
  };
  const std::string
      lines =
          "##ATN\tATGGCTGgtaaaaagTTTGGTAA\n##ATA\tM..A..V        ..W..*..\n##AAS\t|  +  |          |     \n"
          "##AQA\tM  S  V          W     \n",
      translation = "##STA\tMAVW*\n";
  const auto is_before_rows = [&](const std::string& text, const std::string& between) {
    return text.starts_with(paf + between + "##PAF\t" + paf + between + "chr1\texonweave\tmRNA\t");
  };
  CHECK(is_before_rows(text_with(false, false), ""));
  CHECK(is_before_rows(text_with(true, false), lines));
  CHECK(is_before_rows(text_with(false, true), translation));
  CHECK(is_before_rows(text_with(true, true), lines + translation));
}

TEST_CASE("rows that waited come in pieces of models that overlap") {
  std::vector<locus_models> loci;
  for (const auto& [n_before, sequence] : {std::pair{2U, 1U}, {17U, 1U}, {62U, 1U}, {2U, 0U}}) {
    loci.push_back({split_one("AG", n_before)});
    loci.back().front().sequence = sequence;
  }
  std::vector<int> n_models;
  (void)written(loci, {{"t.fa"}, molecule::protein, {{"t0", "MSVW", 1}}}, gff3_style::miniprot,
                [&](const model_listing& models, const text_sink&) {
                  miniprot_rows rows;
                  rows.add(models, {blosum});
                  rows.write([&](std::string_view piece) {
                    n_models.push_back(0);
                    for (std::size_t row = 0; (row = piece.find("\tmRNA\t", row)) != std::string_view::npos; ++row)
                      ++n_models.back();
                  });
                });
  CHECK(n_models == std::vector<int>{1, 2, 1});
}

namespace {

// Scores of t1, whose file comes behind that of t0, in the order of the genome, and of t0; t2 has no model.
std::string by_target(const miniprot_listing& how) {
  std::vector<locus_models> loci;
  for (const auto& [score, target] : {std::pair{70, 1U}, {99, 0U}, {100, 1U}, {50, 1U}}) {
    loci.push_back({split_one("AG", 2 + loci.size())});
    loci.back().front().score = score;
    loci.back().front().target = target;
  }
  const target_set targets{
      {"t.fa"}, molecule::protein, {{"t0", "MSVW", 1}, {"t1", "MSVW", 3}, {"t2", "MKK", 5}}, {"t3"}};
  return written(loci, targets, gff3_style::miniprot, [&](const model_listing& models, const text_sink& sink) {
    miniprot_rows rows;
    rows.add(models, {.scores = blosum, .by_target = how});
    rows.write_by_target(targets, how, sink);
  });
}

// Name, start and score of the lines of PAF.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> found;
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
    const std::string line = text.substr(begin, text.find('\n', begin) - begin);
    if (line.starts_with("t"))
      found.push_back(line.substr(0, 2) +
                      (line.find("AS:i:") == std::string::npos
                           ? ""
                           : " " + line.substr(line.find("AS:i:") + 5, line.find("\tms") - line.find("AS:i:") - 5)));
  }
  return found;
}

}  // namespace

TEST_CASE("by target they come in the order of the targets, and best first") {
  CHECK(lines_of(by_target({.lowest_score = 0})) == std::vector<std::string>{"t0 99", "t1 100", "t1 70", "t1 50"});
  CHECK(lines_of(by_target({})) == std::vector<std::string>{"t0 99", "t1 100"});
  CHECK(lines_of(by_target({.lowest_score = 0.7})) == std::vector<std::string>{"t0 99", "t1 100", "t1 70"});
  CHECK(lines_of(by_target({.lowest_score = 0.71})) == std::vector<std::string>{"t0 99", "t1 100"});
  CHECK(lines_of(by_target({.lowest_score = 0, .max_models = 1})) == std::vector<std::string>{"t0 99", "t1 100"});
}

TEST_CASE("targets without a model have a line where it is asked for, those without residues last") {
  const std::string rest = "\t0\t0\t*\t*\t0\t0\t0\t0\t0\t0\n";
  CHECK(by_target({.has_unmapped = true}).ends_with("t2\t3" + rest + "t3\t0" + rest));
  CHECK(by_target({.has_rows = true, .has_unmapped = true}).ends_with("##PAF\tt2\t3" + rest + "##PAF\tt3\t0" + rest));
  CHECK(by_target({.has_unmapped = true, .max_models = 0}).starts_with("t0\t4" + rest + "t1\t4" + rest));
}

TEST_CASE("by target rows have miniprot's source, and IDs in the order of the output") {
  const std::string rows = by_target({.has_rows = true, .id_prefix = "X", .lowest_score = 0.7});
  CHECK(rows.find("\texonweave\t") == std::string::npos);
  const auto mrna_at = [&](const std::string& attributes) { return rows.find("\t.\t" + attributes); };
  CHECK(mrna_at("ID=X000001;Rank=1;Identity=0.7500;Positive=1.0000;Target=t0 1 4\n") < mrna_at("ID=X000002;Rank=1;"));
  CHECK(mrna_at("ID=X000002;Rank=1;") < mrna_at("ID=X000003;Rank=2;"));
  CHECK(rows.find("\tminiprot\tstop_codon\t23\t25\t0\t+\t0\tParent=X000003;Rank=2\n") != std::string::npos);
  CHECK(by_target({.has_rows = true, .id_delimiter = "@", .lowest_score = 0.7}).find("Parent=t1@2;Rank=2;") !=
        std::string::npos);
}

TEST_CASE("by target the PAF line and its differences can be left out") {
  CHECK(by_target({.has_differences = false}).find("\tcs:Z:") == std::string::npos);
  CHECK(by_target({.has_differences = false}).find("\tcg:Z:2M11U1M\n") != std::string::npos);
  const std::string rows = by_target({.has_paf = false, .has_rows = true});
  CHECK(rows.find("AS:i:") == std::string::npos);
  CHECK(rows.starts_with("chr1\tminiprot\tmRNA\t4\t"));
}

TEST_CASE("by target and with residues a first exon of 1 nt is left out, on either strand") {
  // A|TG GCT GTT TGG TAA
  const std::string sequence = "CCAGTAAAAAGTGGCTGTTTGGTAACC";
  const auto lines = [&](strand on, bool with_alignment) {
    const target_set targets{{"t.fa"}, molecule::protein, {{"t0", "MSVW", 1}}};
    const bool is_forward = on == strand::forward;
    const auto lone = model_of_chain({{2, 3, 0, false, 0, 0, {}}, {11, 25, 0, false, 0, 4, {{edit::match, 4}}}},
                                     sequence, "MSVW", molecule::protein, on);
    const base_source bases = [&](std::size_t, interval where) {
      return (is_forward ? sequence : reverse_complement(sequence))
          .substr(static_cast<std::size_t>(where.start), static_cast<std::size_t>(where.length()));
    };
    return written({{lone}}, targets, gff3_style::miniprot, [&](const model_listing& models, const text_sink& sink) {
      miniprot_rows rows;
      rows.add(models,
               {.scores = blosum, .with_alignment = with_alignment, .bases = bases, .by_target = miniprot_listing{}});
      rows.write_by_target(targets, {}, sink);
    });
  };
  for (const strand on : {strand::forward, strand::reverse}) {
    CHECK(lines(on, false).find("\tcg:Z:11U3M\t") != std::string::npos);
    const std::string cut = lines(on, true);
    CHECK(cut.starts_with(on == strand::forward ? "t0\t4\t1\t4\t+\tchr1\t1000\t13\t22\t"
                                                : "t0\t4\t1\t4\t-\tchr1\t1000\t5\t14\t"));
    CHECK(cut.find("\tda:i:-1\tdo:i:0\tcg:Z:3M\t") != std::string::npos);
    CHECK(cut.ends_with("##ATN\tGCTGTTTGGTAA\n##ATA\tA..V..W..*..\n##AAS\t+  |  |     \n##AQA\tS  V  W     \n"));
  }
}
