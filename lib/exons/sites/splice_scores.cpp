#include "exons/sites/splice_scores.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "base/files/file_text.hpp"
#include "base/files/line_reader.hpp"

namespace exonweave {
namespace {

constexpr std::size_t n_columns = 5;
constexpr std::int64_t largest = 10'000;

template <class Entries>
auto& pick(Entries& entries, std::size_t sequence, strand on, splice_end end) {
  return entries[sequence][on == strand::forward ? 0 : 1][static_cast<std::size_t>(end)];
}

// The fields of a line; nothing when there are more or fewer.
std::optional<std::array<std::string_view, n_columns>> split(std::string_view line) {
  std::array<std::string_view, n_columns> fields;
  for (std::size_t k = 0; k < n_columns; ++k) {
    const std::size_t tab = line.find('\t');
    if ((tab == std::string_view::npos) != (k + 1 == n_columns)) return std::nullopt;
    fields[k] = line.substr(0, tab);
    if (tab != std::string_view::npos) line.remove_prefix(tab + 1);
  }
  return fields;
}

class score_reader {
 public:
  score_reader(const sequence_catalog& sequences, score_unit unit, place_sample& sample, report& problems)
      : sequences_(sequences), problems_(problems), sample_(sample), read_(sequences, unit) {}

  splice_scores read(const std::string& path) {
    line_reader lines(path);
    if (lines.is_foreign_text(problems_)) return std::move(read_);
    while (const auto line = lines.next()) {
      if (line->empty() || line->front() == '#') continue;
      where_ = lines.where();
      read_line(*line);
    }
    lines.warn_if_cut(problems_);
    read_.finish();
    if (read_.size() == 0 && problems_.error_count() == 0)
      problems_.warn({.where = {lines.source().name(), 0}, .what = "no splice score in the table"});
    return std::move(read_);
  }

 private:
  void error(problem_report problem) {
    problem.where = where_;
    problems_.error(std::move(problem));
  }

  void read_line(std::string_view line) {
    const auto fields = split(line);
    if (!fields)
      return error({.what = "not a line of a table of splice scores",
                    .got = std::string(line.substr(0, 60)),
                    .need = "sequence, offset, + or -, D or A and score with tabs between them"});
    const auto& [name, offset, on, end, text] = *fields;
    const auto sequence = sequences_.find(name);
    if (!sequence) {
      const auto nearest = nearest_names(name, sequences_.names());
      return error({.what = "unknown sequence",
                    .got = std::string(name),
                    .hint = nearest.empty() ? "" : fmt::format("did you mean '{}'?", fmt::join(nearest, "', '"))});
    }
    const auto boundary = parse_plain_integer(offset);
    if (!boundary || *boundary < 0 || *boundary > sequences_.length(*sequence))
      return error({.what = "an offset outside its sequence",
                    .got = std::string(offset),
                    .need = fmt::format("a whole number from 0 to {}", sequences_.length(*sequence))});
    if (on != "+" && on != "-") return error({.what = "no strand", .got = std::string(on), .need = "+ or -"});
    if (end != "D" && end != "A")
      return error({.what = "neither donor nor acceptor", .got = std::string(end), .need = "D or A"});
    const auto score = parse_plain_integer(text);
    if (!score || *score < -largest || *score > largest)
      return error({.what = "not a score",
                    .got = std::string(text),
                    .need = fmt::format("a whole number from {} to {}", -largest, largest)});
    const scored_place place{*sequence, on == "+" ? strand::forward : strand::reverse,
                             end == "D" ? splice_end::donor : splice_end::acceptor, *boundary};
    read_.add(place.sequence, place.on, place.end, place.boundary, written_score(*score));
    sample_.add(place);
  }

  const sequence_catalog& sequences_;
  report& problems_;
  place_sample& sample_;
  splice_scores read_;
  place where_;
};

}  // namespace

splice_scores::splice_scores(const sequence_catalog& sequences, score_unit unit)
    : entries_(sequences.size()), unit_(unit) {
  for (std::size_t s = 0; s < sequences.size(); ++s) lengths_.push_back(sequences.length(s));
}

void splice_scores::add(std::size_t sequence, strand on, splice_end end, std::int64_t boundary, written_score score) {
  const std::int64_t position = on == strand::forward ? boundary : lengths_[sequence] - boundary;
  pick(entries_, sequence, on, end).push_back({position, unit_.inside(score)});
}

void splice_scores::finish() {
  for (auto& of_sequence : entries_)
    for (auto& of_strand : of_sequence)
      for (std::vector<entry>& entries : of_strand) {
        std::ranges::sort(entries, std::greater<>());
        const auto twice = std::ranges::unique(entries, {}, &entry::position);  // the larger score stays
        entries.erase(twice.begin(), twice.end());
        std::ranges::reverse(entries);
      }
}

const std::vector<splice_scores::entry>& splice_scores::of(std::size_t sequence, strand on, splice_end end) const {
  return pick(entries_, sequence, on, end);
}

spliced::score splice_scores::at(std::size_t sequence, strand on, splice_end end, std::int64_t position) const {
  const auto& entries = of(sequence, on, end);
  const auto found = std::ranges::lower_bound(entries, position, {}, &entry::position);
  return found != entries.end() && found->position == position ? found->weight : unit_.inside(unlisted_score);
}

void splice_scores::add_to(strand_sites& sites, std::size_t sequence, strand on) const {
  const auto add = [&](std::vector<scored_site>& sites, splice_end end) {
    const auto& entries = of(sequence, on, end);
    auto next = sites.empty() ? entries.begin()
                              : std::ranges::lower_bound(entries, sites.front().position, {}, &entry::position);
    for (scored_site& site : sites) {
      if (site.family != splice_family::major) continue;
      while (next != entries.end() && next->position < site.position) ++next;
      const bool is_listed = next != entries.end() && next->position == site.position;
      site.weight += is_listed ? next->weight : unit_.inside(unlisted_score);
    }
  };
  add(sites.donors, splice_end::donor);
  add(sites.acceptors, splice_end::acceptor);
}

std::size_t splice_scores::size() const {
  std::size_t n = 0;
  for (const auto& of_sequence : entries_)
    for (const auto& of_strand : of_sequence)
      for (const std::vector<entry>& entries : of_strand) n += entries.size();
  return n;
}

splice_scores read_splice_scores(const std::string& path, const sequence_catalog& sequences, score_unit unit,
                                 place_sample& sample, report& problems) {
  if (sequences.size() == 0) return {sequences, unit};  // of a genome that could not be read, as its error says
  return score_reader(sequences, unit, sample, problems).read(path);
}

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
