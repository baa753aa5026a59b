#include "exons/run/gene_ends.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "exons/gene_finding/ends/gene_rest.hpp"
#include "exons/run/exon_chains.hpp"
#include "exons/solving/chain_codons.hpp"

namespace exonweave {
namespace {

constexpr auto codon_nt = static_cast<std::int64_t>(codon_length);

// A codon that is aligned with a residue.
struct pair_place {
  std::size_t exon = 0, run = 0;  // of the chain, and of the exon's edits
  std::size_t residue = 0;        // of the target
  chain_codon codon;

  [[nodiscard]] bool is_whole(const spliced::alignment& chain) const {
    const spliced::aligned_exon& aligned = chain.exons[exon];
    return aligned.begin <= codon.bases.front() && codon.bases.back() < aligned.end &&
           codon.bases.back() - codon.bases.front() == codon_nt - 1;
  }
};

struct outer_pairs {
  pair_place first, last;
};

std::optional<outer_pairs> outer_pairs_of(const spliced::alignment& chain, const chain_reading& read) {
  std::optional<outer_pairs> found;
  auto codon = read.codons.begin();
  std::size_t j = chain.exons.front().target_begin;
  for (std::size_t e = 0; e < chain.exons.size(); ++e)
    for (std::size_t r = 0; r < chain.exons[e].edits.size(); ++r) {
      const auto& [op, length] = chain.exons[e].edits[r];
      if (op == spliced::edit::match) {
        if (!found) found = outer_pairs{{e, r, j, *codon}, {}};
        found->last = {e, r, j + length - 1, *(codon + (length - 1))};
      }
      if (op != spliced::edit::insertion) codon += length;
      if (op == spliced::edit::match || op == spliced::edit::insertion) j += length;
    }
  return found;
}

// Exons of unaligned codons: the first `n_codons` of what they hold, an edit of the exon that has the middle base.
std::vector<spliced::aligned_exon> unaligned_exons(const std::vector<interval>& exons, std::int64_t n_codons,
                                                   std::size_t target_place) {
  std::vector<spliced::aligned_exon> made;
  std::int64_t n_before = 0;  // bases before
  for (const interval& exon : exons) {
    const auto n_middles = [&](std::int64_t n_bases) { return std::min(n_codons, (n_bases + 1) / codon_nt); };
    const std::int64_t n = n_middles(n_before + exon.length()) - n_middles(n_before);
    n_before += exon.length();
    spliced::aligned_exon& added = made.emplace_back();
    added.begin = exon.start;
    added.end = exon.end;
    added.target_begin = added.target_end = target_place;
    if (n > 0) added.edits.push_back({spliced::edit::unaligned, static_cast<std::uint32_t>(n)});
  }
  return made;
}

class end_chooser {
 public:
  end_chooser(const gene_surroundings& around, const end_weights& weights)
      : surroundings_(around),
        scoring_(around.maker.scoring_for(around.locus.sequence, around.reading, {})),
        length_price_(weights.ten_codons) {
    scoring_.coding = weights.coding;
    costs_ = {scoring_.reading(), scoring_.introns, weights.gene_price};
  }

  // The best begin in place of what is before the pair.
  void choose_begin(const pair_place& first, spliced::alignment& chain) const {
    const std::int64_t known = first.codon.bases.front();
    const interval where{std::max(surroundings_.on_strand.start, chain.exons.front().begin - reach()),
                         known + codon_nt};
    const strand_tracks tracks = tracks_of(where);
    const auto rest =
        find_gene_begin(tracks.own, known - tracks.own.start, value_before(tracks.own, tracks.other, costs_), costs_,
                        {static_cast<std::int64_t>(first.residue), length_price_});
    if (!rest) return;
    const std::vector<interval> exons = on_strand(rest->exons, tracks.own);
    auto made = unaligned_exons(exons, length_of(exons) / codon_nt, first.residue);
    spliced::aligned_exon& joined = chain.exons[first.exon];
    joined.begin = made.back().begin;
    joined.target_begin = first.residue;
    joined.edits.erase(joined.edits.begin(), joined.edits.begin() + static_cast<std::ptrdiff_t>(first.run));
    joined.edits.insert(joined.edits.begin(), made.back().edits.begin(), made.back().edits.end());
    made.pop_back();
    chain.exons.erase(chain.exons.begin(), chain.exons.begin() + static_cast<std::ptrdiff_t>(first.exon));
    chain.exons.insert(chain.exons.begin(), made.begin(), made.end());
  }

