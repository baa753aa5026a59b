// Where targets may have genes, found by the program itself: `exonweave search`, and `exonweave predict` where there
// are neither pairs nor hits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "exons/loci/locus_search.hpp"

namespace exonweave::apps {

struct searched_loci {
  std::vector<found_locus> loci{};
  std::uint64_t n_window_bases = 0;  // nt of search windows; 0 where the loci were known before
  std::optional<bool> is_of_gpu{};   // what compared residues, or swept; nothing where the loci were known before
};

/// search_loci() on a run that can be stopped. Where that finds nothing at all, and matches may not begin in
/// soft-masked bases, once more with these. Reports progress, and how many bases are masked, unless it is `quiet`.
searched_loci find_loci(genome& sequences, const target_set& targets, const genetic_codes& codes,
                        const search_rules& rules, bool quiet);

// What the limits of a search for loci kept out: for people, for the table of what has no place, and for the summary.

/// One warning for each limit that kept something out, with how much of how many targets; the first of them is named.
void warn_of_limits(const std::vector<found_locus>& loci, const target_set& targets, const search_rules& rules,
                    report& problems);

/// The rows of --unplaced-out: a target and a reason for each limit, by name of the target.
struct limit_row {
  std::size_t target;
  std::string reason;
};
std::vector<limit_row> limit_rows(const std::vector<found_locus>& loci, const target_set& targets);

/// For the summary: each limit, and what it kept out of all targets.
nlohmann::ordered_json limits_entry(const std::vector<found_locus>& loci, const search_rules& rules);

}  // namespace exonweave::apps
