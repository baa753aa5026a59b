#include "exons/comparison/gene_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "base/files/file_text.hpp"

namespace exonweave {

namespace {

constexpr std::int64_t nt_of_codon = 3;

int frame_at(std::int64_t place) { return static_cast<int>((place % nt_of_codon + nt_of_codon) % nt_of_codon); }

// In reading direction each piece goes on in the codon in which the one before it ends.
void add_pieces(const annotated_transcript& read, std::uint32_t transcript, std::vector<coding_piece>& pieces) {
  const std::size_t n = read.exons.size();
  std::int64_t n_read = read.phase == no_phase ? 0 : -read.phase;  // from the first whole codon
  for (std::size_t k = 0; k < n; ++k) {
    const bool is_forward = read.on == strand::forward;
    const interval where = read.exons[is_forward ? k : n - 1 - k];
    const int frame = frame_at(is_forward ? where.start - n_read : where.end + n_read);
    pieces.push_back({read.sequence, where, read.on, frame, transcript});
    n_read += where.length();
  }
}

std::vector<interval> joined(const std::vector<interval>& rows) {
  std::vector<interval> exons;
  for (const interval& row : rows) {
    if (!exons.empty() && row.start <= exons.back().end)
      exons.back() = hull(exons.back(), row);
    else
      exons.push_back(row);
  }
  return exons;
}

// For each transcript the first one of its gene.
std::vector<std::uint32_t> first_of_genes(const std::vector<annotated_transcript>& read, const coding_set& set) {
  std::vector<std::uint32_t> first(read.size());
  std::map<std::tuple<std::size_t, strand, std::string>, std::uint32_t> named;
  for (std::uint32_t t = 0; t < read.size(); ++t)
    first[t] =
        read[t].gene.empty() ? t : named.try_emplace({read[t].sequence, read[t].on, read[t].gene}, t).first->second;
  const auto root = [&first](std::uint32_t t) {
    while (first[t] != t) t = first[t];
    return t;
  };
  for (const auto& [a, b, shared] : find_overlaps(set, set))
    if (shared.in_frame > 0 && read[a].gene.empty() && read[b].gene.empty())
      first[std::max(root(a), root(b))] = std::min(root(a), root(b));
  for (std::uint32_t t = 0; t < read.size(); ++t) first[t] = root(t);
  return first;
}

}  // namespace

std::int64_t coding_transcript::n_bases() const {
  std::int64_t sum = 0;
  for (const interval& exon : exons) sum += exon.length();
  return sum;
}

std::vector<interval> coding_transcript::introns() const {
  std::vector<interval> between;
  for (std::size_t k = 1; k < exons.size(); ++k) between.push_back({exons[k - 1].end, exons[k].start});
  return between;
}

coding_set make_coding_set(const std::vector<annotated_transcript>& transcripts) {
  coding_set set;
  for (const annotated_transcript& read : transcripts) {
    add_pieces(read, static_cast<std::uint32_t>(set.transcripts.size()), set.pieces);
    set.transcripts.push_back({read.id, 0, joined(read.exons)});
  }
  std::ranges::sort(set.pieces, {}, [](const coding_piece& piece) {
    return std::tuple(piece.sequence, piece.where.start, piece.transcript);
  });
  const std::vector<std::uint32_t> first = first_of_genes(transcripts, set);
  for (std::uint32_t t = 0; t < first.size(); ++t) {
    const annotated_transcript& read = transcripts[t];
    if (first[t] == t) {
      set.transcripts[t].gene = static_cast<std::uint32_t>(set.genes.size());
      set.genes.push_back({read.gene.empty() ? read.id : read.gene, read.sequence, read.on});
    } else {
      set.transcripts[t].gene = set.transcripts[first[t]].gene;
    }
  }
  return set;
}

std::vector<transcript_overlap> find_overlaps(const coding_set& a, const coding_set& b) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, shared_coding> found;
  std::vector<const coding_piece*> open;  // of `a`, that reach to the piece of `b`
  auto next = a.pieces.begin();
  for (const coding_piece& y : b.pieces) {
    for (;
         next != a.pieces.end() && std::tuple(next->sequence, next->where.start) < std::tuple(y.sequence, y.where.end);
         ++next)
      open.push_back(&*next);
    std::erase_if(open,
                  [&y](const coding_piece* x) { return x->sequence != y.sequence || x->where.end <= y.where.start; });
    for (const coding_piece* x : open) {
      if (!x->where.overlaps(y.where)) continue;
      shared_coding& shared = found[{x->transcript, y.transcript}];
      std::int64_t& bases = x->on != y.on         ? shared.on_other_strand
                            : x->frame != y.frame ? shared.in_other_frame
                                                  : shared.in_frame;
      bases += std::min(x->where.end, y.where.end) - std::max(x->where.start, y.where.start);
    }
  }
  std::vector<transcript_overlap> overlaps;
  for (const auto& [pair, shared] : found) overlaps.push_back({pair.first, pair.second, shared});
  return overlaps;
}

