// The bases of a model, in reading order, are those of its exons; its codons or letters stand on them without a gap,
// from the first whole one to the last; its edits, exon by exon, are the columns of its alignment. What follows from
// these (identity, the protein) is not computed again: no false value of it leads astray.
#include "exons/models/model_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "exons/models/aligned_columns.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {
namespace {

constexpr interval fraction_of_all{0, 1};

bool is_fraction(double value) { return fraction_of_all.start <= value && value <= fraction_of_all.end; }

bool are_letters(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return ('A' <= c && c <= 'Z') || c == '*'; });
}

bool is_phase(std::int8_t phase, bool is_coding) {
  return is_coding ? 0 <= phase && phase < static_cast<std::int8_t>(codon_length) : phase == no_phase;
}

bool is_sound(const model_exon& exon, const gene_model& model, const model_frame& frame) {
  constexpr std::size_t max_of_gap = 2;  // bases
  const auto n_symbols = static_cast<std::int64_t>(frame.n_symbols);
  if (!interval{0, frame.sequence_length}.contains(exon.where)) return false;
  interval aligned = exon.where;  // without what was added to it
  const std::int64_t added = std::int64_t{codon_length} * model.start_extension;
  if (&exon == &model.first_exon() && model.on == strand::forward) aligned.start += added;
  if (&exon == &model.first_exon() && model.on == strand::reverse) aligned.end -= added;
  const bool may_be_beyond = !model.aligned_exons.empty();
  return aligned.start < aligned.end && (may_be_beyond || frame.region.contains(aligned)) &&
         is_phase(exon.phase, model.is_coding) && 0 <= exon.in_target.start &&
         exon.in_target.start <= exon.in_target.end && exon.in_target.end <= n_symbols &&
         std::ranges::all_of(exon.sources, [&](std::uint32_t source) { return source < frame.n_sources; }) &&
         exon.supporters.empty() && exon.gap_begin.size() <= max_of_gap && exon.gap_end.size() <= max_of_gap &&
         are_letters(exon.gap_begin) && are_letters(exon.gap_end);
}

bool are_apart(const std::vector<model_exon>& exons) {
  for (std::size_t e = 1; e < exons.size(); ++e)
    if (exons[e].where.start < exons[e - 1].where.end) return false;
  return true;
}

std::uint64_t count_bases(const gene_model& model) {
  std::uint64_t n = 0;
  for (const model_exon& exon : model.exons) n += static_cast<std::uint64_t>(exon.where.length());
  return n;
}

// The bases of a model one by one, in reading order.
class base_walk {
 public:
  explicit base_walk(const gene_model& model) : model_(model) {}

  // The next one; -1 after the last.
  std::int64_t next() {
    if (exon_ == model_.exons.size()) return -1;
    const interval where = model_.exons[is_forward() ? exon_ : model_.exons.size() - 1 - exon_].where;
    const std::int64_t base = is_forward() ? where.start + offset_ : where.end - 1 - offset_;
    if (++offset_ == where.length()) {
      ++exon_;
      offset_ = 0;
    }
    ++n_taken_;
    return base;
  }
  [[nodiscard]] std::uint64_t n_taken() const { return n_taken_; }

 private:
  [[nodiscard]] bool is_forward() const { return model_.on == strand::forward; }

  const gene_model& model_;
  std::size_t exon_ = 0;  // in reading order
  std::int64_t offset_ = 0;
  std::uint64_t n_taken_ = 0;
};

// Exons of a model that codons changed at an end.
bool are_aligned_exons_sound(const gene_model& model, const model_frame& frame) {
  const std::vector<interval>& exons = model.aligned_exons;
  if (exons.empty()) return true;
  for (std::size_t e = 0; e < exons.size(); ++e)
    if (exons[e].start >= exons[e].end || !frame.region.contains(exons[e]) ||
        (e > 0 && exons[e].start < exons[e - 1].end))
      return false;
  return model.kind == molecule::protein && model.start_extension == 0;
}

// Of the first exon something is left, and what was added is unaligned.
bool is_extension_sound(const gene_model& model) {
  if (model.start_extension == 0) return true;
  const model_exon& first = model.first_exon();
  return model.kind == molecule::protein &&
         first.where.length() > std::int64_t{model.start_extension} * std::int64_t{codon_length} &&
         !first.edits.empty() && first.edits.front().op == spliced::edit::unaligned &&
         first.edits.front().length >= model.start_extension;
}

// As archives have an alignment.
struct packed_bytes {
  explicit packed_bytes(aligned_columns columns) { columns.serialize(*this); }
  void operator()(std::string& packed) { bytes = std::move(packed); }
  std::string bytes;
};

