#include <cmath>
#include <initializer_list>
#include <map>
#include <string>
#include <tuple>

#include "catch.hpp"
#include "conformance/seeds.hpp"
#include "exons/gene_finding/gene_finder.hpp"
#include "exons/gene_finding/gene_learning.hpp"
#include "exons/gene_finding/listed_parses.hpp"
#include "exons/gene_finding/made_genes.hpp"
#include "exons/gene_finding/short_problems.hpp"

using exonweave::testing::listed_gene;
using exonweave::testing::made_genes;
using exonweave::testing::short_problem;
using exonweave::testing::temporary_file;
using namespace exonweave;

namespace {

// What an exon is by itself: two of other genes may be the same.
using exon_key = std::tuple<strand, interval, std::int64_t, std::string, std::string>;

// In reading direction: the bases of the first codon that are before the exon, and what its ends are.
exon_key key_of(const listed_gene& gene, std::size_t e) {
  std::int64_t n_before = gene.n_missing;
  const std::size_t n = gene.exons.size();
  const bool is_forward = gene.on == strand::forward;
  for (std::size_t k = 0; k < (is_forward ? e : n - 1 - e); ++k)
    n_before += gene.exons[is_forward ? k : n - 1 - k].length();
  const std::size_t in_reading = is_forward ? e : n - 1 - e;
  const std::string begin = in_reading > 0 ? "acceptor" : gene.has_start ? "start" : "cut";
  const std::string end = in_reading + 1 < n ? "donor" : gene.has_stop ? "stop" : "cut";
  return {gene.on, gene.exons[e], n_before % 3, begin, end};
}

// Bases of its first codon, in reading direction: unknown bases score the same in all frames.
std::int64_t n_missing(const parsed_gene& gene) {
  return gene.on == strand::forward ? gene.exons.front().n_before_left : (3 - gene.exons.back().n_before_right) % 3;
}

}  // namespace

TEST_CASE("probabilities are those of all parses that can be listed") {
  constexpr std::uint64_t n_cases = exonweave::testing::n_cases(800);
  constexpr double tolerance = 1e-6;
  std::size_t n_genes = 0, n_unsure = 0;
  for (std::uint64_t seed = exonweave::testing::seed_offset(), last = seed + n_cases; seed < last; ++seed) {
    const short_problem made(seed);
    const auto genes = exonweave::testing::list_genes(made.letters, *made.parameters, made.code, made.hints);
    const sequence_parse parse = find_best_parse(made.get());
    const auto found = probabilities_of(made.get(), parse);
    double all = 0;
    std::map<const listed_gene*, double> of_gene;
    std::map<exon_key, double> of_exon;
    std::vector<const listed_gene*> chosen;
    exonweave::testing::visit_parses(genes, 0, chosen, 0, [&](const auto& listed, finding_score score) {
      const double likelihood = std::exp2(to_bits(score));
      all += likelihood;
      for (const listed_gene* gene : listed) {
        of_gene[gene] += likelihood;
        for (std::size_t e = 0; e < gene->exons.size(); ++e) of_exon[key_of(*gene, e)] += likelihood;
      }
    });
    CAPTURE(seed, made.letters);
    REQUIRE(std::abs(log_of_all_parses(made.get()) - std::log2(all)) < tolerance);
    REQUIRE(found.size() == parse.genes.size());
    for (std::size_t g = 0; g < parse.genes.size(); ++g) {
      const parsed_gene& gene = parse.genes[g];
      const auto listed = std::ranges::find_if(genes, [&](const listed_gene& other) {
        return other.on == gene.on && other.score == gene.score && other.n_missing == n_missing(gene) &&
               other.has_start == gene.has_start() && other.has_stop == gene.has_stop() &&
               std::ranges::equal(gene.exons, other.exons, {}, [](const parsed_exon& exon) { return exon.where; });
      });
      REQUIRE(listed != genes.end());
      ++n_genes;
      n_unsure += found[g].gene < 0.9;
      REQUIRE(std::abs(found[g].gene - of_gene[&*listed] / all) < tolerance);
      for (std::size_t e = 0; e < gene.exons.size(); ++e)
        REQUIRE(std::abs(found[g].exons[e] - of_exon[key_of(*listed, e)] / all) < tolerance);
    }
  }
  CHECK(n_genes > n_cases / 2);
  CHECK(n_unsure > n_genes / 4);
}

