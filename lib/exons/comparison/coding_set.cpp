#include "exons/comparison/coding_set.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

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

}  // namespace exonweave
