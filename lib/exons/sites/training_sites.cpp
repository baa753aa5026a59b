#include "exons/sites/training_sites.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sites/strand_sites.hpp"

namespace exonweave {
namespace {

using position_set = std::set<std::int64_t>;

constexpr std::int64_t surroundings = 1000;  // nt on either side of a coding part in which decoys lie

// What the transcripts of one strand of one sequence say, in strand coordinates.
struct strand_truth {
  std::set<interval> introns;
  position_set gaps;    // begins of gaps too short for introns
  position_set starts;  // where first codons begin; a split one has fewer than 3 bases there
  position_set donors, acceptors;
  std::vector<interval> regions;  // in which decoys are looked for; any order, may overlap
};

void add_transcript(const annotated_transcript& transcript, std::int64_t length, strand_truth& truth) {
  std::vector<interval> exons;
  for (const interval exon : transcript.exons)
    exons.push_back(transcript.on == strand::forward ? exon : flip(exon, length));
  std::sort(exons.begin(), exons.end());
  for (std::size_t k = 1; k < exons.size(); ++k) {
    const interval intron{exons[k - 1].end, exons[k].start};
    truth.donors.insert(intron.start);
    truth.acceptors.insert(intron.end);
    if (intron.length() >= shortest_intron)
      truth.introns.insert(intron);
    else
      truth.gaps.insert(intron.start);
  }
  truth.starts.insert(exons.front().start);
  truth.regions.push_back({std::max<std::int64_t>(0, exons.front().start - surroundings),
                           std::min(length, exons.back().end + surroundings)});
}

// Disjoint and ascending.
std::vector<interval> merged(std::vector<interval> regions) {
  std::sort(regions.begin(), regions.end());
  std::vector<interval> all;
  for (const interval region : regions)
    if (all.empty() || region.start > all.back().end)
      all.push_back(region);
    else
      all.back().end = std::max(all.back().end, region.end);
  return all;
}

// A part of one strand of one sequence.
struct training_locus {
  std::string sequence;  // its name
  strand on;
  std::int64_t length;   // of the sequence, nt
  interval where;        // strand coordinates: where sites are learnt from
  strand_region region;  // these residues and what matrices see around them

  [[nodiscard]] std::size_t fold_of(std::int64_t site) const {
    return exonweave::fold_of(sequence, on == strand::forward ? site : length - site);
  }

  // The bases from `start` on, as far as they are there.
  [[nodiscard]] std::string letters(std::int64_t start, std::int64_t n) const {
    std::string text;
    for (std::int64_t position = std::max(start, region.start); position < std::min(start + n, region.end());
         ++position)
      text += spliced::dna_letter(region.at(position));
    return text;
  }
};

// Hands on the sites of one locus after the other.
class site_visitor {
 public:
  explicit site_visitor(const std::function<void(const training_site&)>& sink) : sink_(sink) {}

  void visit(const training_locus& locus, const strand_truth& truth) {
    const interval where = locus.where;
    position_set donors, acceptors;
    for (auto intron = truth.introns.lower_bound({where.start, where.start});
         intron != truth.introns.end() && intron->end <= where.end; ++intron)
      if (classify(locus, *intron)) {
        donors.insert(intron->start);
        acceptors.insert(intron->end);
      }
    for (const std::int64_t site : donors) hand_on(locus, site, site_kind::donor, true);
    for (const std::int64_t site : acceptors) hand_on(locus, site, site_kind::acceptor, true);
    for (auto start = truth.starts.lower_bound(where.start); start != truth.starts.end() && *start < where.end; ++start)
      if (is_whole_start(locus, *start, truth)) hand_on(locus, *start, site_kind::start, true);
    visit_decoys(locus, truth);
  }

  training_counts& counts() { return counts_; }

 private:
  void hand_on(const training_locus& locus, std::int64_t site, site_kind kind, bool is_true) {
    sink_({locus.region, site, kind, is_true, locus.fold_of(site)});
  }

  // Counts the intron by its ends; whether they are true sites to learn from.
  bool classify(const training_locus& locus, interval intron) {
    const std::string ends = locus.letters(intron.start, 2) + locus.letters(intron.end - 2, 2);
    const bool is_usual = ends == "GTAG";
    ++counts_.n_introns;
    ++(is_usual         ? counts_.n_gt_ag
       : ends == "GCAG" ? counts_.n_gc_ag
       : ends == "ATAC" ? counts_.n_at_ac
                        : counts_.n_other);
    if (is_usual) counts_.intron_lengths.push_back(intron.length());
    return is_usual;
  }

  bool is_whole_start(const training_locus& locus, std::int64_t position, const strand_truth& truth) {
    const auto next = truth.donors.upper_bound(position);
    const bool is_split = next != truth.donors.end() && *next < position + static_cast<std::int64_t>(codon_length);
    const bool is_whole = !is_split && locus.letters(position, codon_length) == "ATG";
    ++(is_whole ? counts_.n_starts : counts_.n_other_starts);
    return is_whole;
  }

  void visit_decoys(const training_locus& locus, const strand_truth& truth) {
    static const site_scorer any(flat_splice_model());
    const strand_sites sites = find_sites(locus.region, any, locus.where);
    const auto visit_all = [&](const std::vector<scored_site>& sites, const position_set& but, site_kind kind,
                               std::size_t& count) {
      for (const auto& site : sites) {
        if (site.weight != 0 || but.contains(site.position)) continue;  // GC donors weigh less
        ++count;
        hand_on(locus, site.position, kind, false);
      }
    };
    visit_all(sites.donors, truth.donors, site_kind::donor, counts_.n_donor_decoys);
    visit_all(sites.acceptors, truth.acceptors, site_kind::acceptor, counts_.n_acceptor_decoys);
    visit_all(sites.starts, truth.starts, site_kind::start, counts_.n_start_decoys);
  }

  const std::function<void(const training_site&)>& sink_;
  training_counts counts_;
};

// The residues of [where.start, where.end) of a strand and what its matrices see around.
strand_region fetch_around(genome& sequences, std::size_t sequence, strand on, interval where) {
  const std::int64_t length = sequences.catalog().length(sequence);
  const interval around{std::max<std::int64_t>(0, where.start - max_context),
                        std::min(length, where.end + max_context)};
  const std::string residues = sequences.fetch(sequence, on == strand::forward ? around : flip(around, length));
  return {around.start, spliced::encode_dna(on == strand::forward ? residues : reverse_complement(residues))};
}

}  // namespace

training_counts visit_sites(genome& sequences, const std::vector<annotated_transcript>& transcripts,
                            const std::function<void(const training_site&)>& sink) {
  std::map<std::pair<std::size_t, strand>, strand_truth> strands;
  for (const auto& transcript : transcripts)
    add_transcript(transcript, sequences.catalog().length(transcript.sequence),
                   strands[{transcript.sequence, transcript.on}]);
  site_visitor visitor(sink);
  for (const auto& [place, truth] : strands) {
    visitor.counts().n_short += truth.gaps.size();
    for (const interval where : merged(truth.regions))
      visitor.visit({sequences.catalog().name(place.first), place.second, sequences.catalog().length(place.first),
                     where, fetch_around(sequences, place.first, place.second, where)},
                    truth);
  }
  visitor.counts().n_transcripts = transcripts.size();
  std::ranges::sort(visitor.counts().intron_lengths);
  return std::move(visitor.counts());
}

}  // namespace exonweave
