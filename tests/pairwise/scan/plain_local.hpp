// Local alignment as the textbook has it, cell by cell: the oracle of scan engines; and databases to try them on.
#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "pairwise/scan/parasail_scan.hpp"
#include "pairwise/scan/scan_engine.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave::testing {

using protein = std::vector<spliced::residue_code>;

/// Pairs (residue of the sequence, of the query) that must not be aligned, 0-based.
using forbidden_pairs = std::set<std::pair<std::size_t, std::size_t>>;

/// The best score, and its first end: first in the sequence, then in the query.
inline local_end plain_local(std::span<const spliced::residue_code> query,
                             std::span<const spliced::residue_code> sequence, const scan_scoring& scoring,
                             const forbidden_pairs& forbidden = {}) {
  constexpr spliced::score none = spliced::unreachable / 2;
  const auto [open, extend] = scoring.gaps;
  const bool forbids = !forbidden.empty();
  std::vector<spliced::score> h(query.size() + 1, 0), e(query.size() + 1, none);
  local_end best;
  for (std::size_t j = 1; j <= sequence.size(); ++j) {
    spliced::score diagonal = 0, f = none;
    for (std::size_t i = 1; i <= query.size(); ++i) {
      e[i] = std::max(e[i], h[i] - open) - extend;
      f = std::max(f, h[i - 1] - open) - extend;
      const bool is_forbidden = forbids && forbidden.contains({j - 1, i - 1});
      const spliced::score pair =
          is_forbidden ? none : diagonal + (*scoring.substitution)(sequence[j - 1], query[i - 1]);
      diagonal = h[i];
      h[i] = std::max(std::max(0, pair), std::max(e[i], f));
      if (h[i] > best.total) best = {h[i], i, j};
    }
  }
  return best;
}

inline protein random_protein(std::mt19937_64& random, std::size_t length) {
  protein made(length);
  for (auto& residue : made) residue = static_cast<spliced::residue_code>(random() % 20);
  return made;
}

/// Residues of `ancestor` with changes, insertions and deletions.
inline protein relative(std::mt19937_64& random, const protein& ancestor) {
  protein made;
  for (const auto residue : ancestor) {
    const auto what = random() % 16;
    if (what == 0) continue;
    made.push_back(what < 5 ? static_cast<spliced::residue_code>(random() % 20) : residue);
    while (random() % 24 == 0) made.push_back(static_cast<spliced::residue_code>(random() % 20));
  }
  return made;
}

/// Sorted by length, in blocks.
struct made_database {
  explicit made_database(std::vector<protein> proteins) : sequences(std::move(proteins)) {
    std::ranges::stable_sort(sequences, std::ranges::greater{}, &protein::size);
    for (const protein& each : sequences) blocks.add(each);
  }
  std::vector<protein> sequences;
  owned_blocks blocks;
};

/// What an engine has to find.
inline std::vector<scan_hit> plain_scan(std::span<const scan_query> queries, const made_database& database,
                                        const scan_scoring& scoring) {
  std::vector<scan_hit> hits;
  for (std::uint32_t q = 0; q < queries.size(); ++q)
    for (std::uint32_t k = 0; k < database.sequences.size(); ++k) {
      const auto total = plain_local(queries[q].residues, database.sequences[k], scoring).total;
      if (total >= queries[q].least) hits.push_back({q, k, total});
    }
  return hits;
}

}  // namespace exonweave::testing
