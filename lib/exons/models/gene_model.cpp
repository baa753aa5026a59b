#include "exons/models/gene_model.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>

#include "exons/solving/chain_codons.hpp"

namespace exonweave {
namespace {

// The columns of the alignment: the residues of a chain, `bases_of` telling what each stands on, against the target.
class column_maker {
 public:
  column_maker(const alignment_task& locus, std::int64_t sequence_length)
      : is_reverse_(locus.on == strand::reverse), length_(sequence_length) {}

  struct residue {
    char letter;
    std::array<std::int64_t, 3> bases;  // strand coordinates; -1: none
  };

  [[nodiscard]] std::vector<aligned_symbol> columns(const spliced::alignment& chain,
                                                    const std::vector<residue>& residues) const {
    std::vector<aligned_symbol> made;
    auto next = residues.begin();
    std::size_t j = chain.exons.front().target_begin;
    for (const auto& exon : chain.exons)
      for (const auto& [op, length] : exon.edits)
        for (std::uint32_t step = 0; step < length; ++step) {
          aligned_symbol column;
          column.is_end = op == spliced::edit::unaligned;
          if (op == spliced::edit::match || op == spliced::edit::insertion) column.in_target = j++;
          if (op != spliced::edit::insertion) {
            column.residue = next->letter;
            for (std::size_t b = 0; b < 3; ++b) column.bases[b] = forward(next->bases[b]);
            ++next;
          }
          made.push_back(column);
        }
    return made;
  }

 private:
  [[nodiscard]] std::int64_t forward(std::int64_t base) const {
    return base < 0 ? -1 : is_reverse_ ? length_ - 1 - base : base;
  }