TEST_CASE("genes are found again by what was learnt from them, the same ones by any number of threads") {
  made_genes made(40);
  const gene_parameters parameters = made.learn();
  const std::vector<gene_hints> no_hints(2);
  const auto genes = find_genes(made.where(), parameters, no_hints, finding_depth::probabilities);
  CHECK(made.count_found(genes) >= 38);
  const auto again = find_genes(made.where(3), parameters, no_hints, finding_depth::probabilities);
  for (std::size_t s = 0; s < 2; ++s)
    for (std::size_t g = 0; g < genes[s].size(); ++g) {
      CHECK(again[s][g].gain == genes[s][g].gain);
      CHECK(again[s][g].probability == genes[s][g].probability);
      CHECK(genes[s][g].probability > 0);
      CHECK(genes[s][g].probability <= genes[s][g].exons.front().probability + 1e-9);
    }
}

TEST_CASE("a sequence that is parsed in pieces has the genes of the whole") {
  made_genes made(40);
  const gene_parameters parameters = made.learn();
  std::string text;
  while (std::ssize(text) < 2 * piece_length) text += made.texts[0];
  const temporary_file file(">long\n" + text + "\n", ".fa");
  report problems;
  genome sequences = genome::open(file.path(), problems);
  problems.throw_if_errors();
  const piece_counts pieces = count_pieces(sequences.catalog());
  CHECK(pieces.n == 2);
  CHECK(pieces.n_bases == std::ssize(text) + 2 * piece_flank);  // on both sides of where they meet
  gene_hints hints;
  for (std::int64_t middle = piece_length - 3000; middle < piece_length + 3000; middle += 500)
    hints.introns.push_back({{middle - 200, middle + 200}, strand::forward, to_finding_score(2)});
  hints.sort();
  const auto whole = find_genes(text, parameters, standard_code(), hints, finding_depth::genes);
  REQUIRE(whole.size() > 1000);
  const genetic_codes codes;
  const run_control control;
  for (const std::size_t n_threads : std::initializer_list<std::size_t>{1, 3}) {
    const auto genes = find_genes({sequences, codes, n_threads, control}, parameters, {hints}, finding_depth::genes);
    REQUIRE(genes.size() == 1);
    REQUIRE(genes[0].size() == whole.size());
    for (std::size_t g = 0; g < whole.size(); ++g) {
      CHECK(genes[0][g].on == whole[g].on);
      CHECK(genes[0][g].gain == whole[g].gain);
      CHECK(std::ranges::equal(genes[0][g].exons, whole[g].exons, {}, &found_exon::where, &found_exon::where));
    }
  }
}

TEST_CASE("what is learnt is the same by any number of threads, and from genes in pieces as from all of them") {
  made_genes made(40);
  const gene_counts counts = count_genes(made.where(), made.transcripts);
  CHECK(counts.n_genes == 40);
  CHECK(counts.intron_lengths.size() == 40);
  CHECK(count_genes(made.where(3), made.transcripts) == counts);
  const intergenic_counts others = count_intergenic(made.where(), made.transcripts);
  CHECK(count_intergenic(made.where(3), made.transcripts) == others);

  std::string text;
  std::vector<annotated_transcript> far;
  while (std::ssize(text) < 2'100'000) {  // nt: genes at both ends of several pieces
    for (annotated_transcript each : made.transcripts) {
      if (each.sequence != 0) continue;
      for (interval& exon : each.exons) exon = {exon.start + std::ssize(text), exon.end + std::ssize(text)};
      far.push_back(each);
    }
    text += made.texts[0];
  }
  const temporary_file file(">long\n" + text + "\n", ".fa");
  report problems;
  genome sequences = genome::open(file.path(), problems);
  problems.throw_if_errors();
  const genetic_codes codes;
  const run_control control;
  const gene_counts whole = count_genes({sequences, codes, 2, control}, far);
  gene_counts expected;
  const masked_bases forward(text), reverse = forward.reverse_complement();
  for (const annotated_transcript& each : far) {
    std::vector<interval> exons = each.exons;
    if (each.on == strand::reverse) {
      for (interval& exon : exons) exon = flip(exon, forward.length());
      std::ranges::reverse(exons);
    }
    expected.add(each.on == strand::forward ? forward : reverse, exons, standard_code());
  }
  expected.branches = whole.branches;
  CHECK(whole == expected);
  CHECK(whole.n_genes > 300);
}

TEST_CASE("a short sequence is a piece without flanks") {
  const made_genes made(4);
  const piece_counts pieces = count_pieces(made.sequences->catalog());
  CHECK(pieces.n == 2);
  CHECK(pieces.n_bases == std::ssize(made.texts[0]) + std::ssize(made.texts[1]));
}

TEST_CASE("the self-test finds the genes that it did not learn from") {
  made_genes made(40);
  const auto result = self_test(made.where(2), made.transcripts, count_intergenic(made.where(), made.transcripts));
  CHECK(result.n_genes == 40);
  CHECK(result.fraction() > 0.8);
}

