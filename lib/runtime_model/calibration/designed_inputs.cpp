#include "runtime_model/calibration/designed_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/files/report.hpp"
#include "base/statistics/random_source.hpp"
#include "exons/sites/splice_model.hpp"
#include "lab/simulation/simulation_profiles.hpp"

namespace exonweave {
namespace {

constexpr std::uint64_t seed = 20'141'001;  // any
constexpr std::size_t n_sequences = 10;     // of an input

struct length_range {
  double least, most;  // nt
};
constexpr length_range region_lengths{3'000, 250'000};
constexpr length_range coding_lengths{120, 6'000};
constexpr length_range decoy_counts{4, 900};
// Of what is swept, as a search finds it: there are more of these in an input.
constexpr length_range swept_lengths{1'500, 80'000};
constexpr length_range swept_exons{80, 1'500};
constexpr std::size_t n_swept = 30;

// Each power of two between is as frequent.
double draw(const length_range& range, random_source& random) {
  constexpr std::int64_t steps = 1'000'000;
  const double fraction = static_cast<double>(random.between(0, steps)) / steps;
  return range.least * std::pow(range.most / range.least, fraction);
}

struct gene_figures {
  std::int64_t length, coding, n_decoys;  // nt, nt
  std::int64_t usual_exon = 130;          // nt
};

locus_plan plan_locus(const gene_figures& figures, random_source& random) {
  constexpr std::int64_t shortest_exon = 12, room_per_intron = 120, room_around = 600;
  constexpr std::int64_t room_per_decoy = 60, usual_decoy = 140;
  locus_plan locus;
  const std::int64_t n_exons = std::max<std::int64_t>(1, figures.coding / figures.usual_exon);
  locus.n_decoys = static_cast<std::size_t>(figures.n_decoys);
  locus.sum_of_decoys = usual_decoy * figures.n_decoys;
  locus.length = std::max(figures.length, 2 * (figures.coding + n_exons * room_per_intron + room_around) +
                                              room_per_decoy * figures.n_decoys);
  locus.exon_lengths = random_parts(figures.coding, static_cast<std::size_t>(n_exons), shortest_exon, random);
  locus.n_targets = 1 + random.below(2);
  locus.on = random.below(2) == 0 ? strand::forward : strand::reverse;
  return locus;
}

locus_plan draw_locus(bool with_candidates, const spliced::trial_scale& scale, random_source& random) {
  const auto drawn = [&](const length_range& range, double by) {
    return static_cast<std::int64_t>(draw({range.least, std::max(2 * range.least, range.most * by)}, random));
  };
  return plan_locus({drawn(region_lengths, scale.length), drawn(coding_lengths, scale.length) / 3 * 3,
                     with_candidates ? drawn(decoy_counts, scale.candidates) : 0},
                    random);
}

locus_plan draw_swept_locus(const spliced::trial_scale& scale, random_source& random) {
  const auto drawn = [&](const length_range& range, double by) {
    return static_cast<std::int64_t>(draw({range.least, range.most * by}, random));
  };
  return plan_locus(
      {drawn(swept_lengths, scale.length), drawn(coding_lengths, scale.length) / 3 * 3, 0, drawn(swept_exons, 1)},
      random);
}

}  // namespace

bool designed_input::is_protein() const {
  return kind == spliced::work_kind::protein_on_blocks || kind == spliced::work_kind::protein_on_candidates;
}

bool designed_input::with_candidates() const {
  return kind == spliced::work_kind::cdna_on_candidates || kind == spliced::work_kind::protein_on_candidates;
}

designed_input design_input(spliced::work_kind kind, std::size_t round, const spliced::engine_facts& engine) {
  const auto large = [&engine](double most) { return static_cast<std::int64_t>(engine.trial.large * most); };
  designed_input made;
  made.kind = kind;
  made.with_margins = round % 3 != 1;
  made.by_graphs = kind == spliced::work_kind::protein_on_blocks && round % 4 == 3;
  random_source random(seed, spliced::n_work_kinds * round + static_cast<std::size_t>(kind));
  spliced::trial_scale smaller = engine.trial;
  if (kind == spliced::work_kind::cdna_on_blocks) smaller.length /= 4;  // a row for each nt, not for each codon
  const bool is_swept = engine.may_sweep && kind == spliced::work_kind::protein_on_blocks && !made.by_graphs;
  for (std::size_t k = 0; k < (is_swept ? n_swept : n_sequences); ++k)
    made.plan.sequences.push_back(
        {fmt::format("s{}", k + 1),
         {is_swept ? draw_swept_locus(engine.trial, random) : draw_locus(made.with_candidates(), smaller, random)}});
  if (engine.trial.large > 0 && kind == spliced::work_kind::cdna_on_candidates && round == 0)
    made.plan.sequences.push_back({"large", {plan_locus({large(40'000), large(2'000) * 3, large(260)}, random)}});
  constexpr gene_figures wide{40'000, 12'000, 60};
  constexpr std::size_t one_in = 6;  // rounds: it takes as long as all others of one
  if (engine.has_two_widths && made.is_protein() && round % one_in == 0)
    made.plan.sequences.push_back({"wide", {plan_locus(wide, random)}});
  made.plan.rates = {100'000 + static_cast<std::uint32_t>(random.below(100'000)), 5'000};
  if (!made.with_candidates()) {
    report problems;
    made.plan.sites = {read_splice_model("vertebrate", problems), 0};
  }
  return made;
}

std::string pairs_with_decoys(const simulation& made) {
  constexpr std::size_t every = 4;  // is a decoy as well
  std::string table = "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\n";
  for (std::size_t t = 0; t < made.targets.size(); ++t) {
    const simulated_target& each = made.targets[t];
    const auto own_place =
        std::ranges::find(made.sequences, each.sequence, &simulated_sequence::name) - made.sequences.begin();
    const auto n = static_cast<std::ptrdiff_t>(made.sequences.size());
    const auto row = [&](std::ptrdiff_t index) {
      const simulated_sequence& on = made.sequences[static_cast<std::size_t>(index)];
      table += fmt::format("{}\t0\t{}\t{}\t{}\n", on.name, on.residues.size(), to_char(on.genes.front().on), each.id);
    };
    row(own_place);
    if (t % every == 0) row((own_place + 1 + static_cast<std::ptrdiff_t>(t / every) % (n - 1)) % n);
  }
  return table;
}

}  // namespace exonweave
