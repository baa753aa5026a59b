#include "predict/find_loci.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "cli/messages.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"

namespace exonweave::apps {
namespace {

struct search_round {
  searched_loci found;
  std::uint64_t n_masked = 0;
};

search_round search(genome& sequences, const target_set& targets, const genetic_codes& codes, const search_rules& rules,
                    bool quiet) {
  run_control control;
  search_round made;
  {
    const stoppable_run run(control);
    const std::uint64_t n_nt = count_nt(sequences.catalog());
    std::optional<progress> shown(
        std::in_place, "searching", "nt", n_nt, [&control] { return control.cells(); }, quiet);
    loci_found found = search_loci(sequences, targets, codes, rules, control, [&](std::uint64_t n_again) {
      made.found.n_window_bases = n_again;
      shown.reset();  // ends its line first
      shown.emplace(
          "refining hits", "", n_again, [&control, n_nt] { return control.cells() - n_nt; }, quiet);
    });
    made.found.loci = std::move(found.loci);
    made.n_masked = found.n_masked;
  }
  control.throw_if_stopped();  // at the last moment
  return made;
}

void tell_masked(std::uint64_t n_masked, std::uint64_t n_nt) {
  tell("exonweave: {} of {} bases ({:.1f}%) are soft-masked (lower case): not used for seeds (--seed-soft-masked)\n",
       grouped(n_masked), grouped(n_nt), 100.0 * static_cast<double>(n_masked) / static_cast<double>(n_nt));
}

}  // namespace

searched_loci find_loci(genome& sequences, const target_set& targets, const genetic_codes& codes,
                        const search_rules& rules, bool quiet) {
  search_round made = search(sequences, targets, codes, rules, quiet);
  if (made.n_masked == 0) return std::move(made.found);
  if (!quiet) tell_masked(made.n_masked, count_nt(sequences.catalog()));
  const auto is_likely = [](const found_locus& each) { return each.has_place() && each.best.e_value <= 1; };
  if (std::ranges::any_of(made.found.loci, is_likely)) return std::move(made.found);
  if (!quiet) tell("exonweave: no locus found outside soft-masked bases: searching them as well\n");
  search_rules all = rules;
  all.seeds_soft_masked = true;
  return search(sequences, targets, codes, all, quiet).found;
}

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
                "raise --max-intron if the species has such introns; otherwise these are separate loci"},
    limit_words{&search_cuts::n_outscored, "", "loci outscored by other proteins: {} excluded", ""}};  // no warning

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
    if (sum.n == 0 || limit.what.empty()) continue;
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
