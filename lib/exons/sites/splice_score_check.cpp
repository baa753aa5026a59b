#include "exons/sites/splice_score_check.hpp"

#include <fmt/format.h>

#include <string_view>

namespace exonweave {
namespace {

constexpr std::size_t max_places = 4'000;
constexpr std::int64_t n_letters = 2;  // of the dinucleotide

bool is_site(std::string_view letters, splice_end end) {
  return end == splice_end::donor ? letters == "GT" || letters == "GC" : letters == "AG";
}

// The first or last two letters of the intron, as read along its strand; empty: the sequence does not have them.
std::string letters_at(const scored_place& place, genome& sequences) {
  const bool is_forward = place.on == strand::forward;
  const bool is_after = (place.end == splice_end::donor) == is_forward;  // in forward coordinates
  const std::int64_t start = is_after ? place.boundary : place.boundary - n_letters;
  if (start < 0 || start + n_letters > sequences.catalog().length(place.sequence)) return "";
  const std::string bases = sequences.fetch(place.sequence, {start, start + n_letters});
  return is_forward ? bases : reverse_complement(bases);
}

}  // namespace

void place_sample::add(const scored_place& place) {
  if (n_seen_++ % step_ != 0) return;
  places_.push_back(place);
  if (places_.size() < max_places) return;
  step_ *= 2;
  for (std::size_t k = 0; 2 * k < places_.size(); ++k) places_[k] = places_[2 * k];
  places_.resize((places_.size() + 1) / 2);
}

void check_scored_places(const std::vector<scored_place>& places, genome& sequences, const std::string& path,
                         report& problems) {
  std::size_t n_sites = 0, n_checked = 0;
  for (const scored_place& place : places) {
    const std::string letters = letters_at(place, sequences);
    if (letters.empty() || letters.find('N') != std::string::npos) continue;
    ++n_checked;
    n_sites += is_site(letters, place.end) ? 1 : 0;
  }
  if (n_checked == 0 || 2 * n_sites > n_checked) return;
  const double percent = 100.0 * static_cast<double>(n_sites) / static_cast<double>(n_checked);
  problems.error({.where = {path, 0},
                  .what = "the scores do not lie on splice sites of this genome",
                  .got = fmt::format("{:.0f}% of {} places with GT, GC or AG", percent, n_checked),
                  .need = "more than half of them",
                  .hint = "is the table of the same assembly, with offsets that count from 0?"});
}

splice_scores read_checked_splice_scores(const std::string& path, genome& sequences, score_unit unit,
                                         report& problems) {
  const std::size_t n_before = problems.error_count();
  place_sample sample;
  splice_scores scores = read_splice_scores(path, sequences.catalog(), unit, sample, problems);
  if (problems.error_count() == n_before) check_scored_places(sample.places(), sequences, path, problems);
  return scores;
}

}  // namespace exonweave