TEST_CASE("genes are cut at the ends of a sequence and at gaps, with the phase of what is left") {
  made_genes made(40);
  const gene_parameters parameters = made.learn();
  const annotated_transcript& truth = made.transcripts[1];
  REQUIRE(truth.on == strand::forward);
  const std::string& text = made.texts[truth.sequence];
  const interval first = truth.exons.front();
  for (std::int64_t n_lost = 10; n_lost < 13; ++n_lost) {
    const std::string rest = text.substr(static_cast<std::size_t>(first.start + n_lost),
                                         static_cast<std::size_t>(truth.exons.back().end + 200 - first.start - n_lost));
    for (const std::string& before : {std::string(), std::string(200, 'N')}) {
      const auto genes = find_genes(before + rest, parameters, standard_code(), {}, finding_depth::genes);
      CAPTURE(n_lost, before.size());
      REQUIRE_FALSE(genes.empty());
      CHECK_FALSE(genes.front().has_start);
      CHECK(genes.front().has_stop);
      CHECK(genes.front().span().start == std::ssize(before));
      CHECK(genes.front().phase == (3 - n_lost % 3) % 3);
    }
    const auto turned = find_genes(reverse_complement(rest), parameters, standard_code(), {}, finding_depth::genes);
    REQUIRE_FALSE(turned.empty());
    CHECK(turned.back().span().end == std::ssize(rest));
    CHECK(turned.back().phase == (3 - n_lost % 3) % 3);
  }
}

TEST_CASE("hints make a gene of what would be none") {
  made_genes made(40);
  const gene_parameters parameters = made.learn();
  const std::string text = "CCATGTCTTCATCTTCATCTTCATCTTAACC";
  CHECK(find_genes(text, parameters, standard_code(), {}, finding_depth::genes).empty());
  gene_hints hints;
  hints.add_gene({{2, 29}}, strand::forward, {}, 20);
  hints.sort();
  const auto genes = find_genes(text, parameters, standard_code(), hints, finding_depth::probabilities);
  REQUIRE(genes.size() == 1);
  CHECK(genes.front().span() == interval{2, 29});
  CHECK(genes.front().probability > 0.9);
}

TEST_CASE("training genes are whole, sure, and one at each place") {
  made_genes made(6);
  auto transcripts = made.transcripts;
  transcripts[1].support = 0.3;
  transcripts[2].exons.back().end -= 1;
  annotated_transcript shorter = transcripts[3];
  shorter.support = 0.95;
  transcripts.push_back(shorter);
  const auto is_whole = which_are_whole(made.where(), transcripts);
  CHECK(is_whole == std::vector<bool>{true, true, false, true, true, true, true});
  const auto chosen = choose_training_genes(transcripts, is_whole);
  std::vector<std::string> ids;
  for (const annotated_transcript& each : chosen) ids.push_back(each.id);
  CHECK(ids == std::vector<std::string>{transcripts[0].id, transcripts[3].id, transcripts[4].id, transcripts[5].id});
}

TEST_CASE("whole genes are hints, and of others those with an open frame in their phase") {
  made_genes made(8);
  auto transcripts = made.transcripts;
  const auto cut = [&](std::size_t t, std::int64_t n_begin, std::int64_t n_end, std::int8_t phase) {
    auto& exons = transcripts[t].exons;
    const bool is_forward = transcripts[t].on == strand::forward;
    exons.front().start += is_forward ? n_begin : n_end;
    exons.back().end -= is_forward ? n_end : n_begin;
    transcripts[t].phase = phase;
  };
  cut(0, 4, 0, 2);         // reverse
  cut(1, 5, 7, 1);         // forward
  cut(2, 4, 0, no_phase);  // nobody knows its frame
  transcripts[4].phase = 0;
  transcripts[4].exons.back().end += 3;  // its stop codon lies within
  const genome_hints hints = hints_of(made.where(), transcripts);
  CHECK(hints.counts.n_whole == 4);
  CHECK(hints.counts.n_partial == 2);
  CHECK(hints.counts.n_left_out == 2);
  CHECK(hints.counts.n_hints() == 6);
  std::size_t n_codons = 0;
  for (const gene_hints& each : hints.by_sequence) n_codons += each.codons.size();
  CHECK(n_codons == 2 * hints.counts.n_whole);
  const genome_hints whole = hints_of(made.where(), made.transcripts);
  CHECK(whole.counts.n_whole == 8);
  for (std::size_t s = 0; s < 2; ++s) {  // the frames are those of the whole genes
    const auto& pieces = hints.by_sequence[s].codings;
    CHECK_FALSE(pieces.empty());
    for (const gene_hints::coding& piece : pieces)
      CHECK(std::ranges::any_of(whole.by_sequence[s].codings, [&](const gene_hints::coding& each) {
        return each.on == piece.on && each.where.contains(piece.where) &&
               (each.n_before + piece.where.start - each.where.start) % codon_size == piece.n_before;
      }));
  }
}

