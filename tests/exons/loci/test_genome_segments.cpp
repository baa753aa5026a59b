// Segments of a genome beside those that are found letter by letter, and where seeds may be masked.
#include <algorithm>
#include <random>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/loci/coding_text.hpp"
#include "exons/loci/genome_segments.hpp"
#include "exons/loci/scalar_search.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/masking.hpp"
#include "instruction_sets.hpp"
#include "spliced/gapless/plain_gapless.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

constexpr std::string_view amino_acids = "ACDEFGHIKLMNPQRSTVWY";

struct named_sequence {
  std::string name, residues;
};

struct world {
  std::vector<named_sequence> sequences;
  std::vector<target> targets;
};

struct walk {
  unsigned n_threads = 1;
  std::int64_t block = usual_block;
  bool seeds_soft_masked = false;
  bool has_seeds = true;
};

found_segments find(const world& drawn, const seed_rules& rules, const walk& how) {
  std::string fasta;
  for (const auto& [name, residues] : drawn.sequences) fasta.append(">" + name + "\n" + residues + "\n");
  const temporary_file file(fasta);
  report problems;
  genome sequences = genome::open(file.path(), problems);
  const auto pieces = cut_into_pieces(sequences.catalog());
  const indexed_targets targets(drawn.targets, rules, how.n_threads);
  const auto make_plain = [](const spliced::gapless_queries& of_targets) {
    return std::make_unique<plain_gapless>(of_targets);
  };
  const auto finder = how.has_seeds ? nullptr : make_finder(make_plain, targets.joined, drawn.targets);
  run_control control;
  auto found = find_segments({sequences, targets, standard_code(), rules.segments, how.seeds_soft_masked, how.n_threads,
                              how.block, finder.get()},
                             pieces, control);
  std::uint64_t n_nt = 0;
  for (const auto& each : drawn.sequences) n_nt += each.residues.size();
  CHECK(control.cells() == n_nt);
  for (auto& of_strands : found.by_sequence)
    for (auto& of_strand : of_strands) std::ranges::sort(of_strand);
  return found;
}

// Changed stretches of the targets on both strands, and of one another.
world draw_world(std::mt19937_64& random, std::size_t length) {
  world made;
  for (int t = 0; t < 4; ++t) {
    std::string residues = random_text(random, 40 + random() % 120, amino_acids);
    if (t == 1) residues += random_text(random, 20, "QP") + random_text(random, 30, amino_acids);
    if (t == 2) residues = made.targets[0].residues.substr(0, 40) + residues;
    made.targets.push_back({"t" + std::to_string(t), residues});
  }
  for (int s = 0; s < 2; ++s) {
    std::string bases = random_text(random, random() % 100, "ACGTN");
    while (bases.size() < length) {
      const std::string& whole = made.targets[random() % made.targets.size()].residues;
      std::string copy = whole.substr(random() % whole.size());
      for (char& each : copy)
        if (random() % 10 < 4) each = amino_acids[random() % amino_acids.size()];
      bases += random() % 2 == 0 ? coding(copy) : reverse_complement(coding(copy));
      bases += random_text(random, random() % 200, random() % 2 == 0 ? "ACGT" : "ACGTN");
    }
    made.sequences.push_back({"s" + std::to_string(s), bases});
  }
  return made;
}

// Of one frame of a strand with one target.
std::vector<segment> one_by_one(const std::string& strand, std::size_t frame, const target& protein,
                                std::uint32_t number, const scalar_rules& rules) {
  const genetic_code code(1);
  std::string codons;
  const auto bases = spliced::encode_dna(strand);
  for (std::size_t i = frame; i + 3 <= bases.size(); i += 3)
    codons += spliced::amino_letter(code.translate(bases[i], bases[i + 1], bases[i + 2]));
  scalar_texts texts{codons, protein.residues, groups_of(codons), groups_of(protein.residues)};
  for (const interval& part : low_complexity(protein.residues))
    std::fill_n(texts.residue_groups.begin() + part.start, part.length(), -1);
  std::vector<segment> made;
  for (const scalar_stretch& each : scalar_search(texts, rules))
    made.push_back({number, static_cast<std::uint32_t>(each.residue), static_cast<std::uint32_t>(each.n),
                    static_cast<std::int64_t>(frame) + 3 * each.codon, each.score,
                    static_cast<std::uint32_t>(each.n_identical)});
  return made;
}

}  // namespace

