#include "pairwise/scan/parasail_profile.hpp"

#include <parasail.h>

#include <algorithm>
#include <stdexcept>

namespace exonweave {
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
