#include "exons/sequences/tandem_repeats.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave {
namespace {

// tantan's for proteins, but for the last, which DIAMOND sets higher (Buchfink et al. 2021): 0.5 masks arrays of
// domains too.
constexpr std::size_t longest_period = 50;
constexpr float start = 0.005F;
constexpr float end = 0.05F;
constexpr float decay = 0.9F;
constexpr double lambda = 0.3176;  // of BLOSUM62 without gaps
constexpr float min_probability = 0.9F;

using by_period = std::array<float, longest_period>;  // periods 1, 2, ...
constexpr std::size_t n_codes = spliced::n_amino_codes + 1;
constexpr auto nothing = static_cast<spliced::residue_code>(spliced::n_amino_codes);  // before the first

// [residue][residue before it]
using likelihood_ratios = std::array<std::array<float, n_codes>, n_codes>;

const likelihood_ratios& ratios() {
  static const likelihood_ratios made = [] {
    const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
    const auto n_known = static_cast<spliced::residue_code>(spliced::twenty_amino_acids.size());
    likelihood_ratios ratios{};
    for (spliced::residue_code x = 0; x < n_known; ++x)
      for (spliced::residue_code y = 0; y < n_known; ++y)
        ratios[x][y] = static_cast<float>(std::exp(lambda * matrix(x, y)));
    return ratios;
  }();
  return made;
}

const by_period& starts() {
  static const by_period made = [] {
    by_period scores{};
    float fraction = 1;
    for (float& each : scores) {
      each = fraction;
      fraction *= decay;
    }
    const float sum = std::accumulate(scores.begin(), scores.end(), 0.0F);
    for (float& each : scores) each *= start / sum;
    return scores;
  }();
  return made;
}

class repeat_model {
 public:
  explicit repeat_model(std::string_view residues) : codes_(longest_period, nothing) {
    const auto encoded = spliced::encode_protein(residues);
    codes_.insert(codes_.end(), encoded.begin(), encoded.end());
  }

  // [residues] The probability that it is of no repeat.
  std::vector<float> probabilities_of_none() {
    std::vector<float> none(codes_.size() - longest_period), scales(none.size());
    forward(none, scales);
    backward(none, scales);
    return none;
  }

 private:
  // How much likelier a residue is by each period.
  void read_ratios(std::size_t position, by_period& sums) const {
    const auto& row = ratios()[codes_[longest_period + position]];
    const spliced::residue_code* const before = codes_.data() + longest_period + position - 1;
    for (std::size_t i = 0; i < longest_period; ++i) sums[i] = row[*(before - i)];
  }

  void forward(std::vector<float>& none, std::vector<float>& scales) const {
    float of_none = 1;
    by_period of_periods{}, ratio;
    for (std::size_t position = 0; position < none.size(); ++position) {
      read_ratios(position, ratio);
      const float of_all = std::accumulate(of_periods.begin(), of_periods.end(), 0.0F);
      float sum = 0;
      for (std::size_t i = 0; i < longest_period; ++i) {
        of_periods[i] = (of_none * starts()[i] + of_periods[i] * (1 - end)) * ratio[i];
        sum += of_periods[i];
      }
      of_none = of_none * (1 - start) + of_all * end;
      scales[position] = 1 / (sum + of_none);
      of_none *= scales[position];
      for (float& each : of_periods) each *= scales[position];
      none[position] = of_none;
    }
  }

  // `none` has what forward() found.
  void backward(std::vector<float>& none, const std::vector<float>& scales) const {
    float of_none = 1;
    by_period of_periods{}, ratio;
    of_periods.fill(1);
    for (std::size_t position = none.size(); position-- > 0;) {
      none[position] *= of_none;
      read_ratios(position, ratio);
      float by_start = 0;
      for (std::size_t i = 0; i < longest_period; ++i) {
        const float of_period = of_periods[i] * ratio[i];
        by_start += starts()[i] * of_period;
        of_periods[i] = scales[position] * (end * of_none + (1 - end) * of_period);
      }
      of_none = scales[position] * ((1 - start) * of_none + by_start);
    }
  }

  std::vector<spliced::residue_code> codes_;  // after as many as a period may have
};

}  // namespace

std::vector<interval> tandem_repeats(std::string_view residues) {
  std::vector<interval> found;
  const std::vector<float> none = repeat_model(residues).probabilities_of_none();
  for (std::size_t position = 0; position < none.size(); ++position) {
    if (none[position] > 1 - min_probability) continue;
    const auto here = static_cast<std::int64_t>(position);
    if (found.empty() || found.back().end < here)
      found.push_back({here, here + 1});
    else
      ++found.back().end;
  }
  return found;
}

}  // namespace exonweave
