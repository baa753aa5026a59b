#include "exons/writers/protein_alignment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "exons/sequences/genetic_code.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {
namespace {

std::string lower(std::string_view bases) {
  std::string text(bases);
  std::ranges::transform(text, text.begin(), [](unsigned char base) { return static_cast<char>(std::tolower(base)); });
  return text;
}

// Bases of a codon that lie one after the other.
struct codon_piece {
  reading_place begin = 0;
  std::int64_t length = 0;
  [[nodiscard]] reading_place end() const { return begin + length; }
};

std::vector<codon_piece> pieces_of(const std::array<reading_place, codon_length>& places) {
  std::vector<codon_piece> pieces;
  for (const reading_place place : places) {
    if (pieces.empty() || pieces.back().end() != place) pieces.push_back({place, 0});
    ++pieces.back().length;
  }
  return pieces;
}

protein_counts operator-(protein_counts a, const protein_counts& b) {
  a.n_nt -= b.n_nt;
  a.n_identical -= b.n_identical;
  a.n_positive -= b.n_positive;
  a.n_stops -= b.n_stops;
  a.n_frameshifts -= b.n_frameshifts;
  a.score -= b.score;
  return a;
}

// Goes through the columns of a model, then its stop codon.
class protein_walk {
  enum class gap_kind : std::uint8_t { none, insertion, deletion };

 public:
  protein_walk(const gene_model& model, const target& aligned, const spliced::substitution_matrix& scores,
               const spliced::gap_costs& gaps)
      : model_(model),
        columns_(model.alignment.unpack()),
        aligned_(aligned),
        scores_(scores),
        gaps_(gaps),
        read_(model) {
    const auto residue = std::ranges::find_if(columns_, [](const auto& c) { return c.residue != 0; });
    const auto symbol = std::ranges::find_if(columns_, [](const auto& c) { return c.in_target.has_value(); });
    if (residue == columns_.end()) throw std::logic_error("a model without a codon");
    begin_ = read_end_ = part_begin_ = read_.place_of(residue->bases.front());
    if (symbol != columns_.end()) symbol_ = static_cast<std::int64_t>(*symbol->in_target);
    part_symbol_ = symbol_;
  }

  protein_alignment along() {
    made_.symbols.start = symbol_;
    for (const aligned_symbol& column : columns_) {
      if (column.residue != 0)
        add_codon(column);
      else
        add_insertion(aligned_.residues[*column.in_target]);
    }
    std::vector<codon_piece> stop;
    if (model_.has_stop) stop = pieces_of(read_.last_codon());
    if (!stop.empty() && follows_frameshift(stop.front().begin)) cross_to(stop.front().begin, 0);
    write_matches();
    made_.symbols.end = symbol_;
    made_.where = read_.forward(begin_, read_end_);
    made_.counts = counts_;
    add_stop_codon(stop);
    finish_part();
    return std::move(made_);
  }

 private:
  // One of several columns is opened by the first of them, even where an intron lies between.
  void charge_gap(gap_kind here) {
    if (here != gap_kind::none) counts_.score -= gaps_.extend + (here != gap_ ? gaps_.open : 0);
    gap_ = here;
  }

  // True: the operation is another one than before.
  bool add(protein_op op, std::int64_t length) {
    if (!made_.runs.empty() && made_.runs.back().op == op) {
      made_.runs.back().length += length;
      return false;
    }
    write_matches();
    made_.runs.push_back({op, length});
    return true;
  }

  void write_matches() {
    if (n_matches_ > 0) made_.differences += fmt::format(":{}", n_matches_);
    n_matches_ = 0;
  }

  void add_insertion(char symbol) {
    charge_gap(gap_kind::insertion);
    if (add(protein_op::insertion, 1)) made_.differences += '+';
    made_.differences += symbol;
    counts_.n_nt += codon_length;
    ++symbol_;
  }

  // Bases that no symbol stands for.
  void add_bases(protein_op op, std::int64_t length, const std::string& bases) {
    if (add(op, length)) made_.differences += '-';
    made_.differences += bases;
  }

