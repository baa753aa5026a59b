#include "exons/gene_finding/gene_learning.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "base/threads/on_threads.hpp"
#include "exons/gene_finding/gene_finder.hpp"
#include "exons/sites/model_fit.hpp"

namespace exonweave {
namespace {

std::int64_t coding_length(const annotated_transcript& transcript) {
  std::int64_t length = 0;  // nt
  for (const interval& exon : transcript.exons) length += exon.length();
  return length;
}

constexpr std::int64_t learning_piece_length = 1'000'000;  // nt
constexpr std::int64_t max_batches = 64;

// [numbers of the first, after the last) of neighbouring pieces that are counted together: counts are tables, which
// are few however many sequences there are.
template <class Piece>
std::vector<interval> batches_of(const std::vector<Piece>& pieces) {
  std::int64_t n_bases = 0;
  for (const Piece& each : pieces) n_bases += each.where.length();
  const std::int64_t least = std::max(learning_piece_length, n_bases / max_batches);
  std::vector<interval> batches;
  std::int64_t n_taken = least;  // bases of the last batch
  for (std::int64_t p = 0; p < std::ssize(pieces); ++p) {
    if (n_taken >= least) {
      batches.push_back({p, p});
      n_taken = 0;
    }
    batches.back().end = p + 1;
    n_taken += pieces[static_cast<std::size_t>(p)].where.length();
  }
  return batches;
}

// Transcripts that begin in one piece of a sequence, and the bases around them.
struct transcript_piece {
  std::size_t sequence = 0;
  std::vector<std::size_t> transcripts{};
  interval where{};
};

std::vector<transcript_piece> pieces_with(const std::vector<annotated_transcript>& transcripts,
                                          const sequence_catalog& sequences) {
  std::map<std::pair<std::size_t, std::int64_t>, transcript_piece> pieces;
  for (std::size_t t = 0; t < transcripts.size(); ++t) {
    const annotated_transcript& each = transcripts[t];
    const interval around{std::max<std::int64_t>(0, each.exons.front().start - bases_around_genes),
                          std::min(sequences.length(each.sequence), each.exons.back().end + bases_around_genes)};
    transcript_piece& piece = pieces[{each.sequence, each.exons.front().start / learning_piece_length}];
    piece.where = piece.transcripts.empty() ? around : hull(piece.where, around);
    piece.sequence = each.sequence;
    piece.transcripts.push_back(t);
  }
  std::vector<transcript_piece> sorted;
  for (auto& [place, piece] : pieces) sorted.push_back(std::move(piece));
  return sorted;
}

// In reading direction, in the coordinates of the strand of a part of the sequence.
std::vector<interval> exons_on_strand(const annotated_transcript& transcript, interval part) {
  std::vector<interval> exons = transcript.exons;
  for (interval& exon : exons) exon = {exon.start - part.start, exon.end - part.start};
  if (transcript.on == strand::forward) return exons;
  for (interval& exon : exons) exon = flip(exon, part.length());
  std::ranges::reverse(exons);
  return exons;
}

// [batches] What visit(result, index of a transcript, bases of its strand around it, its exons there) makes of the
// transcripts of each.
template <class Result, class Visit>
std::vector<Result> of_batches(const searched_genome& where, const std::vector<annotated_transcript>& transcripts,
                               const Visit& visit) {
  const auto pieces = pieces_with(transcripts, where.sequences.catalog());
  const auto batches = batches_of(pieces);
  std::vector<Result> results(batches.size());
  const auto visit_piece = [&](const transcript_piece& piece, Result& result) {
    const masked_bases forward(where.sequences.fetch_as_written(piece.sequence, piece.where));
    const masked_bases reverse = forward.reverse_complement();
    for (const std::size_t t : piece.transcripts)
      visit(result, t, transcripts[t].on == strand::forward ? forward : reverse,
            exons_on_strand(transcripts[t], piece.where));
  };
  const auto work = [&](std::size_t b) {
    for (std::int64_t p = batches[b].start; p < batches[b].end; ++p)
      visit_piece(pieces[static_cast<std::size_t>(p)], results[b]);
  };
  on_threads(where.n_threads, batches.size(), where.control, [&] { return work; });
  return results;
}

// The parts of a sequence, in order, of which the intergenic sequence is counted.
std::vector<sequence_part> parts_of(const sequence_catalog& sequences) {
  std::vector<sequence_part> parts;
  for (std::size_t s = 0; s < sequences.size(); ++s)
    for (std::int64_t start = 0; start < sequences.length(s); start += learning_piece_length)
      parts.push_back({s, {start, std::min(sequences.length(s), start + learning_piece_length)}});
  return parts;
}

void count_in(const sequence_part& part, const std::vector<interval>& genes, const searched_genome& where,
              intergenic_counts& counts) {
  const std::string as_written = where.sequences.fetch_as_written(part.sequence, part.where);
  const masked_bases bases(as_written);
  std::vector<interval> within;
  for (const interval& gene : genes)
    if (gene.overlaps(part.where)) within.push_back({gene.start - part.where.start, gene.end - part.where.start});
  const std::string in_upper_case = where.sequences.fetch(part.sequence, part.where);
  for (const interval& stretch : find_background(in_upper_case, within, where.codes.of_sequence(part.sequence)))
    counts.add(bases, stretch);
}

}  // namespace

std::vector<bool> which_are_whole(const searched_genome& where, const std::vector<annotated_transcript>& transcripts) {
  using whole_ones = std::vector<std::size_t>;
  const auto found = of_batches<whole_ones>(
      where, transcripts,
      [&](whole_ones& whole, std::size_t t, const masked_bases& bases, const std::vector<interval>& exons) {
        if (is_whole_gene(bases, exons, where.codes.of_sequence(transcripts[t].sequence))) whole.push_back(t);
      });
  std::vector<bool> is_whole(transcripts.size());
  for (const whole_ones& each : found)
    for (const std::size_t t : each) is_whole[t] = true;
  return is_whole;
}

genome_hints hints_of(const searched_genome& where, const std::vector<annotated_transcript>& transcripts) {
  enum class known : std::uint8_t { whole, partial, nothing };
  using found = std::vector<std::pair<std::size_t, known>>;
  const auto pieces = of_batches<found>(
      where, transcripts,
      [&](found& made, std::size_t t, const masked_bases& bases, const std::vector<interval>& exons) {
        const annotated_transcript& gene = transcripts[t];
        const genetic_code& code = where.codes.of_sequence(gene.sequence);
        const bool is_whole = is_whole_gene(bases, exons, code);
        const bool is_open = is_whole || (gene.phase != no_phase && has_open_frame(bases, exons, gene.phase, code));
        made.emplace_back(t, is_whole ? known::whole : is_open ? known::partial : known::nothing);
      });
  genome_hints made{.by_sequence = std::vector<gene_hints>(where.sequences.catalog().size())};
  for (const found& piece : pieces)
    for (const auto& [t, what] : piece) {
      const annotated_transcript& gene = transcripts[t];
      gene_hints& hints = made.by_sequence[gene.sequence];
      const double factor = hint_factor(gene.support, gene.score);
      if (what == known::whole) hints.add_gene(gene.exons, gene.on, {}, factor);
      if (what == known::partial) hints.add_piece(gene.exons, gene.on, gene.phase, {}, factor);
      ++(what == known::whole     ? made.counts.n_whole
         : what == known::partial ? made.counts.n_partial
                                  : made.counts.n_left_out);
    }
  for (gene_hints& each : made.by_sequence) each.sort();
  return made;
}

void add_sites(const splice_scores& listed, std::vector<gene_hints>& by_sequence) {
  constexpr auto bits = [](written_score score) { return static_cast<double>(score.halves()) / 4; };
  const double unlisted = bits(unlisted_score);
  for (std::size_t s = 0; s < by_sequence.size(); ++s) {
    gene_hints& hints = by_sequence[s];
    hints.unlisted_site = to_finding_score(unlisted);
    listed.for_each(s, [&](std::int64_t boundary, strand on, splice_end end, written_score score) {
      hints.sites.push_back({boundary, on, end == splice_end::donor, to_finding_score(bits(score) - unlisted)});
    });
    hints.sort();
  }
}

std::vector<annotated_transcript> choose_training_genes(const std::vector<annotated_transcript>& transcripts,
                                                        const std::vector<bool>& is_whole) {
  const auto of_support = [&](double least) {
    std::vector<std::size_t> chosen;
    for (std::size_t t = 0; t < transcripts.size(); ++t)
      if (is_whole[t] && transcripts[t].support.value_or(1) >= least) chosen.push_back(t);
    return chosen;
  };
  std::vector<std::size_t> ranked = of_support(training_support);
  if (ranked.size() < few_genes) ranked = of_support(few_training_support);
  std::ranges::stable_sort(ranked, std::greater(), [&](std::size_t t) {
    return std::pair(transcripts[t].support.value_or(1), coding_length(transcripts[t]));
  });
  std::vector<std::size_t> kept;
  std::map<std::tuple<std::size_t, strand, std::int64_t>, std::int64_t> taken;  // [sequence, strand, end] starts
  for (const std::size_t t : ranked) {
    const annotated_transcript& gene = transcripts[t];
    const std::int64_t start = gene.exons.front().start, end = gene.exons.back().end;
    const auto next = taken.upper_bound({gene.sequence, gene.on, start});
    const bool is_on_strand =
        next != taken.end() && std::get<0>(next->first) == gene.sequence && std::get<1>(next->first) == gene.on;
    if (is_on_strand && next->second < end) continue;
    taken.emplace(std::tuple(gene.sequence, gene.on, end), start);
    kept.push_back(t);
  }
  std::ranges::sort(kept);
  std::vector<annotated_transcript> genes;
  for (const std::size_t t : kept) genes.push_back(transcripts[t]);
  return genes;
}

gene_counts count_genes(const searched_genome& where, const std::vector<annotated_transcript>& genes) {
  struct counted_piece {
    gene_counts counts{};
    std::vector<bases_of_intron> introns{};
  };
  auto pieces = of_batches<counted_piece>(
      where, genes,
      [&](counted_piece& piece, std::size_t g, const masked_bases& bases, const std::vector<interval>& exons) {
        piece.counts.add(bases, exons, where.codes.of_sequence(genes[g].sequence));
        for (const interval& intron : training_introns(bases, exons))
          piece.introns.push_back(bases_before_acceptor(bases, intron));
      });
  gene_counts counts;
  std::vector<bases_of_intron> introns;
  for (counted_piece& piece : pieces) {
    counts.add(piece.counts);
    std::ranges::move(piece.introns, std::back_inserter(introns));
  }
  counts.branches = learn_branch_points(introns, {counts.intron, counts.acceptors});
  return counts;
}

intergenic_counts count_intergenic(const searched_genome& where, const std::vector<annotated_transcript>& known) {
  std::vector<std::vector<interval>> genes(where.sequences.catalog().size());
  for (const annotated_transcript& each : known)
    genes[each.sequence].push_back({each.exons.front().start, each.exons.back().end});
  const auto parts = parts_of(where.sequences.catalog());
  const auto batches = batches_of(parts);
  std::vector<intergenic_counts> counted(batches.size());
  const auto work = [&](std::size_t b) {
    for (std::int64_t p = batches[b].start; p < batches[b].end; ++p) {
      const sequence_part& part = parts[static_cast<std::size_t>(p)];
      count_in(part, genes[part.sequence], where, counted[b]);
    }
  };
  on_threads(where.n_threads, batches.size(), where.control, [&] { return work; });
  intergenic_counts counts;
  for (const intergenic_counts& each : counted) counts.add(each);
  return counts;
}

namespace {

constexpr std::size_t n_folds_of_test = 2;

// Neighbours that are looked for together.
struct tested_window {
  std::size_t sequence;
  interval where;
  std::vector<const annotated_transcript*> genes{};
};

// Of genes that are sorted by sequence and start.
std::vector<tested_window> windows_of(const std::vector<annotated_transcript>& genes,
                                      const std::vector<std::size_t>& tested, const sequence_catalog& sequences) {
  std::vector<tested_window> windows;
  for (const std::size_t t : tested) {
    const annotated_transcript& gene = genes[t];
    const interval around{std::max<std::int64_t>(0, gene.exons.front().start - tested_flank),
                          std::min(sequences.length(gene.sequence), gene.exons.back().end + tested_flank)};
    if (windows.empty() || windows.back().sequence != gene.sequence || windows.back().where.end < around.start)
      windows.push_back({gene.sequence, around});
    windows.back().where = hull(windows.back().where, around);
    windows.back().genes.push_back(&gene);
  }
  return windows;
}

bool is_among(const std::vector<found_gene>& found, const annotated_transcript& gene, std::int64_t offset) {
  return std::ranges::any_of(found, [&](const found_gene& each) {
    return each.on == gene.on && std::ranges::equal(each.exons, gene.exons, {}, [&](const found_exon& exon) {
             return interval{exon.where.start + offset, exon.where.end + offset};
           });
  });
}

// Every second gene, and of these as many as are tested.
std::vector<std::size_t> tested_of_fold(std::size_t fold, std::size_t n_genes) {
  std::vector<std::size_t> held_back;
  for (std::size_t g = fold; g < n_genes; g += n_folds_of_test) held_back.push_back(g);
  constexpr std::size_t most = max_tested_genes / n_folds_of_test;
  if (held_back.size() <= most) return held_back;
  std::vector<std::size_t> drawn;
  for (std::size_t k = 0; k < most; ++k) drawn.push_back(held_back[k * held_back.size() / most]);
  return drawn;
}

}  // namespace

self_test_result self_test(const searched_genome& where, const std::vector<annotated_transcript>& training_genes,
                           const intergenic_counts& others) {
  self_test_result result;
  for (std::size_t fold = 0; fold < n_folds_of_test; ++fold) {
    std::vector<annotated_transcript> learnt;
    for (std::size_t g = 0; g < training_genes.size(); ++g)
      if (g % n_folds_of_test != fold) learnt.push_back(training_genes[g]);
    const gene_parameters parameters = make_parameters(count_genes(where, learnt), others);
    const auto tested = tested_of_fold(fold, training_genes.size());
    const auto windows = windows_of(training_genes, tested, where.sequences.catalog());
    std::vector<std::size_t> n_found(windows.size());
    const auto look_in = [&](std::size_t w) {
      const tested_window& window = windows[w];
      const auto found = find_genes(where.sequences.fetch_as_written(window.sequence, window.where), parameters,
                                    where.codes.of_sequence(window.sequence), {}, finding_depth::genes);
      n_found[w] = static_cast<std::size_t>(std::ranges::count_if(
          window.genes, [&](const annotated_transcript* gene) { return is_among(found, *gene, window.where.start); }));
    };
    on_threads(where.n_threads, windows.size(), where.control, [&] { return look_in; });
    result.n_genes += tested.size();
    for (const std::size_t n : n_found) result.n_found += n;
  }
  return result;
}

}  // namespace exonweave
