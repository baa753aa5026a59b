#include "exons/sequences/masking.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave {

std::string_view to_string(masking kind) { return std::ranges::find(masking_names, kind, &masking_name::kind)->name; }

std::optional<masking> masking_from(std::string_view name) {
  const auto* const found = std::ranges::find(masking_names, name, &masking_name::name);
  if (found == masking_names.end()) return std::nullopt;
  return found->kind;
}

std::vector<interval> masked_parts(std::string_view residues, masking by) {
  switch (by) {
    case masking::seg:
      return low_complexity(residues);
    case masking::tantan:
      return tandem_repeats(residues);
    default:
      return {};
  }
}

std::vector<interval> masked_parts(const target& protein, masking by) {
  return by == masking::lower_case ? protein.lower_case : masked_parts(protein.residues, by);
}

std::string masked_residues(const target& protein, masking by) {
  std::string residues = protein.residues;
  for (const interval& part : masked_parts(protein, by))
    std::fill_n(residues.begin() + part.start, part.length(), masked_residue);
  return residues;
}

namespace {

constexpr std::size_t n_kinds = 20;
constexpr std::size_t max_letters = 32;

// What the probability of a composition is computed from, for as many residues as a protein has.
struct factorials {
  explicit factorials(std::size_t n) {
    for (std::size_t k = 0; k <= std::max(n, max_letters); ++k) ln.push_back(std::lgamma(static_cast<double>(k) + 1));
    for (std::size_t k = 0; k < ln.size(); ++k) {
      ln_last.push_back(k == 0 ? 0 : std::log(static_cast<double>(k)));
      ln_last_absent.push_back(k <= max_letters - n_kinds ? 0
                                                          : std::log(static_cast<double>(k + n_kinds - max_letters)));
    }
  }

  std::vector<double> ln;              // [k] of k!
  std::vector<double> ln_last;         // [k] of k! / (k - 1)!
  std::vector<double> ln_last_absent;  // [letters that are not found] the same of those that are residues
};

// How many residues of each letter some residues have.
class letter_counts {
 public:
  letter_counts(std::string_view residues, const factorials& logs) : logs_(&logs), n_alike_(residues.size() + 1) {
    n_alike_[0] = max_letters;
    denominator_ = logs.ln[n_kinds];
    for (const char letter : residues) add(letter);
  }
  void slide(char lost, char added) {
    remove(lost);
    add(added);
  }
  void add(char letter) { recount(letter, 1); }
  void remove(char letter) { recount(letter, -1); }

  // ln of the probability of a composition like this of n residues, the largest counts first.
  [[nodiscard]] double ln_probability(std::size_t n) const {
    double ln = logs_->ln[n] + logs_->ln[n_kinds] - static_cast<double>(n) * std::log(static_cast<double>(n_kinds));
    std::size_t n_found = 0;
    for (std::size_t count = n_alike_.size() - 1; count > 0; --count) {
      if (n_alike_[count] == 0) continue;
      ln -= logs_->ln[n_alike_[count]] + static_cast<double>(n_alike_[count]) * logs_->ln[count];
      n_found += n_alike_[count];
    }
    // Letters that are none of the residues are kinds only where there are some.
    return ln - logs_->ln[std::max(n_found, n_kinds) - n_found];
  }

  // The same but for the rounding of all steps to here: ln of prod n_i! prod r_k!.
  [[nodiscard]] double ln_denominator() const { return denominator_; }

 private:
  static std::size_t index(char letter) { return static_cast<unsigned char>(letter) % max_letters; }
  [[nodiscard]] double ln_alike(std::size_t count) const {
    return (count == 0 ? logs_->ln_last_absent : logs_->ln_last)[n_alike_[count]];
  }
  void recount(char letter, int by) {
    std::size_t& count = counts_[index(letter)];
    denominator_ -= ln_alike(count);
    --n_alike_[count];
    if (by < 0)
      denominator_ -= logs_->ln_last[count--];
    else
      denominator_ += logs_->ln_last[++count];
    ++n_alike_[count];
    denominator_ += ln_alike(count);
  }

  const factorials* logs_;
  std::array<std::size_t, max_letters> counts_{};
  std::vector<std::size_t> n_alike_;  // [counts] letters that have it
  double denominator_;
};

// [windows of n residues] their entropies: whole numbers, so that they depend on the composition alone.
class window_entropies {
 public:
  static constexpr double of_bit = 0x1p40;