// Goes through the columns with the edits, symbols and bases that they must be of.
class column_check {
 public:
  column_check(const gene_model& model, const model_frame& frame)
      : model_(model), frame_(frame), walk_(model), width_(model.kind == molecule::protein ? codon_length : 1) {}

  bool holds(std::span<const aligned_symbol> columns) {
    auto next = columns.begin();
    for (std::size_t e = 0; e < model_.exons.size(); ++e) {
      const bool is_forward = model_.on == strand::forward;
      for (const auto& [op, length] : model_.exons[is_forward ? e : model_.exons.size() - 1 - e].edits) {
        if (length == 0 || static_cast<std::uint64_t>(columns.end() - next) < length) return false;
        for (std::uint32_t step = 0; step < length; ++step)
          if (!fits(*next++, op)) return false;
      }
    }
    return next == columns.end() && n_residues_ > 0 && is_end_sound();
  }

 private:
  bool fits(const aligned_symbol& column, spliced::edit op) {
    const bool has_symbol = op == spliced::edit::match || op == spliced::edit::insertion;
    const bool has_residue = op != spliced::edit::insertion;
    return column.in_target.has_value() == has_symbol && (column.residue != 0) == has_residue &&
           column.is_end == (op == spliced::edit::unaligned) && (!has_symbol || fits_symbol(*column.in_target)) &&
           (has_residue ? fits_residue(column) : column.bases == no_bases);
  }

  bool fits_symbol(std::size_t symbol) {
    const bool follows = !next_symbol_ || *next_symbol_ == symbol;
    next_symbol_ = symbol + 1;
    return follows && symbol < frame_.n_symbols;
  }

  bool fits_residue(const aligned_symbol& column) {
    if (n_residues_++ == 0) skip_to(column.bases.front());
    for (std::size_t b = 0; b < column.bases.size(); ++b) {
      const std::int64_t requested = b >= width_ ? -1 : is_first_ ? first_ : walk_.next();
      is_first_ = false;
      if (column.bases[b] != requested || (b < width_ && requested < 0)) return false;
    }
    const bool is_protein = model_.kind == molecule::protein;
    return is_protein ? spliced::amino_code(column.residue) != spliced::no_amino
                      : spliced::dna_code(column.residue) != 0;
  }

  // A chain may begin within a codon.
  void skip_to(std::int64_t base) {
    for (std::size_t n = 0; n < width_ && first_ != base; ++n) first_ = walk_.next();
    is_first_ = true;
  }

  // After the last residue stands the stop codon, or what is left of a codon.
  [[nodiscard]] bool is_end_sound() const {
    const std::uint64_t n_left = count_bases(model_) - walk_.n_taken();
    return model_.kind == molecule::protein && model_.has_stop ? n_left == codon_length : n_left < width_;
  }

  static constexpr std::array<std::int64_t, codon_length> no_bases{-1, -1, -1};

  const gene_model& model_;
  const model_frame& frame_;
  base_walk walk_;
  std::size_t width_;  // of a residue in bases
  std::optional<std::size_t> next_symbol_{};
  std::size_t n_residues_ = 0;
  std::int64_t first_ = -1;  // base that is taken and not yet looked at
  bool is_first_ = false;
};

}  // namespace

std::string_view contradiction_in(const gene_model& model, const model_frame& frame) {
  if (model.exons.empty() || !are_apart(model.exons) || model.first_exon().is_shifted)
    return "a model without exons, or whose exons overlap";
  if (!std::ranges::all_of(model.exons, [&](const model_exon& exon) { return is_sound(exon, model, frame); }))
    return "an exon that lies outside its region or its target";
  if (!is_extension_sound(model)) return "a start that was moved too far";
  if (!are_aligned_exons_sound(model, frame)) return "aligned exons that lie outside its region, or overlap";
  if (model.kind == molecule::protein && !model.is_coding) return "a model of a protein without coding sequence";
  if (model.coding.size() != count_bases(model) || !are_letters(model.coding) || !are_letters(model.protein) ||
      model.protein.size() > model.coding.size())
    return "a coding sequence that does not fit its exons";
  const auto columns = unpack_columns(packed_bytes(model.alignment).bytes);
  if (!columns || !column_check(model, frame).holds(*columns))
    return "an alignment that does not fit its exons and its target";
  if (!spliced::is_reachable(model.score) || !is_fraction(model.identity) || !is_fraction(model.coverage) ||
      (model.e_value && !(std::isfinite(*model.e_value) && *model.e_value >= 0)) || !is_fraction(model.composition))
    return "a score, E-value or share out of range";
  if (model.n_internal_stops > model.coding.size() || model.n_frameshifts >= model.exons.size() || model.joint_score ||
      !model.locus_targets.empty())
    return "counts that do not fit the model";
  return {};
}

}  // namespace exonweave
