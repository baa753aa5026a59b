#include "predict/search_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

namespace exonweave::apps {
namespace {

using count = std::uint32_t search_cuts::*;

// How a limit is reported.
struct limit_words {
  count kept_out;
  std::string_view what;    // in a warning, with the limit, before its count
  std::string_view reason;  // in a row, with its count
  std::string_view hint;
};

constexpr std::array all_limits = {
    limit_words{&search_cuts::n_loci, "loci beyond --max-loci {} are excluded", "more loci than the limit: {} excluded",
                "raise --max-loci"},
    limit_words{&search_cuts::n_chains, "matches beyond the best {} are not examined",
                "more matches than the limit: {} not examined",
                "raise --max-loci: ten matches are examined for each locus"},
    limit_words{&search_cuts::n_introns, "neighbouring loci may be one gene with an intron beyond --max-intron {}",
                "introns beyond the limit: {} possible",
                "raise --max-intron if the species has such introns; otherwise these are separate loci"}};

std::int64_t limit_of(count kept_out, const search_rules& rules) {
  if (kept_out == &search_cuts::n_loci) return static_cast<std::int64_t>(rules.max_n_loci);
  if (kept_out == &search_cuts::n_chains) return static_cast<std::int64_t>(windows_of(rules));
  return rules.max_intron;
}

struct kept_out_sum {
  std::uint64_t n = 0;
  std::size_t n_targets = 0;
};

kept_out_sum sum_of(count kept_out, const std::vector<const found_locus*>& loci) {
  kept_out_sum sum;
  for (const found_locus* each : loci) {
    sum.n += each->cuts.*kept_out;
    sum.n_targets += each->cuts.*kept_out > 0 ? 1 : 0;
  }
  return sum;
}

}  // namespace

void warn_of_limits(const std::vector<found_locus>& loci, const target_set& targets, const search_rules& rules,
                    report& problems) {
  auto cut = loci_with_cuts(loci);
  std::ranges::sort(cut, {}, [](const found_locus* each) { return each->where.target; });
  for (const limit_words& limit : all_limits) {
    const kept_out_sum sum = sum_of(limit.kept_out, cut);
    if (sum.n == 0) continue;
    const auto first =
        std::ranges::find_if(cut, [&](const found_locus* each) { return each->cuts.*limit.kept_out > 0; });
    const target& named = targets.targets[(*first)->where.target];
    problems.warn({.where = targets.where(named),
                   .what = fmt::format("{}: {}, of {} target{}",
                                       fmt::format(fmt::runtime(limit.what), limit_of(limit.kept_out, rules)), sum.n,
                                       sum.n_targets, sum.n_targets == 1 ? "" : "s"),
                   .got = named.name,
                   .hint = std::string(limit.hint)});
  }
}

std::vector<limit_row> limit_rows(const std::vector<found_locus>& loci, const target_set& targets) {
  std::vector<limit_row> rows;
  for (const found_locus* each : loci_with_cuts(loci))
    for (const limit_words& limit : all_limits)
      if (const std::uint32_t n = each->cuts.*limit.kept_out; n > 0)
        rows.push_back({each->where.target, fmt::format(fmt::runtime(limit.reason), n)});
  std::ranges::sort(rows, {}, [&](const limit_row& row) {
    return std::tuple(std::string_view(targets.targets[row.target].name), std::string_view(row.reason));
  });
  return rows;
}

nlohmann::ordered_json limits_entry(const std::vector<found_locus>& loci, const search_rules& rules) {
  const auto cut = loci_with_cuts(loci);
  const auto entry = [&](count kept_out) {
    const kept_out_sum sum = sum_of(kept_out, cut);
    return nlohmann::ordered_json{
        {"limit", limit_of(kept_out, rules)}, {"left_out", sum.n}, {"targets", sum.n_targets}};
  };
  return {{"loci", entry(&search_cuts::n_loci)},
          {"looks", entry(&search_cuts::n_chains)},
          {"introns", entry(&search_cuts::n_introns)}};
}

}  // namespace exonweave::apps
