#include "pairwise/scan/parasail_scan.hpp"

#include <parasail.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>

#include "base/threads/on_threads.hpp"

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

namespace {

// Letters that parasail distinguishes whatever their case: A for code 0, and so on.
constexpr char first_letter = 'A';
static_assert(spliced::n_amino_codes <= 27);  // up to '[', the letter after Z

// parasail reads scores and costs as bytes where its lanes are: larger ones would be cut.
constexpr spliced::score largest_of_bytes = 100;

template <class T, void (*Release)(T*)>
struct released {
  void operator()(T* made) const { Release(made); }
};
using owned_matrix = std::unique_ptr<parasail_matrix_t, released<parasail_matrix_t, parasail_matrix_free>>;
using owned_profile = std::unique_ptr<parasail_profile_t, released<parasail_profile_t, parasail_profile_free>>;
using owned_result = std::unique_ptr<parasail_result_t, released<parasail_result_t, parasail_result_free>>;

// Striped lanes carry the query's gaps to where they belong in further rounds, which parasail ends too early where a
// gap's first symbol costs no more than its others: scores come out too low then. Its prefix scan has no such rounds,
// but takes a whole segment's gap off in one lane, for which only 32 bits are always enough.
parasail_pfunction_t* function_for(const spliced::gap_costs& gaps, bool fits_bytes) {
  if (gaps.open == 0) return parasail_sw_scan_profile_32;
  return fits_bytes ? parasail_sw_striped_profile_sat : parasail_sw_striped_profile_32;
}

}  // namespace

std::string parasail_letters(std::span<const spliced::residue_code> residues) {
  std::string letters(residues.size(), first_letter);
  std::ranges::transform(residues, letters.begin(),
                         [](spliced::residue_code code) { return static_cast<char>(first_letter + code); });
  return letters;
}

struct parasail_scoring::state {
  owned_matrix matrix;
  int first_of_gap;  // what its first symbol costs, with open
  int extend;
  bool fits_bytes;
  parasail_pfunction_t* run;
};

parasail_scoring::parasail_scoring(const scan_scoring& scoring) {
  std::string alphabet;
  for (std::size_t code = 0; code < spliced::n_amino_codes; ++code)
    alphabet += static_cast<char>(first_letter + static_cast<char>(code));
  owned_matrix made(parasail_matrix_create(alphabet.c_str(), 1, -1));
  if (!made) throw std::bad_alloc();
  const spliced::substitution_matrix& matrix = *scoring.substitution;
  for (spliced::residue_code row = 0; row < spliced::n_amino_codes; ++row)
    for (spliced::residue_code column = 0; column < spliced::n_amino_codes; ++column)
      parasail_matrix_set_value(made.get(), row, column, matrix(row, column));
  const spliced::score largest =
      std::max({matrix.largest(), -matrix.smallest(), scoring.gaps.open + scoring.gaps.extend});
  const bool fits_bytes = scoring.gaps.open > 0 && largest <= largest_of_bytes;
  state_ = std::make_unique<state>(state{std::move(made), scoring.gaps.open + scoring.gaps.extend, scoring.gaps.extend,
                                         fits_bytes, function_for(scoring.gaps, fits_bytes)});
}
parasail_scoring::~parasail_scoring() = default;

struct parasail_profile::state {
  const parasail_scoring::state* scoring;
  std::string query;  // the profile points to it
  owned_profile profile;
};

parasail_profile::parasail_profile(const parasail_scoring& scoring, std::span<const spliced::residue_code> query)
    : state_(std::make_unique<state>(state{scoring.state_.get(), parasail_letters(query), nullptr})) {
  const auto make = state_->scoring->fits_bytes ? parasail_profile_create_sat : parasail_profile_create_32;
  state_->profile.reset(
      make(state_->query.data(), static_cast<int>(state_->query.size()), state_->scoring->matrix.get()));
  if (!state_->profile) throw std::bad_alloc();
}
parasail_profile::~parasail_profile() = default;
parasail_profile::parasail_profile(parasail_profile&&) noexcept = default;
parasail_profile& parasail_profile::operator=(parasail_profile&&) noexcept = default;

local_end parasail_profile::align(std::string_view sequence) const {
  const parasail_scoring::state& scoring = *state_->scoring;
  const owned_result result(scoring.run(state_->profile.get(), sequence.data(), static_cast<int>(sequence.size()),
                                        scoring.first_of_gap, scoring.extend));
  if (!result) throw std::bad_alloc();
  if (result->score == 0) return {};
  return {result->score, static_cast<std::size_t>(result->end_query) + 1,
          static_cast<std::size_t>(result->end_ref) + 1};
}

}  // namespace exonweave
