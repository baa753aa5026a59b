#include "lab/parallelism/parallelism_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace exonweave {
namespace {

using region_key = std::tuple<std::size_t, interval, strand>;

std::string fraction_text(double fraction) { return fmt::format("{:.6f}", fraction); }

std::string case_row(const named_study& named, std::size_t number) {
  const auto& one = named.study.cases[number - 1];
  const auto& exons = named.study.exon_sets[one.exon_set];
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", number,
                     named.sequences.name(one.which.sequence), one.which.region.start, one.which.region.end,
                     to_char(one.which.on), named.targets.targets[one.which.target].name, one.target_length,
                     exons.n_exons, exons.sum_lengths, exons.longest, exons.n_groups, one.units.sequential,
                     one.units.intra, one.units.inter);
}

std::string average_row(const average_case& average) {
  return fmt::format("average\t.\t.\t.\t.\t.\t{:.2f}\t{:.2f}\t{:.2f}\t.\t{:.2f}\t{:.2f}\t{:.2f}\t{:.2f}\n",
                     average.target_length(), average.n_exons(), average.sum_lengths(), average.n_groups(),
                     average.sequential(), average.intra(), average.inter());
}

std::string class_columns(std::int64_t length_class) {
  return fmt::format("{}\t{}", length_class * length_class_width + 1, (length_class + 1) * length_class_width);
}

// Groups are swept in reading direction, so the places of the reverse strand are those on the reverse complement.
std::vector<interval> places_on_strand(const alignment_task& which, const sequence_catalog& sequences,
                                       const candidate_set& candidates) {
  auto places = distinct_places(candidates, exons_in(candidates, which.sequence, which.region, which.on));
  if (which.on == strand::forward) return places;
  for (interval& place : places) place = flip(place, sequences.length(which.sequence));
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace

parallelism_study study_parallelism(const sequence_catalog& sequences, const target_set& targets,
                                    const std::optional<std::vector<alignment_task>>& pairs,
                                    const candidate_set& candidates) {
  parallelism_study study;
  std::map<region_key, std::size_t> known;  // region and strand -> exon set
  for (const auto& which : make_cases(sequences, targets, pairs, &candidates)) {
    const auto [entry, is_new] = known.try_emplace({which.sequence, which.region, which.on}, study.exon_sets.size());
    if (is_new) study.exon_sets.push_back(measure_parallelism(places_on_strand(which, sequences, candidates)));
    const auto& exons = study.exon_sets[entry->second];
    const auto target_length = static_cast<std::int64_t>(targets.targets[which.target].residues.size());
    const auto units = count_time_units(exons, target_length);
    study.cases.push_back({which, entry->second, target_length, units});
    if (exons.n_exons > 0) study.average.add(exons, units, target_length);
  }
  return study;
}

void write_case_table(const named_study& named, const text_sink& sink) {
  sink(
      "case\tregion_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\ttarget_length\texons\tsum_exon_"
      "length\t"
      "longest_exon\tgroups\teq3_units\teq4_units\teq5_units\n");
  for (std::size_t number = 1; number <= named.study.cases.size(); ++number) sink(case_row(named, number));
  sink(average_row(named.study.average));
}

void write_length_table(const parallelism_study& study, const text_sink& sink) {
  sink("case\tlength_from\tlength_to\texons\tshare\n");
  for (std::size_t number = 1; number <= study.cases.size(); ++number) {
    const auto& counts = study.exon_sets[study.cases[number - 1].exon_set].length_classes;
    const auto parts = shares_of(counts);
    for (const auto& [length_class, count] : counts)
      sink(fmt::format("{}\t{}\t{}\t{}\n", number, class_columns(length_class), count,
                       fraction_text(parts.at(length_class))));
  }
  for (const auto& [length_class, fraction] : study.average.length_shares())
    sink(fmt::format("average\t{}\t.\t{}\n", class_columns(length_class), fraction_text(fraction)));
}

void write_group_table(const parallelism_study& study, const text_sink& sink) {
  sink("case\texons_in_group\tgroups\tshare\n");
  for (std::size_t number = 1; number <= study.cases.size(); ++number) {
    const auto& counts = study.exon_sets[study.cases[number - 1].exon_set].group_sizes;
    const auto parts = shares_of(counts);
    for (const auto& [size, count] : counts)
      sink(fmt::format("{}\t{}\t{}\t{}\n", number, size, count, fraction_text(parts.at(size))));
  }
  for (const auto& [size, fraction] : study.average.group_shares())
    sink(fmt::format("average\t{}\t.\t{}\n", size, fraction_text(fraction)));
}

}  // namespace exonweave
