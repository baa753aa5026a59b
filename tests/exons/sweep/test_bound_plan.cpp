#include <algorithm>
#include <set>
#include <vector>

#include "catch.hpp"
#include "exons/sweep/bound_plan.hpp"
#include "exons/sweep/bound_program.hpp"
#include "exons/sweep/make_bound_stream.hpp"
#include "exons/sweep/quarter_bits.hpp"

using namespace exonweave;
using exonweave::testing::quarter_bits;
using spliced::residue_code;
using spliced::score;

namespace {

genome_track track_of(const char* bases, const chain_scoring& scoring) {
  block_sites blocks;
  blocks.sites.donors = {{4, 5, splice_family::major}};
  blocks.sites.acceptors = {{8, 3, splice_family::major}};
  return make_track({0, spliced::encode_dna(bases)}, blocks, scoring.reading());
}

std::set<char> letters_of(const bound_plan& plan, residue_code code) {
  if (code == spliced::no_residue) return {};
  if (code < plan.n_residues) return {spliced::amino_letter(code)};
  std::set<char> letters;
  for (const residue_code each : plan.sets[code - plan.n_residues]) letters.insert(spliced::amino_letter(each));
  return letters;
}

}  // namespace

TEST_CASE("codons of which two bases are known stand for what they may be") {
  const chain_scoring scoring = quarter_bits();
  const genome_track track = track_of("TGATACGTATGG", scoring);
  const bound_plan plan(track, scoring);
  CHECK(letters_of(plan, plan.beginning(track, 0)) == std::set<char>{'C', 'W'});    // TG*, but for the stop codon
  CHECK(letters_of(plan, plan.beginning(track, 3)) == std::set<char>{'Y'});         // TA*
  CHECK(letters_of(plan, plan.ending(track, 0)) == std::set<char>{'L', 'M', 'V'});  // *TG
  CHECK(letters_of(plan, plan.any_residue).size() == 20);
  for (const residue_code target : spliced::encode_protein("CWL"))
    CHECK(plan.scoring().substitution(plan.beginning(track, 0), target) ==
          std::max(scoring.substitution(spliced::amino_code('C'), target),
                   scoring.substitution(spliced::amino_code('W'), target)));
  CHECK(plan.begins_stop(track, 0, 1));
  CHECK(plan.begins_stop(track, 3, 2));
  CHECK_FALSE(plan.begins_stop(track, 2, 2));
  CHECK(plan.may_end_with(track, 2));
  CHECK_FALSE(plan.may_end_with(track, 0));
}

TEST_CASE("whatever letters there are, sets have codes, and are worth no less than their codons") {
  std::vector<residue_code> bases;
  for (residue_code first = 1; first < spliced::n_dna_codes; ++first)
    for (residue_code second = 1; second < spliced::n_dna_codes; ++second) bases.insert(bases.end(), {first, second});
  for (const int id : genetic_code::ids()) {
    chain_scoring scoring = quarter_bits();
    scoring.code = genetic_code(id);
    const genome_track track = make_track({0, bases}, {}, scoring.reading());
    const bound_plan plan(track, scoring);
    REQUIRE(plan.n_residues + plan.sets.size() < spliced::no_residue);
    for (std::int64_t r = 0; r + 2 < track.length(); ++r) {
      const residue_code residue = track.codon(r);
      if (residue == spliced::stop_amino) continue;
      for (residue_code target = 0; target < spliced::n_amino_codes; ++target) {
        const score value = scoring.substitution(residue, target);
        REQUIRE(plan.scoring().substitution(plan.beginning(track, r), target) >= value);
        REQUIRE(plan.scoring().substitution(plan.ending(track, r + 1), target) >= value);
      }
    }
  }
}

TEST_CASE("bounds are for whole genes with introns of any length") {
  CHECK(bound_plan::is_for(quarter_bits()));
  chain_scoring scoring = quarter_bits();
  scoring.frameshift = 30;
  CHECK_FALSE(bound_plan::is_for(scoring));
  scoring = quarter_bits();
  scoring.introns.max_intron = 1000;
  CHECK_FALSE(bound_plan::is_for(scoring));
}

TEST_CASE("a stream has a strand's triples in windows, where introns have one line") {
  chain_scoring scoring = quarter_bits();
  const genome_track track = track_of("TGATACGTATGG", scoring);
  {
    const bound_plan plan(track, scoring);
    const auto stream = make_bound_stream({track, plan, 6});
    REQUIRE(stream);
    CHECK(stream->n_windows() == 3);
    CHECK(stream->triples.size() == 5);
    CHECK(stream->window_triples == 2);
    CHECK(stream->residues.back() == spliced::no_residue);
    CHECK(stream->first_event.back() == stream->events.size());
  }
  scoring.introns = {1, {{49, length_slope(20'000)}, {100, length_slope(0)}}};
  const bound_plan plan(track, scoring);
  REQUIRE(plan.lines.size() == 2);
  CHECK_FALSE(make_bound_stream({track, plan, 6}));
}