  bool is_reverse_;
  std::int64_t length_;
};

std::vector<column_maker::residue> base_residues(const spliced::alignment& chain, const strand_region& region) {
  std::vector<column_maker::residue> residues;
  for (const auto& exon : chain.exons)
    for (std::int64_t base = exon.begin; base < exon.end; ++base)
      residues.push_back({spliced::dna_letter(region.at(base)), {base, -1, -1}});
  return residues;
}

// A recoded stop is what the code calls it against the same symbol of the target, else a stop.
void tell_stops(const spliced::alignment& chain, std::string_view target, chain_reading& read) {
  auto codon = read.codons.begin();
  std::size_t j = chain.exons.front().target_begin;
  for (const auto& exon : chain.exons)
    for (const auto& [op, length] : exon.edits)
      for (std::uint32_t step = 0; step < length; ++step) {
        const bool is_pair = op == spliced::edit::match, uses_codon = op != spliced::edit::insertion;
        if (uses_codon && is_recoded_stop(codon->amino) &&
            !(is_pair && target[j] == spliced::amino_letter(codon->amino)))
          codon->amino = spliced::stop_amino;
        codon += uses_codon ? 1 : 0;
        j += is_pair || !uses_codon ? 1 : 0;
      }
}

// Where a gene may be cut, as at the begin of a sequence or after N, ATG alone is taken for a start codon
// (site_scorer).
bool is_start(const chain_reading& read, const strand_region& region) {
  const auto [first, second, third] = read.codons.front().bases;
  if (std::array{region.at(first), region.at(second), region.at(third)} == standard_start) return true;
  if (first < static_cast<std::int64_t>(codon_length)) return false;
  for (std::int64_t base = std::max(region.start, first - static_cast<std::int64_t>(codon_length)); base < first;
       ++base)
    if (!std::has_single_bit(region.at(base))) return false;
  return true;
}

std::vector<column_maker::residue> codon_residues(const chain_reading& read) {
  std::vector<column_maker::residue> residues;
  for (const chain_codon& codon : read.codons)
    if (!codon.is_final_stop) residues.push_back({spliced::amino_letter(codon.amino), codon.bases});
  return residues;
}

void measure(const std::vector<aligned_symbol>& columns, const std::string& target, gene_model& model) {
  model.identity = identity_of(columns, target);
  const auto n_pairs = std::ranges::count_if(
      columns, [](const aligned_symbol& column) { return column.in_target && column.residue != 0; });
  if (!target.empty()) model.coverage = static_cast<double>(n_pairs) / static_cast<double>(target.size());
}

// The phase that the target's reading frame gives an exon: by its first pair (residue r, target symbol j) its
// first base is symbol j - r.
std::int8_t phase_in_target(const spliced::aligned_exon& exon) {
  auto first_base = static_cast<std::int64_t>(exon.target_begin);  // target symbol at the exon's first base
  for (const auto& [op, length] : exon.edits) {
    if (op == spliced::edit::match) break;
    first_base += op == spliced::edit::insertion ? length : -static_cast<std::int64_t>(length);
  }
  return static_cast<std::int8_t>((3 - (first_base % 3 + 3) % 3) % 3);
}

// The first exon's phase follows from the target's frame, the others from it and the lengths before them, as
// validators demand; where the target's frame disagrees the frame was shifted on the way. Exons are in
// reading direction.
void set_phases(const spliced::alignment& chain, gene_model& model) {
  std::int64_t phase = phase_in_target(chain.exons.front());
  std::int64_t shift = 0;  // of the model's frame against the target's, so far
  for (std::size_t e = 0; e < model.exons.size(); ++e) {
    model.exons[e].phase = static_cast<std::int8_t>(phase);
    const std::int64_t shift_here = (phase - phase_in_target(chain.exons[e]) + 3) % 3;
    model.n_frameshifts += shift_here != shift ? 1 : 0;
    shift = shift_here;
    phase = (3 - (model.exons[e].where.length() - phase) % 3) % 3;
  }
}

// What the model's own reading frame spells. Exons are in reading direction.
void read_frame(const std::string& coding, const genetic_code& code, gene_model& model) {
  const auto phase = static_cast<std::size_t>(model.exons.front().phase);
  model.has_start = phase == 0 && may_begin_coding(coding.substr(0, codon_length), code);
  for (std::size_t codon = phase; codon + codon_length <= coding.size(); codon += codon_length) {
    const auto bases = std::string_view(coding).substr(codon, codon_length);
    if (codon + codon_length == coding.size())
      model.has_stop = may_end_coding(bases, code);
    else
      model.n_internal_stops += is_stop_codon(bases, code) ? 1 : 0;
  }
  model.protein = translate(std::string_view(coding).substr(phase), code);
  if (model.has_start) model.protein.front() = spliced::amino_letter(start_amino);
  if (model.has_stop) model.protein.pop_back();
}

std::vector<std::uint32_t> candidate_sources(const candidate_set& candidates, const std::vector<std::size_t>& indices) {
  std::set<std::uint32_t> sources;
  for (const std::size_t c : indices)
    for (const auto& statement : candidates.exons[c].statements) sources.insert(statement.source);
  return {sources.begin(), sources.end()};
}

std::vector<std::string> candidate_ids(const candidate_set& candidates, const std::vector<std::size_t>& indices) {
  std::set<std::string> ids;
  for (const std::size_t c : indices)
    for (const auto& statement : candidates.exons[c].statements)
      if (!statement.id.empty()) ids.insert(statement.id);
  return {ids.begin(), ids.end()};
}

// What the codons of a protein's model say: phases from the first one's on, and whether it is whole.
void describe_codons(const spliced::alignment& chain, const chain_reading& read, gene_model& model) {
  std::int64_t n_before = chain.exons.front().n_skipped;  // bases of unfinished codons, counted backwards
  n_before = (3 - n_before) % 3;
  for (std::size_t e = 0; e < model.exons.size(); ++e) {
    model.exons[e].phase = static_cast<std::int8_t>((3 - n_before % 3) % 3);
    n_before += model.exons[e].where.length();
    model.n_frameshifts += chain.exons[e].is_shifted;
  }
  for (const chain_codon& codon : read.codons) {
    if (codon.is_final_stop) continue;
    model.protein += spliced::amino_letter(codon.amino);
    model.n_internal_stops += spliced::amino_letter(codon.amino) == '*';
  }
  model.has_start = read.has_start;
  model.has_stop = read.has_final_stop();
}

// What is between each exon and the one before it, in reading direction.
void note_gaps(const spliced::alignment& chain, const strand_region& region, gene_model& model) {
  constexpr std::int64_t most = 2;  // bases: donors and acceptors
  for (std::size_t e = 1; e < chain.exons.size(); ++e) {
    const std::int64_t begin = chain.exons[e - 1].end, end = chain.exons[e].begin;
    for (std::int64_t base = begin; base < std::min(begin + most, end); ++base)
      model.exons[e].gap_begin += spliced::dna_letter(region.at(base));
    for (std::int64_t base = std::max(end - most, begin); base < end; ++base)
      model.exons[e].gap_end += spliced::dna_letter(region.at(base));
  }
}

// An exon also holds the symbols whose codons it shares with a neighbour.
void widen_to_split_codons(const std::vector<aligned_symbol>& columns, gene_model& model) {
  for (const aligned_symbol& column : columns) {
    if (!column.in_target || column.residue == 0) continue;
    const auto j = static_cast<std::int64_t>(*column.in_target);
    for (model_exon& exon : model.exons) {
      const bool holds = std::ranges::any_of(column.bases, [&](std::int64_t base) {
        return base >= 0 && exon.where.start <= base && base < exon.where.end;
      });
      if (!holds) continue;
      if (exon.in_target.length() == 0) exon.in_target = {j, j + 1};
      exon.in_target = {std::min(exon.in_target.start, j), std::max(exon.in_target.end, j + 1)};
    }
  }
}

model_exon make_exon(const spliced::aligned_exon& exon, const model_context& context) {
  const interval on_strand{exon.begin, exon.end};
  model_exon made;
  made.where = context.locus.on == strand::reverse ? flip(on_strand, context.sequence_length) : on_strand;
  made.is_shifted = exon.is_shifted;
  made.in_target = {static_cast<std::int64_t>(exon.target_begin), static_cast<std::int64_t>(exon.target_end)};
  made.edits = exon.edits;
  if (const auto index = find_exon(context.material.exons, on_strand)) {
    made.candidates = candidate_ids(context.candidates, context.material.candidates[*index]);
    made.sources = candidate_sources(context.candidates, context.material.candidates[*index]);
  }
  return made;
}

}  // namespace

std::string_view words_of(gene_evidence evidence) {
  constexpr std::array<std::string_view, 3> words = {"protein", "protein,model", "model"};
  return words[static_cast<std::size_t>(evidence)];
}

interval gene_model::in_target() const {
  interval whole = exons.front().in_target;
  for (const auto& exon : exons) {
    whole.start = std::min(whole.start, exon.in_target.start);
    whole.end = std::max(whole.end, exon.in_target.end);
  }
  return whole;
}

std::vector<std::string> gene_model::ends_by_codons() const {
  if (aligned_exons.empty()) return {};
  const bool is_first_same = aligned_exons.front() == exons.front().where,
             is_last_same = aligned_exons.back() == exons.back().where;
  std::vector<std::string> ends;
  if (!(on == strand::forward ? is_first_same : is_last_same)) ends.emplace_back("start");
  if (!(on == strand::forward ? is_last_same : is_first_same)) ends.emplace_back("stop");
  return ends;
}

std::optional<spliced::score> gene_model::min_margin() const {
  std::optional<spliced::score> least;
  for (const auto& exon : exons)
    if (exon.margin) least = std::min(*exon.margin, least.value_or(*exon.margin));
  return least;
}

std::vector<std::span<const aligned_symbol>> columns_by_exon(const gene_model& model,
                                                             std::span<const aligned_symbol> all) {
  const auto has_base_in = [](const aligned_symbol& column, interval where) {
    return std::ranges::any_of(column.bases,
                               [&](std::int64_t base) { return where.start <= base && base < where.end; });
  };
  std::vector<std::span<const aligned_symbol>> columns;
  std::size_t next = 0;
  for (std::size_t e = 0; e < model.exons.size(); ++e) {
    const model_exon& exon = model.exons[model.on == strand::forward ? e : model.exons.size() - 1 - e];
    std::size_t first = next;
    for (const auto& run : exon.edits) next += run.length;
    std::size_t last = next;
    while (first > 0 && has_base_in(all[first - 1], exon.where)) --first;
    while (last < all.size() && has_base_in(all[last], exon.where)) ++last;
    columns.push_back(all.subspan(first, last - first));
  }
  return columns;
}

double identity_of(std::span<const aligned_symbol> columns, std::string_view target) {
  std::size_t n_columns = 0, n_identical = 0;
  for (const aligned_symbol& column : columns) {
    if (column.is_end) continue;
    ++n_columns;
    n_identical += column.in_target && target[*column.in_target] == column.residue;
  }
  return n_columns == 0 ? 0 : static_cast<double>(n_identical) / static_cast<double>(n_columns);
}

std::vector<std::span<const model_exon>> whole_exons(const gene_model& model) {
  const auto joins = [&](std::size_t e) {  // exon e and the one before it in forward coordinates
    return model.exons[model.on == strand::forward ? e : e - 1].is_shifted;
  };
  std::vector<std::span<const model_exon>> whole;
  for (std::size_t first = 0, last = 1; first < model.exons.size(); first = last++) {
    while (last < model.exons.size() && joins(last)) ++last;
    whole.emplace_back(model.exons.data() + first, last - first);
  }
  return whole;
}

std::string symbols_of(const target& aligned, bool is_backwards) {
  return is_backwards ? reverse_complement(aligned.residues) : aligned.residues;
}

bool is_coding_sequence(std::string_view dna, const genetic_code& code) {
  if (dna.size() < 2 * codon_length || dna.size() % codon_length != 0 ||
      !may_begin_coding(dna.substr(0, codon_length), code))
    return false;
  const std::size_t last = dna.size() - codon_length;
  for (std::size_t codon = 0; codon < last; codon += codon_length)
    if (is_stop_codon(dna.substr(codon, codon_length), code)) return false;
  return may_end_coding(dna.substr(last), code);
}

gene_model make_gene_model(const spliced::alignment& chain, std::span<const std::optional<spliced::score>> best_without,
                           const model_context& context) {
  const strand_region& region = context.region;
  const bool is_protein = context.kind == molecule::protein;
  gene_model model;
  model.sequence = context.locus.sequence;
  model.on = context.locus.on;
  model.score = chain.total;
  model.target = context.locus.target;
  model.kind = context.kind;
  model.is_backwards = context.locus.is_backwards;
  model.is_coding = is_protein || is_coding_sequence(context.aligned.residues, context.code);
  for (std::size_t e = 0; e < chain.exons.size(); ++e) {
    model.exons.push_back(make_exon(chain.exons[e], context));
    for (std::int64_t base = chain.exons[e].begin; base < chain.exons[e].end; ++base)
      model.coding += spliced::dna_letter(region.at(base));
    if (best_without.empty()) continue;
    model.exons.back().is_without_alternative = !best_without[e];
    if (best_without[e]) model.exons.back().margin = chain.total - *best_without[e];
  }
  note_gaps(chain, region, model);
  const column_maker maker(context.locus, context.sequence_length);
  std::vector<aligned_symbol> columns;
  if (is_protein) {
    chain_reading read = read_codons(chain, region, context.code);
    read.has_start = read.has_start && is_start(read, region);
    if (read.has_start) read.take_start();
    tell_stops(chain, context.aligned.residues, read);
    columns = maker.columns(chain, codon_residues(read));
    describe_codons(chain, read, model);
    widen_to_split_codons(columns, model);
  } else {
    columns = maker.columns(chain, base_residues(chain, region));
    if (model.is_coding) {
      set_phases(chain, model);
      read_frame(model.coding, context.code, model);
    }
  }
  measure(columns, symbols_of(context.aligned, model.is_backwards), model);
  model.alignment = aligned_columns(columns);
  if (context.locus.on == strand::reverse) std::reverse(model.exons.begin(), model.exons.end());
  return model;
}

interval span_of(const locus_models& locus) {
  interval span = locus.front().span();
  for (const gene_model& model : locus) span = hull(span, model.span());
  return span;
}

}  // namespace exonweave
