#include "exons/writers/miniprot_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <numeric>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/files/file_text.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/writers/gff3_writer.hpp"
#include "exons/writers/protein_alignment.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave {
namespace {

std::string paf_line(const gene_model& model, const protein_alignment& made, const model_listing& models,
                     bool has_differences = true) {
  const target& aligned = models.target_of(model);
  const auto distance = [](bool is_there) { return is_there ? 0 : -1; };  // to the nearest codon of a kind
  return fmt::format(
      "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t0\tAS:i:{}\tms:i:{}\tnp:i:{}\tfs:i:{}\tst:i:{}\tda:i:{}\t"
      "do:i:{}\tcg:Z:{}{}\n",
      aligned.name, aligned.residues.size(), made.symbols.start, made.symbols.end, to_char(model.on),
      models.sequence_name(model), models.sequences().length(model.sequence), made.where.start, made.where.end,
      made.counts.n_identical * codon_length, made.counts.n_nt, models.unit().whole_written(model.score),
      models.unit().whole_written(made.counts.score), made.counts.n_positive, made.counts.n_frameshifts,
      made.counts.n_stops, distance(model.has_start), distance(model.has_stop), cigar_text(made.runs),
      has_differences ? "\tcs:Z:" + made.differences : "");
}

std::string fraction(std::size_t n_codons, const protein_counts& counts) {
  return fmt::format(
      "{:.4f}", counts.n_nt == 0 ? 0 : static_cast<double>(n_codons * codon_length) / static_cast<double>(counts.n_nt));
}

// The lines after a PAF line that were requested.
std::string residue_text(const gene_model& model, const model_listing& models, const miniprot_form& form) {
  if (!form.with_alignment && !form.with_translation) return "";
  const residue_lines made =
      make_residue_lines(model, models.target_of(model),
                         {form.scores, models.code_of(model), form.bases, models.sequences().length(model.sequence)});
  return (form.with_alignment ? made.alignment : "") + (form.with_translation ? made.translation : "");
}

// Attributes that stand only where there is something odd.
std::string oddities(const protein_counts& counts) {
  std::string text;
  if (counts.n_frameshifts > 0) text += fmt::format(";Frameshift={}", counts.n_frameshifts);
  if (counts.n_stops > 0) text += fmt::format(";StopCodon={}", counts.n_stops);
  return text;
}

std::string splice_site(std::string_view key, const std::string& bases, std::string_view usual) {
  return bases.empty() || bases == usual ? "" : fmt::format(";{}={}", key, bases);
}

// The pieces of a model's text, between which its rank belongs, with its ID before it where the output is by target.
std::vector<std::string> pieces_of(const gene_model& model, const std::string& known_id, const model_listing& models,
                                   const miniprot_form& form) {
  const protein_alignment made = align_protein(model, models.target_of(model), form.scores, form.gaps);
  const miniprot_listing how = form.by_target.value_or(miniprot_listing{.has_rows = true});
  const std::string id = form.by_target ? "" : known_id;
  std::vector<std::string> pieces(1);
  if (how.has_paf) pieces.back() = (how.has_rows ? "##PAF\t" : "") + paf_line(model, made, models, how.has_differences);
  pieces.back() += residue_text(model, models, form);
  if (!how.has_rows) return pieces;
  // A row whose attributes go on after the rank.
  const auto add = [&](gff3_row row, const std::string& after) {
    if (form.by_target) row.source = "miniprot";
    std::string line = gff3_line(row, model, models);
    line.pop_back();  // the end of the line
    pieces.back() += line;
    pieces.push_back(after + "\n");
  };
  const auto score = [&](std::int64_t inside) { return fmt::format("{}", models.unit().whole_written(inside)); };
  const auto target = [&](interval symbols) { return ";" + target_attribute(model, symbols, models); };
  const interval first = made.parts.front().where, last = made.parts.back().where;
  add({"mRNA",
       {std::min(first.start, last.start), std::max(first.end, last.end)},
       score(made.counts.score),
       no_phase,
       "ID=" + id},
      fmt::format(";Identity={};Positive={}{}{}", fraction(made.counts.n_identical, made.counts),
                  fraction(made.counts.n_positive, made.counts), oddities(made.counts), target(made.symbols)));
  for (const coding_part& part : made.parts)
    add({"CDS", part.where, score(part.counts.score), part.phase, "Parent=" + id},
        fmt::format(";Identity={}{}{}{}{}", fraction(part.counts.n_identical, part.counts),
                    splice_site("Acceptor", part.acceptor, "AG"), splice_site("Donor", part.donor, "GT"),
                    oddities(part.counts), target(part.symbols)));
  std::int64_t n_before = 0;  // bases of the stop codon
  for (const interval& where : made.stop_codon) {
    const auto phase = static_cast<std::int8_t>((3 - n_before) % 3);
    add({"stop_codon", where, "0", phase, "Parent=" + id}, "");
    n_before += where.length();
  }
  return pieces;
}

// From the first codon that begins with two bases of one exon.
gene_model without_lone_base(const gene_model& model) {
  const auto columns = model.alignment.unpack();
  const auto first = std::ranges::find_if(columns, [](const aligned_symbol& column) {
    return column.residue != 0 && std::abs(column.bases[1] - column.bases[0]) == 1;
  });
  if (first == columns.end()) return model;
  gene_model rest = model;
  rest.alignment = aligned_columns({first, columns.end()});
  rest.has_start = false;
  return rest;
}

}  // namespace