namespace {

bool overlaps_any(const interval& intron, const std::vector<interval>& others) {
  return std::ranges::any_of(others, [&intron](const interval& other) { return intron.overlaps(other); });
}

std::vector<interval> difference(const std::vector<interval>& introns, const std::vector<interval>& others) {
  std::vector<interval> left;
  std::ranges::set_difference(introns, others, std::back_inserter(left));
  return left;
}

std::vector<gene_change> changes_of(const coding_transcript& a, const coding_transcript& b, strand on,
                                    const shared_coding& shared) {
  const bool is_forward = on == strand::forward;
  const bool has_same_left = a.span().start == b.span().start, has_same_right = a.span().end == b.span().end;
  const auto only_a = difference(a.introns(), b.introns()), only_b = difference(b.introns(), a.introns());
  const auto overlaps_b = [&only_b](const interval& intron) { return overlaps_any(intron, only_b); };
  const auto overlaps_a = [&only_a](const interval& intron) { return overlaps_any(intron, only_a); };
  std::vector<gene_change> changes;
  if (!(is_forward ? has_same_left : has_same_right)) changes.push_back(gene_change::start_moved);
  if (!(is_forward ? has_same_right : has_same_left)) changes.push_back(gene_change::end_moved);
  if (std::ranges::any_of(only_a, overlaps_b)) changes.push_back(gene_change::intron_moved);
  if (!std::ranges::all_of(only_a, overlaps_b)) changes.push_back(gene_change::intron_added);
  if (!std::ranges::all_of(only_b, overlaps_a)) changes.push_back(gene_change::intron_lost);
  if (shared.in_other_frame > 0) changes.push_back(gene_change::frame_differs);
  return changes;
}

// Two transcripts of two genes, and how well they agree.
struct pairing {
  std::uint32_t a = 0, b = 0;
  shared_coding shared;
  bool is_exact = false;
  double similarity = 0;  // of what is read in one frame, 0 to 1

  [[nodiscard]] auto rank() const {
    return std::tuple(is_exact, similarity, shared.in_other_frame, shared.on_other_strand);
  }
};

// What is known of a gene while pairs are found.
struct gene_ties {
  bool is_exact = false;
  bool is_changed = false;
  std::size_t n_in_frame = 0;             // genes of the other set, where neither is exact
  const pairing* only_overlap = nullptr;  // the best one; null: none
};

class pair_finder {
 public:
  pair_finder(const coding_set& a, const coding_set& b)
      : a_(a), b_(b), ties_a_(a.genes.size()), ties_b_(b.genes.size()) {
    for (const auto& [x, y, shared] : find_overlaps(a, b)) {
      const coding_transcript &of_a = a.transcripts[x], &of_b = b.transcripts[y];
      const pairing made{
          x, y, shared, shared.on_other_strand == 0 && of_a.exons == of_b.exons,
          2 * static_cast<double>(shared.in_frame) / static_cast<double>(of_a.n_bases() + of_b.n_bases())};
      const auto [best, is_new] = best_.try_emplace({of_a.gene, of_b.gene}, made);
      if (!is_new && best->second.rank() < made.rank()) best->second = made;
    }
  }

