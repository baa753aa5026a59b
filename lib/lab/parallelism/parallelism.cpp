#include "lab/parallelism/parallelism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

namespace exonweave {
namespace {

void add_shares(shares& sums, const shares& one) {
  for (const auto& [what, fraction] : one) sums[what] += fraction;
}

}  // namespace

exon_set_parallelism measure_parallelism(std::span<const interval> exons) {
  exon_set_parallelism measured{count_exons(exons), 0, {}, {}};
  for (const auto& exon : exons) {
    measured.longest = std::max(measured.longest, exon.length());
    ++measured.length_classes[(exon.length() - 1) / length_class_width];
  }
  for (const auto& group : make_overlap_groups(exons)) ++measured.group_sizes[static_cast<std::int64_t>(group.size())];
  return measured;
}

shares shares_of(const std::map<std::int64_t, std::size_t>& counts) {
  std::size_t total = 0;
  for (const auto& [what, count] : counts) total += count;
  shares result;
  for (const auto& [what, count] : counts) result[what] = static_cast<double>(count) / static_cast<double>(total);
  return result;
}

void average_case::add(const exon_set_parallelism& exons, const time_units& units, std::int64_t target_length) {
  ++n_cases_;
  n_exons_ += static_cast<double>(exons.n_exons);
  n_groups_ += static_cast<double>(exons.n_groups);
  sum_lengths_ += static_cast<double>(exons.sum_lengths);
  target_lengths_ += static_cast<double>(target_length);
  sequential_ += static_cast<double>(units.sequential);
  intra_ += static_cast<double>(units.intra);
  inter_ += static_cast<double>(units.inter);
  add_shares(length_shares_, shares_of(exons.length_classes));
  add_shares(group_shares_, shares_of(exons.group_sizes));
}

double average_case::mean(double sum) const { return n_cases_ == 0 ? 0 : sum / static_cast<double>(n_cases_); }

shares average_case::mean(const shares& sums) const {
  shares result;
  for (const auto& [what, sum] : sums) result[what] = mean(sum);
  return result;
}

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
// The JSON form of a parallelism study. Bytes of names that are not UTF-8 become U+FFFD.

namespace {

using json = nlohmann::ordered_json;

json class_json(std::int64_t length_class) {
  return {{"length_from", length_class * length_class_width + 1},
          {"length_to", (length_class + 1) * length_class_width}};
}

json exon_lengths_json(const std::map<std::int64_t, std::size_t>& counts) {
  json rows = json::array();
  for (const auto& [length_class, fraction] : shares_of(counts)) {
    json row = class_json(length_class);
    row["exons"] = counts.at(length_class);
    row["share"] = fraction;
    rows.push_back(std::move(row));
  }
  return rows;
}

json group_sizes_json(const std::map<std::int64_t, std::size_t>& counts) {
  json rows = json::array();
  for (const auto& [size, fraction] : shares_of(counts))
    rows.push_back({{"exons_in_group", size}, {"groups", counts.at(size)}, {"share", fraction}});
  return rows;
}

json case_json(const named_study& named, const studied_case& one) {
  const auto& exons = named.study.exon_sets[one.exon_set];
  return {{"region_seqid", named.sequences.name(one.which.sequence)},
          {"region_start0", one.which.region.start},
          {"region_end0", one.which.region.end},
          {"strand", std::string(1, to_char(one.which.on))},
          {"target_id", named.targets.targets[one.which.target].name},
          {"target_length", one.target_length},
          {"exons", exons.n_exons},
          {"sum_exon_length", exons.sum_lengths},
          {"longest_exon", exons.longest},
          {"groups", exons.n_groups},
          {"eq3_units", one.units.sequential},
          {"eq4_units", one.units.intra},
          {"eq5_units", one.units.inter},
          {"exon_lengths", exon_lengths_json(exons.length_classes)},
          {"group_sizes", group_sizes_json(exons.group_sizes)}};
}

json average_json(const average_case& average) {
  json lengths = json::array(), sizes = json::array();
  for (const auto& [length_class, fraction] : average.length_shares()) {
    json row = class_json(length_class);
    row["share"] = fraction;
    lengths.push_back(std::move(row));
  }
  for (const auto& [size, fraction] : average.group_shares())
    sizes.push_back({{"exons_in_group", size}, {"share", fraction}});
  return {{"cases", average.n_cases()},         {"target_length", average.target_length()},
          {"exons", average.n_exons()},         {"sum_exon_length", average.sum_lengths()},
          {"groups", average.n_groups()},       {"eq3_units", average.sequential()},
          {"eq4_units", average.intra()},       {"eq5_units", average.inter()},
          {"exon_lengths", std::move(lengths)}, {"group_sizes", std::move(sizes)}};
}

}  // namespace

void write_study_json(const named_study& named, const text_sink& sink) {
  json cases = json::array();
  for (const auto& one : named.study.cases) cases.push_back(case_json(named, one));
  const json document = {{"length_class_width", length_class_width},
                         {"average", average_json(named.study.average)},
                         {"cases", std::move(cases)}};
  sink(document.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace exonweave
