// What introns of a genome should cost, from those of some of its genes: how long they are, and how rare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "base/files/yaml_map.hpp"
#include "exons/settings/setting_values.hpp"

namespace exonweave {

// What introns cost by their length.

/// On one line.
struct intron_cost {
  written_score cost = 30;  // per intron, [0, 1000000]
  double per_kb = 0;        // further cost per 1,000 nt, millionths at the finest; [0, 1000000]

  bool operator==(const intron_cost&) const = default;
};
constexpr std::size_t max_intron_lines = 3;

/// The introns of some genes.
struct intron_sample {
  std::span<const std::int64_t> lengths;  // nt, above 0
  std::int64_t coding_length = 0;         // nt, of all exons of the genes
};

constexpr std::size_t fewest_for_law = 50;           // introns
constexpr std::int64_t min_coding_for_law = 75'000;  // nt; of genes with fewer introns, which then are rare

/// Whether genes tell what introns cost: there are introns enough, or so much coding sequence that they are rare.
bool has_intron_law(const intron_sample& sample);

/// If lengths are geometric with mean m, an intron of length L has -log2 of its probability, log2(m) + L / (m ln 2)
/// bits nearly, twice that in half-bits. Charged is half of it, next to a constant. Introns that are rarer than in the
/// genomes that this was chosen on, with d for each coding nt, cost more:
///
///   cost = 18 + log2(m) + 4 log2(max(1, d_0 / d)) half-bits, rounded to halves      per nt = 1 / (m ln 2) half-bits
///
/// Both have priors that weigh as one intron, with d_0 = 1 / 3,000 nt. So introns have a cost where there are few of
/// them, or none:
///
///   m = (1,000 nt + sum of lengths) / (1 + n)      d = (1 + n) / (1 / d_0 + coding nt)
///
/// Real lengths have a longer tail than that, which the half makes up for; constant and half were chosen on fission
/// yeast and vertebrates, d_0 on fission and budding yeast (docs/benchmarks/log/model.md).
intron_cost intron_law(const intron_sample& sample);

/// The mean length for which introns cost so much per nt by that law, nt; infinite where length costs nothing. At least
/// one line, in half-bits.
double mean_by_law(std::span<const intron_cost> lines);

// The list `introns` of scoring and splice model files: the lines of which an intron costs the least.

/// 1 to max_intron_lines maps of `cost` and `per_kb`; what is wrong goes to `problems` with the file's name and the
/// line, and then nothing is returned. `unit` is the finest that costs may be.
std::vector<intron_cost> read_intron_lines(const yaml_node& value, score_unit unit, const std::string& file,
                                           report& problems);

/// The list in JSON, which is YAML too.
std::string to_json(const std::vector<intron_cost>& lines);

}  // namespace exonweave