  explicit window_entropies(std::size_t n) : n_(n) {
    for (std::size_t count = 0; count <= n; ++count) {
      const double fraction = static_cast<double>(count) / static_cast<double>(n);
      of_count_.push_back(count == 0 ? 0 : std::llround(-fraction * std::log2(fraction) * of_bit));
    }
  }

  [[nodiscard]] std::vector<std::int64_t> of(std::string_view residues) const {
    std::vector<std::int64_t> entropies;
    std::array<std::size_t, max_letters> counts{};
    std::int64_t sum = 0;
    const auto recount = [&](char letter, std::size_t by) {
      std::size_t& count = counts[static_cast<unsigned char>(letter) % max_letters];
      sum -= of_count_[count];
      count += by;
      sum += of_count_[count];
    };
    for (std::size_t i = 0; i < residues.size(); ++i) {
      if (i >= n_) recount(residues[i - n_], SIZE_MAX);
      recount(residues[i], 1);
      if (i + 1 >= n_) entropies.push_back(sum);
    }
    return entropies;
  }

 private:
  std::size_t n_;
  std::vector<std::int64_t> of_count_;  // [counts of a letter]
};

class complexity_scan {
 public:
  complexity_scan(std::string_view residues, const complexity_rules& rules)
      : residues_(residues), rules_(rules), entropies_(window_entropies(rules.window).of(residues)) {}

  std::vector<interval> find() {
    find_in(0, residues_.size());
    std::ranges::sort(found_);
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool is_below(std::size_t window, double bits) const {
    return static_cast<double>(entropies_[window]) <= bits * window_entropies::of_bit;
  }

  void find_in(std::size_t first, std::size_t last) {
    for (std::size_t w = first; w + rules_.window <= last; ++w) {
      if (!is_below(w, rules_.begins_with)) continue;
      std::size_t start = w, end = w + rules_.window;
      while (start > first && is_below(start - 1, rules_.goes_on_with)) --start;
      while (end < last && is_below(end - rules_.window + 1, rules_.goes_on_with)) ++end;
      const interval least = min_likely(start, end);
      found_.push_back(least);
      if (static_cast<std::size_t>(least.start) > start) find_in(start, static_cast<std::size_t>(least.start));
      first = static_cast<std::size_t>(least.end);
      w = first - 1;
    }
  }

  // Of equally likely parts the longest, and the first of these. What an estimate finds likelier is not computed.
  [[nodiscard]] interval min_likely(std::size_t start, std::size_t end) {
    constexpr double rounding = 1e-6;  // far above that of the estimate
    static const double ln_kinds = std::log(static_cast<double>(n_kinds));
    const std::size_t length = end - start, shortest = length > rules_.max_cut ? length - rules_.max_cut : 1;
    if (logs_.ln.size() <= length) logs_ = factorials(residues_.size());
    interval least;
    double min_ln = 0;
    letter_counts at_start(residues_.substr(start, length), logs_);
    for (std::size_t n = length; n >= shortest; --n) {
      const double most = logs_.ln[n] + logs_.ln[n_kinds] - static_cast<double>(n) * ln_kinds;
      // No composition is less likely than this.
      if (least.length() > 0 && -static_cast<double>(n) * ln_kinds > min_ln + rounding) break;
      letter_counts counts = at_start;
      for (std::size_t position = start;; ++position) {
        if (least.length() == 0 || most - counts.ln_denominator() < min_ln + rounding) {
          const double ln = counts.ln_probability(n);
          if (least.length() == 0 || ln < min_ln) {
            min_ln = ln;
            least = {static_cast<std::int64_t>(position), static_cast<std::int64_t>(position + n)};
          }
        }
        if (position + n == end) break;
        counts.slide(residues_[position], residues_[position + n]);
      }
      at_start.remove(residues_[start + n - 1]);
    }
    return least;
  }

  std::string_view residues_;
  const complexity_rules& rules_;
  std::vector<std::int64_t> entropies_;  // [windows]
  factorials logs_{0};                   // as many as parts that have been met need
  std::vector<interval> found_;
};

}  // namespace

std::vector<interval> low_complexity(std::string_view residues, const complexity_rules& rules) {
  return complexity_scan(residues, rules).find();
}

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
