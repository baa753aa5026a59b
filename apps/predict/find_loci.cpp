#include "predict/find_loci.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/closing_line.hpp"
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
  if (std::ranges::any_of(made.found.loci, &found_locus::has_place)) return std::move(made.found);
  if (!quiet) tell("exonweave: no locus found outside soft-masked bases: searching them as well\n");
  search_rules all = rules;
  all.seeds_soft_masked = true;
  return search(sequences, targets, codes, all, quiet).found;
}

}  // namespace exonweave::apps
