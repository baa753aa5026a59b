// `scan-cpu`: scores of a scan with parasail on all cores.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "pairwise/engine/pairwise_engine.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave {

inline constexpr pairwise_engine parasail_scan_facts{
    .command = "scan", .name = "scan-cpu", .is_automatic = true, .rates = {{4.9e5, 340, 1.19, 0, 0, 0}}};

/// Keeps a letter for each residue of a database that is opened.
std::unique_ptr<scan_engine> make_parasail_scan(unsigned n_threads);

// Local alignment of one protein against others with parasail (Daily 2016): a query's striped profile (Farrar 2007),
// made once.

/// Residues as parasail is given them: a letter for each code. Its functions take pointers to letters.
std::string parasail_letters(std::span<const spliced::residue_code> residues);

/// The matrix in parasail's form; of any scores.
class parasail_scoring {
 public:
  explicit parasail_scoring(const scan_scoring& scoring);
  ~parasail_scoring();
  parasail_scoring(const parasail_scoring&) = delete;
  parasail_scoring& operator=(const parasail_scoring&) = delete;

 private:
  friend class parasail_profile;
  struct state;
  std::unique_ptr<state> state_;
};

/// The best score of a local alignment, and where it ends: of all ends with that score the one that comes first in the
/// sequence, and of these the one that comes first in the query. No end where the score is 0.
struct local_end {
  spliced::score total = 0;
  std::size_t in_query = 0;     // residues up to and with the last one
  std::size_t in_sequence = 0;  // likewise
};

class parasail_profile {
 public:
  /// `query` has a residue at least. `scoring` must outlive it.
  parasail_profile(const parasail_scoring& scoring, std::span<const spliced::residue_code> query);
  ~parasail_profile();
  parasail_profile(parasail_profile&&) noexcept;
  parasail_profile& operator=(parasail_profile&&) noexcept;

  /// Against letters of parasail_letters(), one at least: in 8-bit lanes, and again in wider ones where these do not
  /// hold the score. Any thread may call it.
  [[nodiscard]] local_end align(std::string_view sequence) const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace exonweave
