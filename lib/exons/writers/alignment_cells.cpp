#include "exons/writers/alignment_cells.hpp"

#include <algorithm>
#include <cctype>

#include "exons/sequences/genetic_code.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {
namespace {

constexpr char elsewhere = '>';  // a base of a codon beyond an intron
constexpr char gap = '-';

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

// The columns of a model, and its final stop codon, which is not aligned.
std::vector<aligned_symbol> columns_with_final_stop(const gene_model& model) {
  std::vector<aligned_symbol> columns = model.alignment.unpack();
  if (model.kind == molecule::dna || !model.has_stop) return columns;
  aligned_symbol stop;
  stop.residue = '*';
  stop.is_end = true;
  std::size_t n_missing = codon_length;
  for (std::size_t e = model.exons.size(); e-- > 0 && n_missing > 0;) {
    const interval where = model.exons[model.on == strand::forward ? e : model.exons.size() - 1 - e].where;
    for (std::int64_t k = 0; k < where.length() && n_missing > 0; ++k)
      stop.bases[--n_missing] = model.on == strand::forward ? where.end - 1 - k : where.start + k;
  }
  columns.push_back(stop);
  return columns;
}

bool is_final_stop(const aligned_symbol& column) { return column.is_end && column.residue == '*'; }

class cell_maker {
 public:
  cell_maker(const gene_model& model, std::string_view aligned, const spliced::substitution_matrix& scores)
      : model_(model), aligned_(aligned), scores_(scores), width_(model.kind == molecule::protein ? codon_length : 1) {}

  // The cells of an exon that has `bases` in reading direction.
  [[nodiscard]] std::vector<alignment_cell> cells_of(const model_exon& exon, const std::string& bases,
                                                     std::span<const aligned_symbol> columns) const {
    std::vector<alignment_cell> cells;
    if (exon.is_shifted) cells.push_back(next_to_the_frame(exon.gap_begin, '!'));
    std::size_t next = 0;  // the first base that has no cell yet
    const auto add_unread = [&](std::size_t end) {
      if (next >= end) return;
      cells.push_back(next_to_the_frame(bases.substr(next, end - next), ' '));
      cells.back().first_base = forward(exon, next);
      cells.back().last_base = forward(exon, end - 1);
      next = end;
    };
    for (const aligned_symbol& column : columns) {
      const alignment_cell cell = residue(column, exon, bases);
      if (cell.first_base >= 0) {
        add_unread(place_in(exon, cell.first_base));
        next = place_in(exon, cell.last_base) + 1;
      }
      cells.push_back(cell);
    }
    add_unread(bases.size());
    return cells;
  }

 private:
  // Bases of no codon: of an incomplete one at an end of the model, or skipped.
  static alignment_cell next_to_the_frame(const std::string& bases, char mark) {
    const std::string blank(bases.size(), ' ');
    return {blank, std::string(bases.size(), mark), blank, lower(bases)};
  }

  // From the place of a base in an exon, in reading direction, to its forward coordinate and back.
  [[nodiscard]] std::int64_t forward(const model_exon& exon, std::size_t place) const {
    const auto offset = static_cast<std::int64_t>(place);
    return model_.on == strand::forward ? exon.where.start + offset : exon.where.end - 1 - offset;
  }
  [[nodiscard]] std::size_t place_in(const model_exon& exon, std::int64_t base) const {
    return static_cast<std::size_t>(model_.on == strand::forward ? base - exon.where.start : exon.where.end - 1 - base);
  }

  // The letters of a split codon stand with its last base.
  [[nodiscard]] alignment_cell residue(const aligned_symbol& column, const model_exon& exon,
                                       const std::string& bases) const {
    alignment_cell cell{centred(' '), centred(' '), centred(' '), std::string(width_, gap)};
    bool goes_on = false;
    for (std::size_t b = 0; column.residue != 0 && b < width_; ++b) {
      const std::int64_t base = column.bases[b];
      const bool is_here = exon.where.start <= base && base < exon.where.end;
      goes_on = !is_here;  // in the end: whether its last base lies beyond
      cell.genome[b] = is_here ? bases[place_in(exon, base)] : elsewhere;
      if (!is_here) continue;
      if (cell.first_base < 0) cell.first_base = base;
      cell.last_base = base;
    }
    if (column.is_end && !is_final_stop(column)) cell.genome = lower(cell.genome);
    if (goes_on) return cell;
    cell.has_symbol = column.in_target.has_value();
    cell.has_residue = column.residue != 0 && !is_final_stop(column);
    cell.target = centred(cell.has_symbol ? aligned_[*column.in_target] : column.is_end ? ' ' : gap);
    cell.mark = centred(mark_of(column));
    cell.model = centred(column.residue != 0 ? column.residue : gap);
    if (column.is_end) cell.model = lower(cell.model);
    return cell;
  }

  [[nodiscard]] std::string centred(char letter) const {
    std::string text(width_, ' ');
    text[width_ / 2] = letter;
    return text;
  }

  [[nodiscard]] char mark_of(const aligned_symbol& column) const {
    if (!column.in_target || column.residue == 0) return ' ';
    const char symbol = aligned_[*column.in_target];
    if (symbol == column.residue) return '|';
    const auto code = [&](char letter) {
      return model_.kind == molecule::protein ? spliced::amino_code(letter) : spliced::dna_code(letter);
    };
    return scores_(code(column.residue), code(symbol)) > 0 ? '+' : ' ';
  }

  const gene_model& model_;
  std::string_view aligned_;
  const spliced::substitution_matrix& scores_;
  std::size_t width_;  // of a residue in bases
};

}  // namespace

std::vector<std::vector<alignment_cell>> alignment_cells(const gene_model& model, std::string_view aligned,
                                                         const spliced::substitution_matrix& scores) {
  const std::vector<aligned_symbol> all = columns_with_final_stop(model);
  const auto columns = columns_by_exon(model, all);
  const cell_maker maker(model, aligned, scores);
  std::vector<std::vector<alignment_cell>> cells;
  std::size_t n_before = 0;  // bases of the model
  for (std::size_t e = 0; e < model.exons.size(); ++e) {
    const model_exon& exon = model.exons[model.on == strand::forward ? e : model.exons.size() - 1 - e];
    const auto length = static_cast<std::size_t>(exon.where.length());
    cells.push_back(maker.cells_of(exon, model.coding.substr(n_before, length), columns[e]));
    n_before += length;
  }
  return cells;
}

}  // namespace exonweave
