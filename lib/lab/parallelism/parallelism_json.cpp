// The JSON form of a parallelism study. Bytes of names that are not UTF-8 become U+FFFD.
#include <nlohmann/json.hpp>
#include <string>

#include "lab/parallelism/parallelism_study.hpp"

namespace exonweave {
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
