#include "pairwise/scan/parasail_scan.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "base/threads/on_threads.hpp"
#include "pairwise/scan/parasail_profile.hpp"

namespace exonweave {
namespace {

// Cells of a piece of work: enough that to take it costs nothing, few enough that threads end together.
constexpr std::uint64_t cells_of_piece = 50'000'000;
// Of the queries that a piece has, where there are so many: then it takes little to read a sequence for them.
constexpr std::uint64_t residues_of_queries = 1'000;

// Some queries with some sequences.
struct piece {
  std::size_t first_query, last_query;  // one after
  std::size_t first, last;
};

class opened final : public opened_scan {
 public:
  opened(const sequence_blocks& database, const scan_scoring& scoring, unsigned n_threads)
      : database_(database),
        scoring_(scoring),
        parasail_scoring_(scoring),
        n_threads_(n_threads),
        highest_(highest_scores(database, scoring, n_threads)) {}

  std::vector<scan_hit> scan(std::span<const scan_query> queries, run_control* control) override {
    for (const scan_query& query : queries) check_score_range(query, database_.lengths, scoring_);
    std::vector<std::optional<parasail_profile>> profiles(queries.size());
    for (std::size_t k = 0; k < queries.size(); ++k)
      if (!queries[k].residues.empty()) profiles[k].emplace(parasail_scoring_, queries[k].residues);
    const std::vector<piece> pieces = cut(queries);
    std::vector<std::vector<scan_hit>> found(pieces.size());  // by sequence
    run_control nobody;
    run_control& run = control != nullptr ? *control : nobody;
    on_threads(n_threads_, pieces.size(), run, [&] {
      return [&, codes = std::vector<spliced::residue_code>()](std::size_t k) mutable {
        const piece& part = pieces[k];
        for (std::size_t s = part.first; s < part.last; ++s) {
          const std::string letters = letters_of(s, codes);
          for (std::size_t q = part.first_query; q < part.last_query; ++q) {
            if (highest_[s] < queries[q].least) continue;
            const spliced::score total = profiles[q] ? profiles[q]->align(letters).total : 0;
            if (total >= queries[q].least)
              found[k].push_back({static_cast<std::uint32_t>(q), static_cast<std::uint32_t>(s), total});
            run.add_cells(std::uint64_t{queries[q].residues.size()} * codes.size());
          }
        }
      };
    });
    std::vector<scan_hit> all;
    for (const auto& part : found) all.insert(all.end(), part.begin(), part.end());
    std::ranges::stable_sort(all, {}, &scan_hit::query);  // sequences are in order
    return all;
  }

 private:
  std::string letters_of(std::size_t sequence, std::vector<spliced::residue_code>& codes) const {
    codes.resize(database_.lengths[sequence]);
    database_.read(sequence, codes);
    return parasail_letters(codes);
  }

  [[nodiscard]] std::vector<piece> cut(std::span<const scan_query> queries) const {
    std::vector<piece> pieces;
    for (std::size_t first = 0; first < queries.size();) {
      std::uint64_t residues = 0;
      std::size_t last = first;
      while (last < queries.size() && residues < residues_of_queries) residues += queries[last++].residues.size();
      cut_sequences({first, last, 0, 0}, residues, pieces);
      first = last;
    }
    return pieces;
  }

  void cut_sequences(piece next, std::uint64_t residues, std::vector<piece>& pieces) const {
    const std::size_t n = database_.n_sequences();
    while (next.first < n) {
      std::uint64_t cells = 0;
      for (next.last = next.first; next.last < n && cells < cells_of_piece; ++next.last)
        cells += (residues + 1) * database_.lengths[next.last];
      pieces.push_back(next);
      next.first = next.last;
    }
  }

  sequence_blocks database_;
  scan_scoring scoring_;
  parasail_scoring parasail_scoring_;
  unsigned n_threads_;
  std::vector<spliced::score> highest_;  // [n_sequences] that any query can reach
};

class parasail_scan final : public scan_engine {
 public:
  explicit parasail_scan(unsigned n_threads) : n_threads_(n_threads) {}

  [[nodiscard]] const pairwise_engine& facts() const override { return parasail_scan_facts; }
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

}  // namespace exonweave
