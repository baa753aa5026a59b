#include "exons/writers/residue_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "exons/sequences/alphabet.hpp"
#include "exons/writers/model_reader.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {
namespace {

// Readers know these letters alone.
char plain_base(char base) { return std::string_view("ACGT").find(base) == std::string_view::npos ? 'N' : base; }

class residue_writer {
 public:
  residue_writer(const gene_model& model, const target& aligned, const residue_sources& sources)
      : model_(model), aligned_(aligned), sources_(sources), read_(model) {}

  residue_lines lines() {
    for (const aligned_symbol& column : model_.alignment.unpack())
      column.residue == 0 ? add_insertion(symbol_of(column)) : add_codon(column);
    if (model_.has_stop) {
      const reading_place stop = read_.last_codon().front();
      if (is_beyond_frameshift(stop)) cross_to(stop);
    }
    add_following_codon();
    return {fmt::format("##ATN\t{}\n##ATA\t{}\n##AAS\t{}\n##AQA\t{}\n", bases_, residues_, marks_, symbols_),
            fmt::format("##STA\t{}\n", translation_)};
  }

 private:
  void add(char base, char residue, char mark, char symbol) {
    bases_ += base;
    residues_ += residue;
    marks_ += mark;
    symbols_ += symbol;
  }

  void add_insertion(char symbol) {
    add('-', '-', ' ', symbol);
    add('-', '.', ' ', ' ');
    add('-', '.', ' ', ' ');
  }

  [[nodiscard]] char symbol_of(const aligned_symbol& column) const {
    return column.in_target ? aligned_.residues[*column.in_target] : '-';
  }

  [[nodiscard]] char mark_of(const aligned_symbol& column) const {
    const char symbol = symbol_of(column);
    if (!column.in_target) return ' ';
    if (symbol == column.residue) return '|';
    const auto score = sources_.scores(spliced::amino_code(column.residue), spliced::amino_code(symbol));
    return score > 0 ? '+' : ' ';
  }

  // Its letters stand at its first base, whatever lies between that and the others.
  void add_codon(const aligned_symbol& column) {
    bool is_first = true;
    for (const std::int64_t base : column.bases) {
      const reading_place place = read_.place_of(base);
      cross_to(place);
      const char letter = plain_base(read_.bases(place, 1).front());
      if (std::exchange(is_first, false))
        add(letter, column.residue, mark_of(column), symbol_of(column));
      else
        add(letter, '.', ' ', ' ');
      next_ = place + 1;
    }
    translation_ += column.residue;
  }

  [[nodiscard]] bool is_beyond_frameshift(reading_place place) const {
    return next_ && place != *next_ && read_.exon_at(place).is_shifted;
  }

  // Over an intron or a frameshift, if there is one.
  void cross_to(reading_place place) {
    if (!next_ || place == *next_) return;
    if (is_beyond_frameshift(place))
      for (const char base : read_.exon_at(place).gap_begin) add(plain_base(base), '!', ' ', ' ');
    else
      add_intron(*next_, place);
    next_ = place;
  }

  void add_intron(reading_place begin, reading_place end) {
    const std::int64_t length = end - begin;
    std::string shown;
    if (length <= 2 * shown_of_intron)
      shown = lower_bases(begin, end);
    else
      shown = fmt::format("{}~{}~{}", lower_bases(begin, begin + shown_of_intron), length,
                          lower_bases(end - shown_of_intron, end));
    for (const char letter : shown) add(letter, ' ', ' ', ' ');
  }

  // In reading direction.
  [[nodiscard]] std::string genome_bases(reading_place begin, reading_place end) const {
    std::string bases = sources_.bases(model_.sequence, read_.forward(begin, end));
    if (model_.on == strand::reverse) bases = reverse_complement(bases);
    std::ranges::transform(bases, bases.begin(), plain_base);
    return bases;
  }
  [[nodiscard]] std::string lower_bases(reading_place begin, reading_place end) const {
    std::string bases = genome_bases(begin, end);
    std::ranges::transform(bases, bases.begin(),
                           [](unsigned char base) { return static_cast<char>(std::tolower(base)); });
    return bases;
  }

  void add_following_codon() {
    if (!model_.has_stop && translation_.ends_with('*')) return;
    const auto n = static_cast<std::int64_t>(codon_length);
    const interval where = next_ ? read_.forward(*next_, *next_ + n) : interval{-1, 0};
    const bool is_there = 0 <= where.start && where.end <= sources_.sequence_length;
    const std::string codon = is_there ? genome_bases(*next_, *next_ + n) : "";
    const char residue = model_.has_stop ? '*' : is_there ? translate_codon(codon, sources_.code) : ' ';
    for (std::size_t b = 0; b < codon.size(); ++b) add(codon[b], b == 0 ? residue : '.', ' ', ' ');
    if (is_there || model_.has_stop) translation_ += residue;
  }

  const gene_model& model_;
  const target& aligned_;
  const residue_sources& sources_;
  const model_reader read_;
  std::optional<reading_place> next_{};  // after the last base; nothing before the first
  std::string bases_, residues_, marks_, symbols_, translation_;
};

}  // namespace

residue_lines make_residue_lines(const gene_model& model, const target& aligned, const residue_sources& sources) {
  return residue_writer(model, aligned, sources).lines();
}

}  // namespace exonweave
