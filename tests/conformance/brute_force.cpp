#include "brute_force.hpp"

#include <algorithm>

#include "chain_readings.hpp"

namespace exonweave::testing {
namespace {

using spliced::residue_code;
using spliced::score;

// Moves as letters: an answer is its string, and the smallest string is the canonical one.
//
//   A match   B residue unaligned   C target symbol unaligned   D residue of an unaligned end   E frameshift
//   F the exon begins   G the chain begins   H an exon ends   @ the target's part ends   T behind it, D...
constexpr char match = 'A', deletion = 'B', insertion = 'C', unaligned = 'D', chain_begins = 'G', trail = 'T';

std::string column(std::size_t j) { return "@" + std::to_string(9000 - j); }                       // larger first
std::string exon_begins(std::int64_t position) { return "F" + std::to_string(90000 - position); }  // larger first
std::string exon_ends(std::int64_t position) { return "H" + std::to_string(90000 - position); }    // larger first
std::string frameshift(std::int64_t skipped, std::int64_t position) {  // fewer first, then larger
  return "E" + std::to_string(skipped) + std::to_string(90000 - position);
}

std::string spell(const chain_step& step) {
  switch (step.what) {
    case chain_step::kind::exon_begins:
      return exon_begins(step.value);
    case chain_step::kind::exon_ends:
      return exon_ends(step.value);
    default:
      return frameshift(step.value, step.position);
  }
}

// The best score of something and, when spelled, the smallest string of moves that attains it.
struct ranked {
  static constexpr std::int64_t none = INT64_MIN / 2;
  std::int64_t total = none;
  std::string moves{};

  void take(ranked other) {
    if (other.total > total || (other.total == total && other.moves < moves)) *this = std::move(other);
  }
};

// Three-state alignment of one chain's residues to the target; residues down, target across.
class chain_alignment {
 public:
  chain_alignment(const small_case& example, bool is_spelled)
      : example_(example), n_(example.target.size()), is_spelled_(is_spelled), best_(n_ + 1), gap_(n_ + 1) {
    for (std::size_t j = 0; j <= n_; ++j) best_[j] = then(chain_begins, {before(j)});
    if (example.scoring.residue_ends) lead_ = then(chain_begins, {-example.scoring.residue_ends->open});
  }

  ranked align(const chain_reading_steps& chain) {
    for (const chain_step& step : chain.steps)
      if (step.what == chain_step::kind::residue)
        add_residue(static_cast<residue_code>(step.value), step.in_gap);
      else if (step.what == chain_step::kind::residue_is_whole)
        add_insertions();
      else
        add_border(spell(step));
    ranked found;
    for (std::size_t j = example_.scoring.free_target_ends ? 0 : n_; j <= n_; ++j)
      found.take(then(column(j), best_[j]));
    found.take(then(trail, trail_));
    if (found.total > ranked::none / 2) found.total += chain.weight;
    return found;
  }

 private:
  template <class Move>
  [[nodiscard]] ranked then(Move move, ranked before, std::int64_t gain = 0) const {
    before.total = before.total > ranked::none / 2 ? before.total + gain : ranked::none;
    if (is_spelled_) before.moves.insert(0, text(move));
    return before;
  }
  static std::string text(char move) { return std::string(1, move); }
  static std::string text(const std::string& moves) { return moves; }

  [[nodiscard]] std::int64_t before(std::size_t j) const {
    return example_.scoring.free_target_ends || j == 0 ? 0 : -open() - static_cast<std::int64_t>(j) * extend();
  }
  [[nodiscard]] std::int64_t open() const { return example_.scoring.gaps.open; }
  [[nodiscard]] std::int64_t extend() const { return example_.scoring.gaps.extend; }

  void add_border(const std::string& text) {
    for (auto* row : {&best_, &gap_})
      for (ranked& cell : *row) cell = then(text, std::move(cell));
    lead_ = then(text, std::move(lead_));
    trail_ = then(text, std::move(trail_));
    if (n_residues_ > 0) begin_trail();
  }

  void begin_trail() {
    const auto& ends = example_.scoring.residue_ends;
    for (std::size_t j = 0; ends && j <= n_; ++j) trail_.take(then(column(j), best_[j], before(n_ - j) - ends->open));
  }