  void add_codon(const aligned_symbol& column) {
    std::array<reading_place, codon_length> places{};
    std::ranges::transform(column.bases, places.begin(), [&](auto base) { return read_.place_of(base); });
    const std::vector<codon_piece> pieces = pieces_of(places);
    cross_to(pieces.front().begin, 0);
    count(column);
    if (pieces.size() == 1)
      add_whole_codon(column, pieces.front());
    else if (pieces.size() == 2 && column.in_target && !follows_frameshift(pieces.back().begin))
      add_split_codon(column, pieces.front(), pieces.back());
    else
      add_pieces(column, pieces);
  }

  void count(const aligned_symbol& column) {
    counts_.n_nt += codon_length;
    counts_.n_stops += column.residue == '*';
    charge_gap(column.in_target || column.is_end ? gap_kind::none : gap_kind::deletion);
    if (!column.in_target) return;
    const char symbol = aligned_.residues[*column.in_target];
    const spliced::score score = scores_(spliced::amino_code(column.residue), spliced::amino_code(symbol));
    counts_.n_identical += symbol == column.residue;
    counts_.n_positive += score > 0;
    counts_.score += score;
  }

  void add_whole_codon(const aligned_symbol& column, const codon_piece& piece) {
    const std::string bases = lower_bases(piece.begin, piece.length);
    read_end_ = piece.end();
    if (!column.in_target) {
      add_bases(protein_op::deletion, 1, bases);
      return;
    }
    add(protein_op::match, 1);
    ++symbol_;
    const char symbol = aligned_.residues[*column.in_target];
    if (symbol == column.residue) {
      ++n_matches_;
      return;
    }
    write_matches();
    made_.differences += fmt::format("*{}{}", bases, symbol);
  }

  // By an intron alone.
  void add_split_codon(const aligned_symbol& column, const codon_piece& before, const codon_piece& after) {
    add(before.length == 1 ? protein_op::intron_after_1 : protein_op::intron_after_2, after.end() - before.begin);
    made_.differences +=
        fmt::format("*{}{}", lower_bases(before.begin, before.length), aligned_.residues[*column.in_target]);
    read_end_ = before.end();
    enter_exon(after.begin, before.length);
    made_.differences += "-" + lower_bases(after.begin, after.length);
    read_end_ = after.end();
    ++symbol_;
  }

  // A codon that is split twice, or has no symbol, or lies on both sides of a frameshift.
  void add_pieces(const aligned_symbol& column, const std::vector<codon_piece>& pieces) {
    std::int64_t n_before = 0;
    for (const codon_piece& piece : pieces) {
      cross_to(piece.begin, n_before);
      const std::string bases = lower_bases(piece.begin, piece.length);
      if (n_before == 0 && column.in_target) {
        add(protein_op::symbol_on_bases, piece.length);
        ++symbol_;
        made_.differences += fmt::format("*{}{}", bases, aligned_.residues[*column.in_target]);
      } else {
        add_bases(protein_op::bases, piece.length, bases);
      }
      n_before += piece.length;
      read_end_ = piece.end();
    }
  }

  // Over a frameshift or an intron, if there is one, after so many bases of a codon.
  void cross_to(reading_place place, std::int64_t n_before) {
    if (place == read_end_) return;
    if (!follows_frameshift(place)) {
      add(protein_op::intron, place - read_end_);
      enter_exon(place, n_before);
      return;
    }
    add_bases(protein_op::bases, place - read_end_, lower(read_.exon_at(place).gap_begin));
    counts_.n_nt += static_cast<std::size_t>(place - read_end_);
    ++counts_.n_frameshifts;
    read_end_ = place;
  }

  // After an intron that begins here.
  void enter_exon(reading_place place, std::int64_t n_before) {
    const model_exon& exon = read_.exon_at(place);
    made_.differences += fmt::format("~{}{}{}", lower(exon.gap_begin), place - read_end_, lower(exon.gap_end));
    begin_part(place, n_before);
  }