  std::vector<gene_pair> find() {
    std::vector<gene_pair> pairs;
    for (const auto& [genes, best] : best_)
      if (best.is_exact) {
        tie_a(best).is_exact = tie_b(best).is_exact = true;
        pairs.push_back(pair_of(gene_status::exact, best));
      }
    std::vector<const pairing*> in_frame, others;
    for (const auto& [genes, best] : best_) {
      if (best.is_exact || (tie_a(best).is_exact && tie_b(best).is_exact)) continue;
      (best.shared.in_frame > 0 ? in_frame : others).push_back(&best);
    }
    for (const pairing* each : in_frame) {
      gene_ties &x = tie_a(*each), &y = tie_b(*each);
      x.is_changed = y.is_changed = true;
      if (x.is_exact || y.is_exact) continue;
      ++x.n_in_frame;
      ++y.n_in_frame;
    }
    for (const pairing* each : in_frame) pairs.push_back(changed_pair(*each));
    std::erase_if(others, [this](const pairing* each) { return note_if_not_both_are_free(*each); });
    for (const pairing* each : others) {
      tie_a(*each).is_changed = tie_b(*each).is_changed = true;
      pairs.push_back(changed_pair(*each));
    }
    add_single(ties_a_, a_, gene_status::only_a, pairs);
    add_single(ties_b_, b_, gene_status::only_b, pairs);
    return pairs;
  }

  [[nodiscard]] static gene_counts count(const std::vector<gene_ties>& ties) {
    gene_counts counts;
    for (const gene_ties& each : ties)
      ++(each.is_exact ? counts.exact : each.is_changed ? counts.changed : counts.only);
    return counts;
  }
  [[nodiscard]] const std::vector<gene_ties>& ties_a() const { return ties_a_; }
  [[nodiscard]] const std::vector<gene_ties>& ties_b() const { return ties_b_; }

 private:
  gene_ties& tie_a(const pairing& pair) { return ties_a_[a_.transcripts[pair.a].gene]; }
  gene_ties& tie_b(const pairing& pair) { return ties_b_[b_.transcripts[pair.b].gene]; }

  // Whether another gene has a better counterpart than this one.
  bool note_if_not_both_are_free(const pairing& pair) {
    gene_ties &x = tie_a(pair), &y = tie_b(pair);
    const auto is_free = [](const gene_ties& gene) { return !gene.is_exact && !gene.is_changed; };
    if (is_free(x) && is_free(y)) return false;
    for (gene_ties* const gene : {&x, &y})
      if (gene->only_overlap == nullptr || gene->only_overlap->rank() < pair.rank()) gene->only_overlap = &pair;
    return true;
  }

  [[nodiscard]] gene_pair pair_of(gene_status status, const pairing& pair) const {
    gene_pair made{.status = status, .changes = {}, .a = pair.a, .b = pair.b, .shared = pair.shared};
    std::vector<interval> both;
    if (pair.shared.on_other_strand == 0)
      std::ranges::set_intersection(a_.transcripts[pair.a].exons, b_.transcripts[pair.b].exons,
                                    std::back_inserter(both));
    made.shared_exons = static_cast<std::uint32_t>(both.size());
    return made;
  }

  // What follows from a gene that is merged or split is no change of its own.
  [[nodiscard]] gene_pair changed_pair(const pairing& pair) {
    gene_pair made = pair_of(gene_status::changed, pair);
    const gene_ties &x = tie_a(pair), &y = tie_b(pair);
    const bool is_plain = x.is_exact || y.is_exact;
    if (!is_plain && x.n_in_frame > 1) made.changes.push_back(gene_change::merged);
    if (!is_plain && y.n_in_frame > 1) made.changes.push_back(gene_change::split);
    if (made.changes.empty()) made.changes = single_changes(pair);
    return made;
  }

  [[nodiscard]] std::vector<gene_change> single_changes(const pairing& pair) const {
    const coding_transcript &x = a_.transcripts[pair.a], &y = b_.transcripts[pair.b];
    if (pair.shared.on_other_strand > 0) return {gene_change::opposite_strand};
    return changes_of(x, y, a_.genes[x.gene].on, pair.shared);
  }

