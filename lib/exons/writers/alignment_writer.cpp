#include "exons/writers/alignment_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/files/file_text.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/significance/score_statistics.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {
namespace {

constexpr std::size_t block_width = 72;  // letters; 100 columns with the names and places on both sides

// A block's row: "genome        205 TCCGCG 210".
struct shown_row {
  std::string letters{};
  std::string first{};  // what is counted, of the first and last letter that counts; empty: none does
  std::string last{};

  void add(const std::string& more, bool counts, std::int64_t start, std::int64_t end) {
    letters += more;
    if (!counts) return;
    if (first.empty()) first = std::to_string(start);
    last = std::to_string(end);
  }

  [[nodiscard]] std::string line(std::string_view name) const {
    std::string text = fmt::format("{:<7}{:>10} {} {}", name, first, letters, last);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  }
};

class model_writer {
 public:
  model_writer(const gene_model& model, const model_listing& models)
      : model_(model), models_(models), next_symbol_(model.in_target().start) {
    for (const auto& parts : whole_exons(model)) exons_.push_back(parts);
    if (model.on == strand::reverse) std::reverse(exons_.begin(), exons_.end());
  }

  [[nodiscard]] std::string text(const std::string& id, const spliced::substitution_matrix& scores) {
    std::string all = head(id);
    const std::string symbols = symbols_of(models_.target_of(model_), model_.is_backwards);
    const auto cells = alignment_cells(model_, symbols, scores);
    auto next = cells.begin();
    for (std::size_t e = 0; e < exons_.size(); ++e) {
      if (e > 0) all += intron(e);
      all += exon(e);
      std::vector<alignment_cell> shown;
      for (std::size_t part = 0; part < exons_[e].size(); ++part, ++next)
        shown.insert(shown.end(), next->begin(), next->end());
      all += blocks(shown);
    }
    return all;
  }

 private:
  [[nodiscard]] std::string_view letters() const { return model_.kind == molecule::protein ? "amino acids" : "bases"; }

  [[nodiscard]] std::string written(spliced::score score) const { return models_.unit().text(score); }

  [[nodiscard]] std::string head(const std::string& id) const {
    const target& aligned = models_.target_of(model_);
    const interval symbols = models_.in_given_target(model_, model_.in_target());
    std::string text = fmt::format("# {}\n# target   {}, {}-{} of {} {}{}\n", id, percent_encode_controls(aligned.name),
                                   symbols.start + 1, symbols.end, aligned.residues.size(), letters(),
                                   model_.is_backwards ? ", read backwards" : "");
    text += fmt::format("# locus    {}:{}-{}({}), exons: {}\n", percent_encode_controls(models_.sequence_name(model_)),
                        model_.span().start + 1, model_.span().end, to_char(model_.on), exons_.size());
    text += fmt::format("# score    {}, identity {:.4f}, coverage {:.4f}\n", written(model_.score), model_.identity,
                        model_.coverage);
    std::string sure;
    if (const auto least = model_.min_margin()) sure += fmt::format(", least {}", written(*least));
    if (const auto support = support_of(model_, models_.unit())) sure += fmt::format(", support {:.3f}", *support);
    if (model_.second_best) sure += fmt::format(", runner-up {}", written(*model_.second_best));
    if (!sure.empty()) text += fmt::format("# margins  {}\n", sure.substr(2));
    return text + "\n";
  }

  [[nodiscard]] interval place_of(std::size_t e) const {
    return {exons_[e].front().where.start, exons_[e].back().where.end};
  }

  // In reading direction.
  [[nodiscard]] const model_exon& first_part(std::size_t e) const {
    return model_.on == strand::forward ? exons_[e].front() : exons_[e].back();
  }

  [[nodiscard]] std::string exon(std::size_t e) const {
    std::string text = fmt::format("exon {}: {}-{}", e + 1, place_of(e).start + 1, place_of(e).end);
    if (model_.is_coding) text += fmt::format(", phase {}", first_part(e).phase);
    std::optional<spliced::score> least;
    for (const auto& part : exons_[e])
      if (part.margin) least = std::min(*part.margin, least.value_or(*part.margin));
    if (least) text += fmt::format(", margin {}", written(*least));
    return text + "\n\n";
  }

  // The one before exon e; its phase is the number of bases that it splits off a codon.
  [[nodiscard]] std::string intron(std::size_t e) const {
    const interval before = place_of(e - 1), after = place_of(e);
    const interval where = before < after ? interval{before.end, after.start} : interval{after.end, before.start};
    const model_exon& next = first_part(e);
    std::string text = fmt::format("intron {}: {}-{}, {} nt, {}-{}", e, where.start + 1, where.end, where.length(),
                                   next.gap_begin, next.gap_end);
    if (model_.is_coding) text += fmt::format(", phase {}", (3 - next.phase) % 3);
    return text + "\n\n";
  }

  [[nodiscard]] std::string blocks(const std::vector<alignment_cell>& cells) {
    std::string text;
    for (auto next = cells.begin(); next != cells.end();) text += block(next, cells.end());
    return text;
  }

  // As many cells as there is room for, at least one; `next` moves on after them.
  [[nodiscard]] std::string block(std::vector<alignment_cell>::const_iterator& next,
                                  std::vector<alignment_cell>::const_iterator end) {
    shown_row in_target, mark, protein, genome;
    do {
      next_symbol_ += next->has_symbol;
      const std::int64_t symbol = models_.in_given_target(model_, {next_symbol_ - 1, next_symbol_}).end;
      next_residue_ += next->has_residue;
      in_target.add(next->target, next->has_symbol, symbol, symbol);
      mark.add(next->mark, false, 0, 0);
      protein.add(next->model, next->has_residue, next_residue_, next_residue_);
      genome.add(next->genome, next->first_base >= 0, next->first_base + 1, next->last_base + 1);
      ++next;
    } while (next != end && genome.letters.size() + next->genome.size() <= block_width);
    return in_target.line("target") + mark.line("") + (model_.kind == molecule::protein ? protein.line("model") : "") +
           genome.line("genome") + "\n";
  }

  const gene_model& model_;
  const model_listing& models_;
  std::vector<std::span<const model_exon>> exons_;  // in reading direction
  std::int64_t next_symbol_;                        // symbols and residues shown, 0-based
  std::int64_t next_residue_ = 0;
};

}  // namespace

void write_alignments(const model_listing& models, const spliced::substitution_matrix& scores, const text_sink& sink) {
  models.for_each_model(
      [&](const gene_model& model, const std::string& id) { sink(model_writer(model, models).text(id, scores)); });
}

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