  // The best end in place of what is after the pair.
  void choose_end(const pair_place& last, spliced::alignment& chain) const {
    const std::int64_t known = last.codon.bases.back() + 1;
    const interval where{known - codon_nt, std::min(surroundings_.on_strand.end, chain.exons.back().end + reach())};
    const strand_tracks tracks = tracks_of(where);
    const auto n_left = static_cast<std::int64_t>(surroundings_.n_residues - last.residue) - 1;
    const auto rest = find_gene_end(tracks.own, known - tracks.own.start, value_after(tracks.own, tracks.other, costs_),
                                    costs_, {n_left + 1, length_price_});
    if (!rest) return;
    const std::vector<interval> exons = on_strand(rest->exons, tracks.own);
    constexpr std::int64_t stop = 1;  // codon, which is no edit
    const std::size_t place = last.residue + 1;
    auto made = unaligned_exons(exons, length_of(exons) / codon_nt - stop, place);
    chain.exons.resize(last.exon + 1);
    spliced::aligned_exon& joined = chain.exons.back();
    joined.end = made.front().end;
    joined.target_end = place;
    joined.edits.resize(last.run + 1);
    joined.edits.insert(joined.edits.end(), made.front().edits.begin(), made.front().edits.end());
    chain.exons.insert(chain.exons.end(), made.begin() + 1, made.end());
  }

 private:
  struct strand_tracks {
    genome_track own, other;
  };

  // nt beyond a chain's ends: an intron that costs no more than a gene does twice over the shortest, and genes next to
  // it.
  [[nodiscard]] std::int64_t reach() const {
    constexpr std::int64_t step = 1000, most = 10'000, room = 3000;
    const intron_rules& introns = scoring_.introns;
    const spliced::score max_cost = introns.between(0, introns.min_intron) + 2 * costs_.price;
    std::int64_t length = step;
    while (length < most && introns.between(0, length + step) <= max_cost) length += step;
    return room + length;
  }

  [[nodiscard]] strand_tracks tracks_of(interval where) const {
    return {track_of(where, surroundings_.locus.on),
            track_of(where, surroundings_.locus.on == strand::forward ? strand::reverse : strand::forward)};
  }
  [[nodiscard]] genome_track track_of(interval where, strand on) const {
    alignment_task locus = surroundings_.locus;
    locus.region = locus.on == strand::reverse ? flip(where, surroundings_.sequence_length) : where;
    locus.on = on;
    const region_material made = surroundings_.maker.make_material(locus, surroundings_.reading);
    return make_track(made.region, *made.blocks, costs_.reading);
  }
  [[nodiscard]] static std::vector<interval> on_strand(std::vector<interval> exons, const genome_track& track) {
    for (interval& exon : exons) exon = {exon.start + track.start, exon.end + track.start};
    return exons;
  }

  const gene_surroundings& surroundings_;
  chain_scoring scoring_;
  gene_costs costs_;
  gene_value length_price_;
};

}  // namespace

end_weights weights_of_ends(const codon_weights& coding, score_unit unit) {
  constexpr written_score gene_price = 12, price_of_ten_codons = 1;  // half-bits
  return {coding, unit.inside(gene_price), unit.inside(price_of_ten_codons)};
}

void choose_ends(const gene_surroundings& around, const region_material& material, const genetic_code& code,
                 spliced::alignment& chain) {
  const auto& weights = around.maker.ends();
  if (!weights || !material.blocks || !material.exons.empty() ||
      std::ranges::any_of(chain.exons, &spliced::aligned_exon::is_shifted))
    return;
  const chain_reading read = read_codons(chain, material.region, code);
  const auto pairs = outer_pairs_of(chain, read);
  if (!pairs) return;
  const end_chooser chooser(around, *weights);
  // The end first, so that the places of the first pair stay.
  if (pairs->last.residue + 1 < around.n_residues && read.has_final_stop() && pairs->last.is_whole(chain))
    chooser.choose_end(pairs->last, chain);
  if (pairs->first.residue > 0 && read.has_start && pairs->first.is_whole(chain))
    chooser.choose_begin(pairs->first, chain);
}

}  // namespace exonweave