  void add_single(const std::vector<gene_ties>& ties, const coding_set& set, gene_status status,
                  std::vector<gene_pair>& pairs) const {
    std::vector<bool> is_seen(ties.size());
    for (std::uint32_t t = 0; t < set.transcripts.size(); ++t) {
      const std::uint32_t gene = set.transcripts[t].gene;
      if (ties[gene].is_exact || ties[gene].is_changed || is_seen[gene]) continue;
      is_seen[gene] = true;
      if (const pairing* const next_to = ties[gene].only_overlap) {
        pairs.push_back(pair_of(status, *next_to));
        pairs.back().changes = {next_to->shared.on_other_strand > 0 ? gene_change::opposite_strand
                                                                    : gene_change::frame_differs};
      } else {
        gene_pair& made = pairs.emplace_back();
        made.status = status;
        (status == gene_status::only_a ? made.a : made.b) = t;
      }
    }
  }

  const coding_set &a_, &b_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, pairing> best_;  // by genes
  std::vector<gene_ties> ties_a_, ties_b_;
};

// By name of the sequence, place, and IDs, whatever order the files have.
void sort_pairs(gene_set_comparison& compared) {
  const auto key = [&compared](const gene_pair& pair) {
    const auto names = [](const coding_set& set, std::optional<std::uint32_t> t) {
      using name = std::string_view;
      return t ? std::pair<name, name>(set.genes[set.transcripts[*t].gene].id, set.transcripts[*t].id)
               : std::pair<name, name>();
    };
    const bool has_a = pair.a && pair.status != gene_status::only_b;
    const coding_transcript& first = has_a ? compared.a.transcripts[*pair.a] : compared.b.transcripts[*pair.b];
    return std::tuple(std::string_view(compared.sequences.name(compared.sequence_of(pair))), first.span(),
                      names(compared.a, pair.a), names(compared.b, pair.b), pair.status);
  };
  std::ranges::sort(compared.pairs, {}, key);
}

// Of a gene: its names, strand, span, exons and coding bases.
std::string columns_of(const coding_set& set, std::optional<std::uint32_t> t) {
  if (!t) return ".\t.\t.\t.\t.\t.\t.";
  const coding_transcript& each = set.transcripts[*t];
  const coding_gene& gene = set.genes[each.gene];
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}", percent_encode_controls(gene.id), percent_encode_controls(each.id),
                     to_char(gene.on), each.span().start, each.span().end, each.exons.size(), each.n_bases());
}

}  // namespace

gene_set_comparison compare_gene_sets(sequence_catalog sequences, coding_set a, coding_set b) {
  gene_set_comparison compared{.sequences = std::move(sequences), .a = std::move(a), .b = std::move(b)};
  pair_finder finder(compared.a, compared.b);
  compared.pairs = finder.find();
  compared.genes_a = pair_finder::count(finder.ties_a());
  compared.genes_b = pair_finder::count(finder.ties_b());
  for (const gene_pair& pair : compared.pairs)
    if (pair.status == gene_status::changed)
      for (const gene_change each : pair.changes) ++compared.n_changes[static_cast<std::size_t>(each)];
  sort_pairs(compared);
  compared.levels = measure_accuracy(compared.a, compared.b);
  return compared;
}

void write_comparison_table(const gene_set_comparison& compared, const text_sink& sink) {
  sink("status\tchanges\tseqid");
  for (const char* set : {"a", "b"})
    sink(fmt::format("\t{0}_gene\t{0}_transcript\t{0}_strand\t{0}_start0\t{0}_end0\t{0}_exons\t{0}_bases", set));
  sink("\tshared_exons\tshared_bases\n");
  for (const gene_pair& pair : compared.pairs) {
    std::vector<std::string_view> changes;
    for (const gene_change each : pair.changes) changes.push_back(gene_change_words[static_cast<std::size_t>(each)]);
    sink(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", gene_status_words[static_cast<std::size_t>(pair.status)],
                     changes.empty() ? "." : fmt::format("{}", fmt::join(changes, ",")),
                     percent_encode_controls(compared.sequences.name(compared.sequence_of(pair))),
                     columns_of(compared.a, pair.a), columns_of(compared.b, pair.b), pair.shared_exons,
                     pair.shared.in_frame));
  }
}