  void add_residue(residue_code residue, std::int64_t in_gap) {
    const auto& ends = example_.scoring.residue_ends;
    const std::vector<ranked> above = best_;
    if (ends) {
      lead_ = then(unaligned, std::move(lead_), in_gap - ends->extend);
      trail_ = then(unaligned, std::move(trail_), in_gap - ends->extend);
    }
    for (std::size_t j = 0; j <= n_; ++j) {
      gap_[j] = then(deletion, std::move(gap_[j]), in_gap - extend());
      gap_[j].take(then(deletion, above[j], in_gap - open() - extend()));
      best_[j] = gap_[j];
      if (j > 0)
        best_[j].take(then(match, above[j - 1], example_.scoring.substitution(residue, example_.target[j - 1])));
      best_[j].take(then(std::string{}, lead_, before(j)));
    }
    ++n_residues_;
    begin_trail();
  }

  void add_insertions() {
    ranked across;  // ends in an unaligned target symbol
    for (std::size_t j = 1; j <= n_; ++j) {
      across = then(insertion, std::move(across), -extend());
      across.take(then(insertion, best_[j - 1], -open() - extend()));
      best_[j].take(across);
    }
    begin_trail();
  }

  const small_case& example_;
  std::size_t n_;
  bool is_spelled_;
  std::vector<ranked> best_;    // [n + 1], whatever the last move
  std::vector<ranked> gap_;     // [n + 1], the last residue is unaligned
  ranked lead_;                 // all residues so far are an unaligned end
  std::size_t n_residues_ = 0;  // so far
  ranked trail_;                // the last ones are
};

}  // namespace

std::optional<answer> solve_by_enumeration(const small_case& example) {
  std::int64_t best = ranked::none;
  std::vector<chain_reading_steps> equals;
  for_each_reading(example, [&](const chain_reading_steps& chain) {
    const auto total = chain_alignment(example, false).align(chain).total;
    if (total > best) equals.clear();
    if (total >= best) equals.push_back(chain);
    best = std::max(best, total);
  });
  if (equals.empty()) return std::nullopt;
  ranked first;
  for (const auto& chain : equals) first.take(chain_alignment(example, true).align(chain));
  return answer{static_cast<score>(first.total), first.moves};
}

answer spell(const spliced::alignment& alignment) {
  const auto letter = [](spliced::edit op) {
    return op == spliced::edit::match       ? match
           : op == spliced::edit::deletion  ? deletion
           : op == spliced::edit::insertion ? insertion
                                            : unaligned;
  };
  // Unaligned residues belong to the begin of the chain unless something lies before them. The target's part ends right
  // before them.
  std::string all;
  for (const auto& exon : alignment.exons)
    for (const auto& run : exon.edits) all += std::string(run.length, letter(run.op));
  const std::size_t before_trail = all.find_last_not_of(unaligned) + 1;
  std::size_t n_trail = before_trail == 0 ? 0 : all.size() - before_trail;
  std::size_t end = 0;  // of the target's part
  for (const auto& exon : alignment.exons) end = std::max(end, exon.target_end);

  answer spelled{alignment.total, n_trail > 0 ? std::string(1, trail) : column(end)};
  for (std::size_t e = alignment.exons.size(); e-- > 0;) {
    const auto& exon = alignment.exons[e];
    const bool goes_on_shifted = e + 1 < alignment.exons.size() && alignment.exons[e + 1].is_shifted;
    spelled.moves +=
        goes_on_shifted ? frameshift(alignment.exons[e + 1].begin - exon.end, exon.end) : exon_ends(exon.end);
    for (auto run = exon.edits.rbegin(); run != exon.edits.rend(); ++run) {
      spelled.moves += std::string(run->length, letter(run->op));
      if (n_trail > 0 && (n_trail -= run->length) == 0) spelled.moves += column(end);
    }
    if (!exon.is_shifted) spelled.moves += exon_begins(exon.begin);
  }
  spelled.moves += chain_begins;
  return spelled;
}

bool later_chain_first::operator()(const std::vector<spliced::path_exon>& a,
                                   const std::vector<spliced::path_exon>& b) const {
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend(), [](const auto& x, const auto& y) {
    return x.end != y.end ? x.end > y.end : x.begin > y.begin;
  });
}

std::map<std::vector<spliced::path_exon>, score, later_chain_first> all_chain_scores(const small_case& example) {
  std::map<std::vector<spliced::path_exon>, score, later_chain_first> scores;
  for_each_reading(example, [&](const chain_reading_steps& chain) {
    const auto total = static_cast<score>(chain_alignment(example, false).align(chain).total);
    const auto [known, is_new] = scores.emplace(chain.exons, total);
    if (!is_new) known->second = std::max(known->second, total);
  });
  return scores;
}

}  // namespace exonweave::testing
