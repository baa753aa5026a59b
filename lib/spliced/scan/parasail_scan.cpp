#include "spliced/scan/parasail_scan.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "spliced/engine/on_threads.hpp"
#include "spliced/scan/parasail_profile.hpp"

namespace exonweave::spliced {
namespace {

// Cells of a piece of work: enough that to take it costs nothing, few enough that threads end together.
constexpr std::uint64_t cells_of_piece = 50'000'000;

struct piece {
  std::uint32_t query;
  std::uint32_t first;  // sequences
  std::uint32_t last;   // one behind
};

class opened final : public opened_scan {
 public:
  opened(const sequence_blocks& database, const scan_scoring& scoring, unsigned n_threads)
      : lengths_(database.lengths),
        scoring_(scoring),
        with_(scoring),
        n_threads_(n_threads),
        highest_(highest_scores(database, scoring, n_threads)) {
    residues_before_.push_back(0);
    for (const std::uint32_t length : lengths_) residues_before_.push_back(residues_before_.back() + length);
    letters_.resize(residues_before_.back());
    std::vector<residue_code> codes;
    for (std::size_t k = 0; k < lengths_.size(); ++k) {
      codes.resize(lengths_[k]);
      database.read(k, codes);
      std::ranges::copy(parasail_letters(codes),
                        letters_.begin() + static_cast<std::ptrdiff_t>(residues_before_[k]));
    }
  }

  std::vector<scan_hit> scan(std::span<const scan_query> queries, run_control* control) override {
    for (const scan_query& query : queries) check_score_range(query, lengths_, scoring_);
    std::vector<std::optional<parasail_profile>> profiles(queries.size());
    for (std::size_t k = 0; k < queries.size(); ++k)
      if (!queries[k].residues.empty()) profiles[k].emplace(with_, queries[k].residues);
    const std::vector<piece> pieces = cut(queries);
    std::vector<std::vector<scan_hit>> found(pieces.size());
    run_control nobody;
    run_control& run = control != nullptr ? *control : nobody;
    on_threads(n_threads_, pieces.size(), run, [&] {
      return [&](std::size_t at) {
        const piece& of = pieces[at];
        const scan_query& query = queries[of.query];
        for (std::uint32_t k = of.first; k < of.last; ++k) {
          if (highest_[k] < query.least) continue;
          const score total = profiles[of.query] ? profiles[of.query]->align(sequence(k)).total : 0;
          if (total >= query.least) found[at].push_back({of.query, k, total});
        }
        run.add_cells(query.residues.size() * (residues_before_[of.last] - residues_before_[of.first]));
      };
    });
    std::vector<scan_hit> all;
    for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
    return all;
  }

 private:
  [[nodiscard]] std::string_view sequence(std::size_t k) const {
    return std::string_view(letters_).substr(residues_before_[k], lengths_[k]);
  }

  // By query and sequence, as hits are wanted.
  [[nodiscard]] std::vector<piece> cut(std::span<const scan_query> queries) const {
    std::vector<piece> pieces;
    for (std::size_t k = 0; k < queries.size(); ++k) {
      const std::uint64_t residues =
          cells_of_piece / std::max<std::size_t>(queries[k].residues.size(), 1) + 1;
      for (std::size_t first = 0; first < lengths_.size();) {
        const auto behind = std::ranges::upper_bound(residues_before_, residues_before_[first] + residues);
        const auto last =
            std::max<std::size_t>(first + 1, static_cast<std::size_t>(behind - residues_before_.begin()) - 1);
        pieces.push_back({static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(first),
                          static_cast<std::uint32_t>(last)});
        first = last;
      }
    }
    return pieces;
  }

  std::span<const std::uint32_t> lengths_;
  scan_scoring scoring_;
  parasail_scoring with_;
  unsigned n_threads_;
  std::vector<score> highest_;                  // [n_sequences] that any query can reach
  std::vector<std::uint64_t> residues_before_;  // [n_sequences + 1]
  std::string letters_;                         // of all sequences, one behind the other
};

class parasail_scan final : public scan_engine {
 public:
  explicit parasail_scan(unsigned n_threads) : n_threads_(n_threads) {}

  [[nodiscard]] std::string_view name() const override { return "scan-cpu"; }
  [[nodiscard]] std::size_t batch_residues() const override { return 10'000; }
  [[nodiscard]] std::unique_ptr<opened_scan> open(const sequence_blocks& database,
                                                  const scan_scoring& scoring) const override {
    return std::make_unique<opened>(database, scoring, n_threads_);
  }

 private:
  unsigned n_threads_;
};

}  // namespace

std::unique_ptr<scan_engine> make_parasail_scan(unsigned n_threads) {
  return std::make_unique<parasail_scan>(n_threads);
}

}  // namespace exonweave::spliced
