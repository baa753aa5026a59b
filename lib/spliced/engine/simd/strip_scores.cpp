#include "spliced/engine/simd/strip_scores.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace exonweave::spliced {
namespace {

// What a row may gain left of column 0, step by step, on its way through a strip: less than lies between the lowest
// value of a lane and its floor (lane_values.cpp), 1,000, over 32 lanes.
constexpr score max_gained_outside = 31;
constexpr std::size_t table_size = 16;
constexpr std::int16_t both_bytes = 257;
constexpr std::int16_t in_other_table = 0x80;

struct occurring_codes {
  std::vector<residue_code> genomic, target;
};

occurring_codes find_codes(const problem& p, const row_schedule& schedule) {
  std::uint32_t in_target = 0;
  for (const residue_code code : p.target) in_target |= std::uint32_t{1} << code;
  if (in_target == 0) in_target = 1;
  occurring_codes found;
  for (std::size_t code = 0; code < p.substitution->n_codes(); ++code) {
    if (schedule.residue_codes >> code & 1) found.genomic.push_back(static_cast<residue_code>(code));
    if (in_target >> code & 1) found.target.push_back(static_cast<residue_code>(code));
  }
  return found;
}

std::optional<strip_scores> compare_codes(const problem& p, const occurring_codes& codes) {
  const score offset = 2 * p.gaps.extend;
  std::optional<score> match, mismatch;
  for (const residue_code u : codes.genomic)
    for (const residue_code v : codes.target) {
      std::optional<score>& of_pair = u == v ? match : mismatch;
      const score d = (*p.substitution)(u, v) + offset;
      if (of_pair.value_or(d) != d) return std::nullopt;
      of_pair = d;
    }
  const auto lane = [](std::optional<score> d) { return static_cast<std::int16_t>(d.value_or(0)); };
  strip_scores made{.match = lane(match), .mismatch = lane(mismatch)};
  if (made.mismatch > max_gained_outside) return std::nullopt;
  for (std::size_t code = 0; code < strip_scores::max_codes; ++code)
    made.target_lane[code] = made.genomic_lane[0][code] = static_cast<std::int16_t>(code);
  made.no_symbol = strip_scores::max_codes;
  return made;
}

// d(u, v) of each genomic code in a row of a table; false when one is no byte.
bool fill_tables(const problem& p, const occurring_codes& codes, strip_scores& made) {
  const std::size_t n_targets = codes.target.size(), rows = table_size / n_targets;
  for (std::size_t u = 0; u < codes.genomic.size(); ++u) {
    const std::size_t table = u / rows, first = u % rows * n_targets;
    for (std::size_t v = 0; v < n_targets; ++v) {
      const score d = (*p.substitution)(codes.genomic[u], codes.target[v]) + 2 * p.gaps.extend;
      if (d < std::numeric_limits<std::int8_t>::min() || d > std::numeric_limits<std::int8_t>::max()) return false;
      made.tables[table][first + v] = static_cast<std::int8_t>(d);
    }
    made.genomic_lane[table][codes.genomic[u]] = static_cast<std::int16_t>(first * both_bytes);
    made.genomic_lane[1 - table][codes.genomic[u]] = static_cast<std::int16_t>(in_other_table * both_bytes);
  }
  return true;
}

std::optional<strip_scores> look_up_codes(const problem& p, const occurring_codes& codes) {
  const std::size_t n_targets = codes.target.size();
  if (n_targets > table_size || codes.genomic.size() > 2 * (table_size / n_targets)) return std::nullopt;
  strip_scores made{.is_match = false};
  if (!fill_tables(p, codes, made)) return std::nullopt;
  score least = std::numeric_limits<score>::max();
  for (std::size_t v = 0; v < n_targets; ++v) {
    made.target_lane[codes.target[v]] = static_cast<std::int16_t>(v * both_bytes);
    score gain = std::numeric_limits<score>::min();
    for (const residue_code u : codes.genomic)
      gain = std::max(gain, (*p.substitution)(u, codes.target[v]) + 2 * p.gaps.extend);
    if (gain < least) made.no_symbol = made.target_lane[codes.target[v]];
    least = std::min(least, gain);
  }
  if (least > max_gained_outside) return std::nullopt;
  return made;
}

}  // namespace

std::optional<strip_scores> strip_scores::of(const problem& p, const row_schedule& schedule) {
  if (p.substitution->n_codes() > max_codes) return std::nullopt;
  const occurring_codes codes = find_codes(p, schedule);
  if (const auto compared = compare_codes(p, codes)) return compared;
  return look_up_codes(p, codes);
}

}  // namespace exonweave::spliced