  void begin_part(reading_place place, std::int64_t n_before) {
    finish_part();
    const model_exon& exon = read_.exon_at(place);
    made_.parts.back().donor = exon.gap_begin;
    acceptor_ = exon.gap_end;
    phase_ = static_cast<std::int8_t>((codon_length - static_cast<std::size_t>(n_before)) % codon_length);
    read_end_ = part_begin_ = place;
  }

  void finish_part() {
    interval symbols{part_symbol_, symbol_};
    if (symbols.length() == 0) {
      symbols.start = std::max<std::int64_t>(part_symbol_ - 1, 0);
      symbols.end = symbols.start + 1;
    }
    made_.parts.push_back({read_.forward(part_begin_, read_end_), phase_, symbols, counts_ - part_counts_, acceptor_});
    part_symbol_ = symbol_;
    part_counts_ = counts_;
  }

  [[nodiscard]] std::string lower_bases(reading_place begin, std::int64_t length) const {
    return lower(read_.bases(begin, length));
  }

  [[nodiscard]] bool follows_frameshift(reading_place place) const {
    return place != read_end_ && read_.exon_at(place).is_shifted;
  }

  void add_stop_codon(const std::vector<codon_piece>& pieces) {
    std::int64_t n_before = 0;
    for (const codon_piece& piece : pieces) {
      if (piece.begin != read_end_) begin_part(piece.begin, n_before);
      made_.stop_codon.push_back(read_.forward(piece.begin, piece.end()));
      n_before += piece.length;
      read_end_ = piece.end();
    }
  }

  const gene_model& model_;
  const std::vector<aligned_symbol> columns_;
  const target& aligned_;
  const spliced::substitution_matrix& scores_;
  const spliced::gap_costs gaps_;
  const model_reader read_;
  protein_alignment made_;
  gap_kind gap_ = gap_kind::none;  // of the column before
  reading_place begin_ = 0;        // of the first whole codon
  reading_place read_end_ = 0;     // what was read ends here
  std::int64_t symbol_ = 0;        // the next one
  std::size_t n_matches_ = 0;      // identical pairs that are not in the differences yet
  protein_counts counts_;          // so far
  reading_place part_begin_ = 0;   // this and the following: of the part that is not finished
  std::int64_t part_symbol_ = 0;
  protein_counts part_counts_;  // before it
  std::int8_t phase_ = 0;
  std::string acceptor_;
};

}  // namespace

protein_alignment align_protein(const gene_model& model, const target& aligned,
                                const spliced::substitution_matrix& scores, const spliced::gap_costs& gaps) {
  return protein_walk(model, aligned, scores, gaps).along();
}

std::string cigar_text(const std::vector<protein_run>& runs) {
  std::string text;
  for (const auto& [op, length] : runs) text += fmt::format("{}{}", length, static_cast<char>(op));
  return text;
}

const model_exon& model_reader::exon_at(reading_place begin) const {
  for (const model_exon& exon : model_.exons)
    if (begin_of(exon) == begin) return exon;
  throw std::logic_error("a gap in a model ends where no exon begins");
}

std::string model_reader::bases(reading_place begin, std::int64_t length) const {
  std::size_t n_before = 0;  // bases of the model
  for (std::size_t e = 0; e < model_.exons.size(); ++e) {
    const interval where = exon(e).where;
    const std::int64_t offset = begin - begin_of(exon(e));
    if (0 <= offset && offset < where.length())
      return model_.coding.substr(n_before + static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
    n_before += static_cast<std::size_t>(where.length());
  }
  throw std::logic_error("a codon of a model lies in none of its exons");
}

std::array<reading_place, codon_length> model_reader::last_codon() const {
  std::array<reading_place, codon_length> places{};
  std::size_t n_missing = codon_length;
  for (std::size_t e = model_.exons.size(); e-- > 0 && n_missing > 0;)
    for (std::int64_t k = exon(e).where.length(); k-- > 0 && n_missing > 0;)
      places[--n_missing] = begin_of(exon(e)) + k;
  return places;
}

}  // namespace exonweave