TEST_CASE("scores of a table add to those of splice sites, on both strands") {
  made_genes made(40);
  const gene_parameters parameters = made.learn();
  const auto n_found = [&](written_score of_true_sites) {
    splice_scores listed(made.sequences->catalog(), score_unit::halves());
    for (const annotated_transcript& each : made.transcripts) {
      const bool is_forward = each.on == strand::forward;
      const std::int64_t left = each.exons[0].end, right = each.exons[1].start;
      listed.add(each.sequence, each.on, splice_end::donor, is_forward ? left : right, of_true_sites);
      listed.add(each.sequence, each.on, splice_end::acceptor, is_forward ? right : left, of_true_sites);
    }
    listed.finish();
    std::vector<gene_hints> hints(2);
    add_sites(listed, hints);
    CHECK(to_bits(hints[0].unlisted_site) == -3.5);
    CHECK(hints[0].sites.size() == made.transcripts.size());
    CHECK(to_bits(hints[0].sites[0].score) == static_cast<double>(of_true_sites.halves()) / 4 + 3.5);
    return made.count_found(find_genes(made.where(), parameters, hints, finding_depth::genes));
  };
  CHECK(n_found(10) >= 39);
  CHECK(n_found(-200) == 0);
}

TEST_CASE("a frame is open up to its last codon") {
  const masked_bases bases("CATGTGATGA");
  const auto is_open = [&](const std::vector<interval>& exons, std::int64_t phase) {
    return has_open_frame(bases, exons, phase, standard_code());
  };
  CHECK(is_open({{0, 10}}, 0));        // CAT GTG ATG A
  CHECK_FALSE(is_open({{0, 10}}, 1));  // C ATG TGA TGA
  CHECK(is_open({{0, 9}}, 1));         // C ATG TGA TG
  CHECK(is_open({{0, 3}, {7, 10}}, 0));
  CHECK_FALSE(is_open({{1, 5}, {8, 10}, {1, 4}}, 0));  // ATG TGA ATG
  CHECK_FALSE(is_open({{0, 4}}, 2));                   // no codon
}

TEST_CASE("genes are found in sequences of any length, and none where no base is known") {
  made_genes made(40);
  const gene_parameters parameters = made.learn();
  const std::string text = "ATGTAACTTACAT";
  for (std::size_t n = 0; n <= text.size(); ++n)
    for (const found_gene& gene :
         find_genes(text.substr(0, n), parameters, standard_code(), {}, finding_depth::probabilities)) {
      CAPTURE(n);
      CHECK(interval{0, static_cast<std::int64_t>(n)}.contains(gene.span()));
    }
  for (const std::size_t n : std::initializer_list<std::size_t>{1, 9, 10, 11, 100})
    CHECK(find_genes(std::string(n, 'N'), parameters, standard_code(), {}, finding_depth::probabilities).empty());
}

TEST_CASE("a hint of any size makes its gene certain and leaves the others as they are") {
  made_genes made(20);
  const gene_parameters parameters = made.learn();
  const annotated_transcript& hinted = *std::ranges::find_if(
      made.transcripts, [](const auto& each) { return each.sequence == 0 && each.on == strand::forward; });
  const interval intron{hinted.exons.front().end, hinted.exons.back().start};
  const auto find = [&](const gene_hints& hints) {
    return find_genes(made.where(), parameters, {hints, {}}, finding_depth::probabilities)[0];
  };
  const auto without = find({});
  const masked_bases forward(made.texts[0]), reverse = forward.reverse_complement();
  const auto bits_of_all = [&](const gene_hints& hints) {
    return log_of_all_parses({parameters, standard_code(), forward, reverse, hints});
  };
  for (const double bits : {24.0, 600.0, 1032.0, 5000.0}) {
    CAPTURE(bits);
    gene_hints hints;
    hints.introns.push_back({intron, hinted.on, to_finding_score(bits)});
    hints.codings.push_back({hinted.exons.front(), hinted.on, 0, to_finding_score(bits / 120)});
    const auto genes = find(hints);
    REQUIRE(genes.size() == without.size());
    std::size_t n_hinted = 0;
    for (std::size_t g = 0; g < genes.size(); ++g) {
      const bool is_hinted = std::ranges::equal(genes[g].exons, hinted.exons, {}, &found_exon::where);
      n_hinted += is_hinted;
      CHECK(genes[g].probability >= (is_hinted ? 0.99 : without[g].probability - 1e-6));
      CHECK(genes[g].probability <= (is_hinted ? 1 : without[g].probability + 1e-6));
    }
    CHECK(n_hinted == 1);
    // Exons earn nothing for the start codon.
    const auto n_coding = static_cast<double>(hinted.exons.front().length() - codon_size);
    CHECK(bits_of_all(hints) - bits_of_all({}) == Approx(bits * (1 + n_coding / 120)).margin(1));
  }
}