TEST_CASE("segments of a genome are those that are found letter by letter, on every instruction set") {
  std::mt19937_64 random(29);
  const std::vector<std::string> shapes = {"1101011", "111011", "110010101", "1010011001"};
  std::size_t n_found = 0;
  for (const spliced::score least : {20, 20, 22, 24, 30}) {
    const world drawn = draw_world(random, 1'000);
    std::vector<segments_by_strand> expected(drawn.sequences.size());
    for (std::size_t s = 0; s < drawn.sequences.size(); ++s)
      for (std::size_t on = 0; on < both_strands.size(); ++on) {
        const std::string& forward = drawn.sequences[s].residues;
        const std::string strand = on == 0 ? forward : reverse_complement(forward);
        for (std::size_t frame = 0; frame < 3; ++frame)
          for (std::uint32_t t = 0; t < drawn.targets.size(); ++t)
            std::ranges::move(one_by_one(strand, frame, drawn.targets[t], t, {shapes, 3, least}),
                              std::back_inserter(expected[s][on]));
        std::ranges::sort(expected[s][on]);
        n_found += expected[s][on].size();
      }
    seed_rules rules{{}, {.lowest_score = least}, {.fewest_letters = 3}};
    for (const std::string& each : shapes) rules.shapes.emplace_back(each);
    for_each_instruction_set([&] { CHECK(find(drawn, rules, {.n_threads = 2}).by_sequence == expected); });
  }
  CHECK(n_found > 40);
}

TEST_CASE("segments are the same for any blocks and threads, and of a target whatever other targets there are") {
  std::mt19937_64 random(31);
  world drawn = draw_world(random, 1'300'000);
  drawn.sequences[1].residues.resize(5'000);
  const seed_rules rules{{seed_shape("1101011"), seed_shape("111011")}, {.lowest_score = 45}, {}};
  const auto at_once = find(drawn, rules, {});
  REQUIRE(at_once.by_sequence[0][0].size() > 1'000);
  for (const walk& how : {walk{.n_threads = 3}, walk{.block = 1}, walk{.n_threads = 2, .block = 1'200'000}})
    CHECK(find(drawn, rules, how).by_sequence == at_once.by_sequence);
  world alone = drawn;
  alone.targets = {drawn.targets[2]};
  auto expected = at_once.by_sequence;
  for (auto& of_strands : expected)
    for (auto& of_strand : of_strands) {
      std::erase_if(of_strand, [](const segment& each) { return each.target != 2; });
      for (segment& each : of_strand) each.target = 0;
    }
  CHECK(find(alone, rules, {}).by_sequence == expected);
}

// But for a weaker one in the block of residues and the window of another.
TEST_CASE("where all residues are compared, segments of seeds are among those that are found") {
  std::mt19937_64 random(37);
  constexpr spliced::score least = 60;
  const seed_rules with_seeds{{seed_shape("110111")}, {.lowest_score = least}, {}};
  const world drawn = draw_world(random, 6'000);
  const auto seeds = find(drawn, with_seeds, {}).by_sequence;
  const auto all = find(drawn, {{}, {.lowest_score = least}, {}}, {.n_threads = 2, .has_seeds = false}).by_sequence;
  std::size_t n_of_seeds = 0, n_missed = 0;
  for (std::size_t s = 0; s < seeds.size(); ++s)
    for (std::size_t on = 0; on < both_strands.size(); ++on) {
      n_of_seeds += seeds[s][on].size();
      for (const segment& each : seeds[s][on]) n_missed += std::ranges::binary_search(all[s][on], each) ? 0 : 1;
      CHECK(std::ranges::all_of(all[s][on], [](const segment& each) { return each.score >= least; }));
    }
  CHECK(n_of_seeds > 20);
  CHECK(20 * n_missed <= n_of_seeds);
}

TEST_CASE("segments stay that score enough with or without gaps, whatever else there is") {
  std::mt19937_64 random(37);
  const world drawn = draw_world(random, 30'000);
  seed_rules rules{{seed_shape("11011"), seed_shape("110101")}, {.lowest_score = 24, .lowest_gapped = 1}, {}};
  auto expected = find(drawn, rules, {}).by_sequence;
  std::size_t n_by_gaps = 0, n_left = 0, n_lost = 0;
  constexpr spliced::score least = 52;
  for (auto& of_strands : expected)
    for (auto& of_strand : of_strands) {
      for (const segment& each : of_strand) n_by_gaps += each.score < least && each.gapped >= least ? 1 : 0;
      n_lost += std::erase_if(of_strand, [](const segment& s) { return std::max(s.score, s.gapped) < least; });
      n_left += of_strand.size();
    }
  CHECK(n_by_gaps > 0);
  CHECK(n_left > 50);
  CHECK(n_lost > 50);
  rules.segments.lowest_gapped = least;
  for_each_instruction_set([&] { CHECK(find(drawn, rules, {.n_threads = 2}).by_sequence == expected); });
  world reversed = drawn;
  std::ranges::reverse(reversed.targets);
  auto turned = find(reversed, rules, {}).by_sequence;
  for (auto& of_strands : turned)
    for (auto& of_strand : of_strands) {
      for (segment& each : of_strand) each.target = static_cast<std::uint32_t>(drawn.targets.size() - 1 - each.target);
      std::ranges::sort(of_strand);
    }
  CHECK(turned == expected);
}

namespace {

// A protein of eight residues and a codon for each; a seed has all of them.
const std::string protein = "WHCWKFWC";
const std::string gene = "TGGCATTGTTGGAAATTTTGGTGT";

seed_rules rules_of_gene() { return {{seed_shape("11011011")}, {}, {.fewest_letters = 1}}; }

// How many segments `text` has, on either strand.
std::size_t count_segments(const std::string& text, bool seeds_soft_masked = false) {
  const world drawn{{{"s", text}}, {{"t", protein}}};
  const auto found = find(drawn, rules_of_gene(), {.seeds_soft_masked = seeds_soft_masked});
  return found.by_sequence[0][0].size() + found.by_sequence[0][1].size();
}

std::string in_lower_case(std::string text, std::size_t begin, std::size_t end) {
  constexpr std::string_view upper = "ACGT", lower = "acgt";
  for (std::size_t i = begin; i < end; ++i) text[i] = lower[upper.find(text[i])];
  return text;
}

}  // namespace

TEST_CASE("a masked base in any codon of a seed leaves it out, one beside it does not") {
  for (const std::string& either : {gene, reverse_complement(gene)})
    for (const std::size_t before : {30u, 31u, 32u}) {  // the three frames
      const std::string text = std::string(before, 'A') + either + std::string(33, 'A');
      REQUIRE(count_segments(text) == 1);
      for (std::size_t position = before - 3; position < before + either.size() + 3; ++position) {
        const bool is_in_seed = before <= position && position < before + either.size();
        INFO(before << " " << position);
        REQUIRE(count_segments(in_lower_case(text, position, position + 1)) == (is_in_seed ? 0u : 1u));
        REQUIRE(count_segments(in_lower_case(text, position, position + 1), true) == 1);
      }
      REQUIRE(count_segments(in_lower_case(text, 0, before)) == 1);
      REQUIRE(count_segments(in_lower_case(text, before + either.size(), text.size())) == 1);
      REQUIRE(count_segments(in_lower_case(text, before, text.size())) == 0);
      REQUIRE(count_segments(in_lower_case(text, 0, text.size())) == 1);
    }
}

TEST_CASE("masked bases end what is compared without seeds") {
  std::mt19937_64 random(41);
  const std::string residues = random_text(random, 60, amino_acids);
  const std::string text = random_text(random, 90, "ACGT") + coding(residues) + random_text(random, 90, "ACGT");
  const auto count = [&](const std::string& bases, bool seeds_soft_masked) {
    const world drawn{{{"s", bases}}, {{"t", residues}}};
    const auto found =
        find(drawn, {{}, {.lowest_score = 100}, {}}, {.seeds_soft_masked = seeds_soft_masked, .has_seeds = false});
    return found.by_sequence[0][0].size();
  };
  CHECK(count(text, false) > 0);
  const std::string lower = in_lower_case(text, 0, text.size() - 60);
  CHECK(count(lower, false) == 0);
  CHECK(count(lower, true) == count(text, false));
}

TEST_CASE("what stands before a strand's first codon masks no more than its bases") {
  for (std::size_t n_masked = 0; n_masked < 4; ++n_masked) {
    for (std::size_t before = 0; before < 4; ++before) {
      const std::string text = in_lower_case(std::string(before, 'A') + gene + "AAA", 0, n_masked);
      REQUIRE(count_segments(text) == (n_masked <= before ? 1u : 0u));
    }
  }
}

TEST_CASE("masked bases are counted once, those near the border of two pieces too") {
  const std::size_t border = std::size_t{1} << 20;
  const std::string text = in_lower_case(std::string(border + 10'000, 'A'), border - 700, border + 300);
  const world drawn{{{"s", text}, {"lower", std::string(50, 'a')}}, {{"t", protein}}};
  CHECK(find(drawn, rules_of_gene(), {}).n_masked == 1000);
  CHECK(find(drawn, rules_of_gene(), {.seeds_soft_masked = true}).n_masked == 0);
}
