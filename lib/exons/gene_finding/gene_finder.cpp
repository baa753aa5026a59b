#include "exons/gene_finding/gene_finder.hpp"

#include <algorithm>

#include "base/threads/on_threads.hpp"
#include "exons/gene_finding/best_parse.hpp"
#include "exons/gene_finding/masked_bases.hpp"
#include "exons/gene_finding/parse_probabilities.hpp"

namespace exonweave {
namespace {

std::int8_t phase_of(const parsed_gene& gene) {
  const bool is_forward = gene.on == strand::forward;
  const std::int64_t n_missing =
      is_forward ? gene.exons.front().n_before_left : codon_size - gene.exons.back().n_before_right;
  return static_cast<std::int8_t>((codon_size - n_missing % codon_size) % codon_size);
}

found_gene made_of(const parsed_gene& gene) {
  found_gene made{.on = gene.on,
                  .exons = {},
                  .phase = phase_of(gene),
                  .has_start = gene.has_start(),
                  .has_stop = gene.has_stop(),
                  .gain = gene.score};
  for (const parsed_exon& exon : gene.exons) made.exons.push_back({exon.where});
  return made;
}

// Its thread is spare once no sequence is left for it.
template <class Work>
class lending_worker {
 public:
  lending_worker(const Work& work, spare_threads& spare) : work_(work), spare_(spare) {}
  ~lending_worker() { spare_.give(); }
  lending_worker(const lending_worker&) = delete;
  lending_worker& operator=(const lending_worker&) = delete;
  void operator()(std::size_t k) { work_(k); }

 private:
  const Work& work_;
  spare_threads& spare_;
};

// As even as can be.
std::vector<sequence_part> pieces_of(const sequence_catalog& sequences) {
  std::vector<sequence_part> pieces;
  for (std::size_t s = 0; s < sequences.size(); ++s) {
    const std::int64_t length = sequences.length(s);
    const std::int64_t n = std::max<std::int64_t>(1, (length + piece_length / 2) / piece_length);
    for (std::int64_t k = 0; k < n; ++k) pieces.push_back({s, {length * k / n, length * (k + 1) / n}});
  }
  return pieces;
}

interval around_piece(const sequence_part& piece, const sequence_catalog& sequences) {
  return {std::max<std::int64_t>(0, piece.where.start - piece_flank),
          std::min(sequences.length(piece.sequence), piece.where.end + piece_flank)};
}

bool is_cut_at(const found_gene& gene, bool at_left) {
  return (gene.on == strand::forward) == at_left ? !gene.has_start : !gene.has_stop;
}

// Of what was found around a piece, in the coordinates of the sequence.
void keep_own(const sequence_part& piece, interval around, std::int64_t length, std::vector<found_gene>& genes) {
  std::erase_if(genes, [&](const found_gene& gene) {
    const interval span{gene.span().start + around.start, gene.span().end + around.start};
    const std::int64_t middle = span.start + span.length() / 2;
    const bool is_cut_left = around.start > 0 && span.start == around.start && is_cut_at(gene, true);
    const bool is_cut_right = around.end < length && span.end == around.end && is_cut_at(gene, false);
    return middle < piece.where.start || middle >= piece.where.end || is_cut_left || is_cut_right;
  });
  for (found_gene& gene : genes)
    for (found_exon& exon : gene.exons) exon.where = {exon.where.start + around.start, exon.where.end + around.start};
}

// Genes of the next piece. Only the first of them can lie over the last of the pieces before.
void append(std::vector<found_gene> more, std::vector<found_gene>& genes) {
  for (found_gene& gene : more) {
    while (!genes.empty() && genes.back().span().overlaps(gene.span()) && genes.back().gain < gene.gain)
      genes.pop_back();
    if (genes.empty() || !genes.back().span().overlaps(gene.span())) genes.push_back(std::move(gene));
  }
}

void set(const gene_probabilities& probabilities, found_gene& gene) {
  gene.probability = probabilities.gene;
  for (std::size_t e = 0; e < gene.exons.size(); ++e) gene.exons[e].probability = probabilities.exons[e];
}

}  // namespace

std::vector<found_gene> find_genes(std::string_view as_written, const gene_parameters& parameters,
                                   const genetic_code& code, const gene_hints& hints, finding_depth depth,
                                   spare_threads* spare) {
  const masked_bases forward(as_written);
  const masked_bases reverse = forward.reverse_complement();
  const finding_problem problem{parameters, code, forward, reverse, hints};
  const sequence_parse parse = find_best_parse(problem);
  std::vector<found_gene> genes;
  for (const parsed_gene& gene : parse.genes) genes.push_back(made_of(gene));
  if (depth == finding_depth::genes) return genes;
  const auto probabilities = probabilities_of(problem, parse, spare);
  for (std::size_t g = 0; g < genes.size(); ++g) set(probabilities[g], genes[g]);
  return genes;
}

std::vector<std::vector<found_gene>> find_genes(const searched_genome& where, const gene_parameters& parameters,
                                                const std::vector<gene_hints>& hints, finding_depth depth) {
  const sequence_catalog& catalog = where.sequences.catalog();
  const auto pieces = pieces_of(catalog);
  std::vector<std::vector<found_gene>> by_piece(pieces.size());
  spare_threads spare(where.n_threads - std::min(where.n_threads, pieces.size()));
  const auto find_in = [&](std::size_t p) {
    const sequence_part& piece = pieces[p];
    const interval around = around_piece(piece, catalog);
    by_piece[p] =
        find_genes(where.sequences.fetch_as_written(piece.sequence, around), parameters,
                   where.codes.of_sequence(piece.sequence), hints[piece.sequence].within(around), depth, &spare);
    keep_own(piece, around, catalog.length(piece.sequence), by_piece[p]);
  };
  on_threads(where.n_threads, pieces.size(), where.control, [&] { return lending_worker(find_in, spare); });
  std::vector<std::vector<found_gene>> genes(catalog.size());
  for (std::size_t p = 0; p < pieces.size(); ++p) append(std::move(by_piece[p]), genes[pieces[p].sequence]);
  return genes;
}

piece_counts count_pieces(const sequence_catalog& sequences) {
  piece_counts counts;
  for (const sequence_part& piece : pieces_of(sequences)) {
    ++counts.n;
    counts.n_bases += around_piece(piece, sequences).length();
  }
  return counts;
}

}  // namespace exonweave