void write_paf(const model_listing& models, const miniprot_form& form, const text_sink& sink) {
  models.for_each_model([&](const gene_model& model, const std::string&) {
    sink(paf_line(model, align_protein(model, models.target_of(model), form.scores, form.gaps), models));
    sink(residue_text(model, models, form));
  });
}

void miniprot_rows::add(const model_listing& models, const miniprot_form& form) {
  models.for_each_model([&](const gene_model& model, const std::string& id) {
    const bool is_cut = form.by_target && form.with_alignment && model.first_exon().where.length() == 1;
    const auto pieces = pieces_of(is_cut ? without_lone_base(model) : model, id, models, form);
    waiting_.push_back(
        {model.target, model.score, model.sequence, model.span(), text_.size(), piece_lengths_.size(), pieces.size()});
    for (const std::string& piece : pieces) {
      piece_lengths_.push_back(static_cast<std::uint32_t>(piece.size()));
      text_.append(piece);
    }
  });
}

// From 1, of each model among those of its target.
std::vector<std::size_t> miniprot_rows::ranks() const {
  std::vector<std::size_t> by_score(waiting_.size());
  std::iota(by_score.begin(), by_score.end(), std::size_t{0});
  std::stable_sort(by_score.begin(), by_score.end(),
                   [&](std::size_t a, std::size_t b) { return waiting_[a].score > waiting_[b].score; });
  std::map<std::size_t, std::size_t> n_of_target;
  std::vector<std::size_t> ranks(waiting_.size());
  for (const std::size_t m : by_score) ranks[m] = ++n_of_target[waiting_[m].target];
  return ranks;
}

std::string miniprot_rows::text_of(const waiting_model& model, const std::string& rank_text) {
  const std::span lengths(&piece_lengths_[model.first_piece], model.n_pieces);
  const std::int64_t length = std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
  const std::string without = text_.read(model.begin, model.begin + length);
  std::string text;
  std::size_t begin = 0;  // of a piece
  for (const std::uint32_t piece : lengths) {
    text += (begin == 0 ? "" : rank_text) + without.substr(begin, piece);
    begin += piece;
  }
  return text;
}

void miniprot_rows::write(const text_sink& sink) {
  const std::vector<std::size_t> rank_of = ranks();
  std::string overlapping;
  std::int64_t end = 0;  // of those
  for (std::size_t m = 0; m < waiting_.size(); ++m) {
    const waiting_model& model = waiting_[m];
    if (m > 0 && (model.sequence != waiting_[m - 1].sequence || model.span.start >= end)) {
      sink(std::exchange(overlapping, {}));
      end = 0;
    }
    end = std::max(end, model.span.end);
    overlapping += text_of(model, fmt::format(";Rank={}", rank_of[m]));
  }
  if (!overlapping.empty()) sink(overlapping);
  *this = {};
}

std::size_t miniprot_rows::write_by_target(const target_set& targets, const miniprot_listing& how,
                                           const text_sink& sink) {
  const std::vector<std::size_t> rank_of = ranks();
  std::vector<std::size_t> order(waiting_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t m) { return std::tuple(waiting_[m].target, rank_of[m]); });
  const auto unmapped = [&](const std::string& name, std::size_t length) {
    return fmt::format("{}{}\t{}\t0\t0\t*\t*\t0\t0\t0\t0\t0\t0\n", how.has_rows ? "##PAF\t" : "", name, length);
  };
  std::size_t n_written = 0;
  auto next = order.begin();
  for (std::size_t t = 0; t < targets.targets.size(); ++t) {
    const target& aligned = targets.targets[t];
    std::string text;
    for (double best = 0; next != order.end() && waiting_[*next].target == t; ++next) {
      const waiting_model& model = waiting_[*next];
      const std::size_t rank = rank_of[*next];
      if (rank == 1) best = model.score;
      if (rank > how.max_models || model.score < how.lowest_score * best) continue;
      ++n_written;
      const std::string id = how.id_delimiter.empty()
                                 ? fmt::format("{}{:06}", how.id_prefix, n_written)
                                 : fmt::format("{}{}{}", percent_encode(aligned.name), how.id_delimiter, rank);
      text += text_of(model, fmt::format("{};Rank={}", id, rank));
    }
    if (text.empty() && how.has_unmapped) text = unmapped(aligned.name, aligned.residues.size());
    if (!text.empty()) sink(text);
  }
  if (how.has_unmapped)
    for (const std::string& name : targets.without_residues) sink(unmapped(name, 0));
  const std::size_t n_left_out = waiting_.size() - n_written;
  *this = {};
  return n_left_out;
}

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