namespace {

// A part of a transcript, or all of it, on its strand of its sequence.
template <class Part>
using placed = std::tuple<std::size_t, strand, Part>;

// parts_of(transcript) of all transcripts: sorted, each once.
template <class Part, class PartsOf>
std::vector<placed<Part>> distinct_parts(const coding_set& set, const PartsOf& parts_of) {
  std::vector<placed<Part>> parts;
  for (const coding_transcript& transcript : set.transcripts) {
    const coding_gene& gene = set.genes[transcript.gene];
    for (Part& part : parts_of(transcript)) parts.emplace_back(gene.sequence, gene.on, std::move(part));
  }
  std::ranges::sort(parts);
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return parts;
}

template <class Part, class PartsOf>
level_accuracy level_of(std::string_view name, const coding_set& a, const coding_set& b, const PartsOf& parts_of) {
  const auto of_a = distinct_parts<Part>(a, parts_of), of_b = distinct_parts<Part>(b, parts_of);
  std::vector<placed<Part>> both;
  std::ranges::set_intersection(of_a, of_b, std::back_inserter(both));
  return {name, of_a.size(), of_b.size(), both.size(), both.size()};
}

// Its coding bases, each once.
std::vector<placed<interval>> covered(const coding_set& set) {
  const auto exons = distinct_parts<interval>(set, [](const coding_transcript& each) { return each.exons; });
  std::vector<placed<interval>> stretches;
  for (const auto& [sequence, on, where] : exons) {
    const bool goes_on = !stretches.empty() && std::get<0>(stretches.back()) == sequence &&
                         std::get<1>(stretches.back()) == on && where.start <= std::get<2>(stretches.back()).end;
    if (goes_on)
      std::get<2>(stretches.back()) = hull(std::get<2>(stretches.back()), where);
    else
      stretches.emplace_back(sequence, on, where);
  }
  return stretches;
}

std::uint64_t n_bases(const std::vector<placed<interval>>& stretches) {
  std::uint64_t sum = 0;
  for (const auto& [sequence, on, where] : stretches) sum += static_cast<std::uint64_t>(where.length());
  return sum;
}

level_accuracy base_level(const coding_set& a, const coding_set& b) {
  const auto of_a = covered(a), of_b = covered(b);
  std::uint64_t shared = 0;
  for (auto x = of_a.begin(), y = of_b.begin(); x != of_a.end() && y != of_b.end();) {
    const auto& [x_sequence, x_on, x_where] = *x;
    const auto& [y_sequence, y_on, y_where] = *y;
    if (x_sequence == y_sequence && x_on == y_on && x_where.overlaps(y_where))
      shared += static_cast<std::uint64_t>(std::min(x_where.end, y_where.end) - std::max(x_where.start, y_where.start));
    if (std::tuple(x_sequence, x_on, x_where.end) < std::tuple(y_sequence, y_on, y_where.end))
      ++x;
    else
      ++y;
  }
  return {"Base", n_bases(of_a), n_bases(of_b), shared, shared};
}

using exon_list = std::vector<interval>;

std::vector<exon_list> whole(const coding_transcript& transcript) { return {transcript.exons}; }

std::vector<exon_list> chain(const coding_transcript& transcript) {
  return transcript.has_introns() ? std::vector<exon_list>{transcript.introns()} : std::vector<exon_list>{};
}

// Genes of which one transcript is among those of another set.
std::uint64_t n_genes_among(const coding_set& set, const coding_set& others) {
  const auto known = distinct_parts<exon_list>(others, whole);
  std::vector<bool> is_known(set.genes.size());
  for (const coding_transcript& each : set.transcripts) {
    const coding_gene& gene = set.genes[each.gene];
    if (std::ranges::binary_search(known, placed<exon_list>(gene.sequence, gene.on, each.exons)))
      is_known[each.gene] = true;
  }
  return static_cast<std::uint64_t>(std::ranges::count(is_known, true));
}

}  // namespace

std::vector<level_accuracy> measure_accuracy(const coding_set& a, const coding_set& b) {
  return {base_level(a, b),
          level_of<interval>("Exon", a, b, [](const coding_transcript& each) { return each.exons; }),
          level_of<interval>("Intron", a, b, [](const coding_transcript& each) { return each.introns(); }),
          level_of<exon_list>("Intron chain", a, b, chain),
          level_of<exon_list>("Transcript", a, b, whole),
          {"Locus", a.genes.size(), b.genes.size(), n_genes_among(a, b), n_genes_among(b, a)}};
}

}  // namespace exonweave
