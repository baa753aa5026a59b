#include "exons/gene_finding/sequence_scores.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "exons/sequences/genetic_code.hpp"

namespace exonweave {

double hint_factor(std::optional<double> support, std::optional<double> probability) {
  if (!support) return unknown_hint_support * probability.value_or(1);
  return *support >= sure_hint_support ? sure_hint_factor * *support : *support;
}

void gene_hints::add_gene(const std::vector<interval>& exons, strand on, const hint_bits& bits, double factor) {
  add_piece(exons, on, 0, bits, factor);
  const std::int64_t left = exons.front().start, right = exons.back().end - codon_size;
  const bool is_forward = on == strand::forward;
  codons.push_back({is_forward ? left : right, on, true, to_finding_score(factor * bits.start)});
  codons.push_back({is_forward ? right : left, on, false, to_finding_score(factor * bits.stop)});
}

void gene_hints::add_piece(const std::vector<interval>& exons, strand on, std::int8_t phase, const hint_bits& bits,
                           double factor) {
  std::int64_t length = 0;  // nt
  for (const interval& exon : exons) length += exon.length();
  // Before the first whole codon from left to right, which is the last one of the reverse strand.
  const std::int64_t n_first = on == strand::forward ? phase : (length - phase) % codon_size;
  std::int64_t n_before = (codon_size - n_first) % codon_size;
  for (const interval& exon : exons) {
    codings.push_back({exon, on, n_before, to_finding_score(factor * bits.per_base)});
    n_before = (n_before + exon.length()) % codon_size;
  }
  for (std::size_t e = 1; e < exons.size(); ++e)
    introns.push_back({{exons[e - 1].end, exons[e].start}, on, to_finding_score(factor * bits.intron)});
}

void gene_hints::add(const gene_hints& others) {
  codings.insert(codings.end(), others.codings.begin(), others.codings.end());
  introns.insert(introns.end(), others.introns.begin(), others.introns.end());
  codons.insert(codons.end(), others.codons.begin(), others.codons.end());
  recoded_stops.insert(recoded_stops.end(), others.recoded_stops.begin(), others.recoded_stops.end());
  sites.insert(sites.end(), others.sites.begin(), others.sites.end());
  unlisted_site += others.unlisted_site;
}

void gene_hints::sort() {
  std::ranges::sort(codings, {}, [](const coding& h) { return std::tuple(h.where, h.on, h.n_before, h.per_base); });
  std::ranges::sort(introns, {}, [](const intron& h) { return std::tuple(h.where.end, h.where.start, h.on, h.score); });
  std::vector<intron> distinct;
  for (const intron& each : introns) {
    if (!distinct.empty() && distinct.back().where == each.where && distinct.back().on == each.on)
      distinct.back().score += each.score;
    else
      distinct.push_back(each);
  }
  introns = std::move(distinct);
  std::ranges::sort(codons, {}, [](const codon& h) { return std::tuple(h.position, h.on, h.is_start, h.score); });
  std::ranges::sort(recoded_stops);
  std::ranges::sort(sites, {}, [](const site& h) { return std::tuple(h.border, h.on, h.is_donor, h.score); });
}

gene_hints gene_hints::within(interval part) const {
  gene_hints inside;
  for (coding each : codings) {
    if (!each.where.overlaps(part)) continue;
    const interval kept{std::max(each.where.start, part.start), std::min(each.where.end, part.end)};
    each.n_before = (each.n_before + kept.start - each.where.start) % codon_size;
    each.where = {kept.start - part.start, kept.end - part.start};
    inside.codings.push_back(each);
  }
  for (intron each : introns) {
    if (!part.contains(each.where)) continue;
    each.where = {each.where.start - part.start, each.where.end - part.start};
    inside.introns.push_back(each);
  }
  const auto has_codon = [part](std::int64_t position) { return part.contains({position, position + codon_size}); };
  for (codon each : codons) {
    if (!has_codon(each.position)) continue;
    each.position -= part.start;
    inside.codons.push_back(each);
  }
  for (const recoded_stop& each : recoded_stops)
    if (has_codon(each.position)) inside.recoded_stops.push_back({each.position - part.start, each.on});
  auto listed = std::ranges::lower_bound(sites, part.start, {}, &site::border);  // many: a table lists most of them
  for (; listed != sites.end() && listed->border <= part.end; ++listed)
    inside.sites.push_back({listed->border - part.start, listed->on, listed->is_donor, listed->score});
  inside.unlisted_site = unlisted_site;
  inside.sort();
  return inside;
}

gene_hints gene_hints::flipped(std::int64_t length) const {
  gene_hints other = *this;
  for (coding& each : other.codings) {
    // What is to the right of its last base.
    each.n_before = codon_size - 1 - (each.n_before + each.where.length() - 1) % codon_size;
    each.where = flip(each.where, length);
    each.on = opposite(each.on);
  }
  for (intron& each : other.introns) {
    each.where = flip(each.where, length);
    each.on = opposite(each.on);
  }
  for (codon& each : other.codons) {
    each.position = length - codon_size - each.position;
    each.on = opposite(each.on);
  }
  for (recoded_stop& each : other.recoded_stops) each = {length - codon_size - each.position, opposite(each.on)};
  for (site& each : other.sites) each = {length - each.border, opposite(each.on), each.is_donor, each.score};
  other.sort();
  return other;
}

sequence_scores::sequence_scores(const finding_problem& problem)
    : problem_(problem),
      scorers_{strand_scorer(problem.parameters, problem.code, problem.forward, strand::forward, problem.hints),
               strand_scorer(problem.parameters, problem.code, problem.reverse, strand::reverse, problem.hints)} {
  left_cuts_.push_back(0);
  for (const interval& gap : problem.forward.gaps()) {
    right_cuts_.push_back(gap.start);
    left_cuts_.push_back(gap.end);
  }
  right_cuts_.push_back(length());
}

void sequence_scores::load(interval part) {
  const interval where{std::max<std::int64_t>(0, part.start - margin), std::min(length(), part.end + margin)};
  for (const strand on : both_strands) {
    strand_scores next = scorer(on).score(where);
    strand_scores& last = loaded_[index_of(on)];
    if (!last.contents.empty()) {
      const finding_score before = last.content(part.start) - next.content(part.start);
      for (finding_score& content : next.contents) content += before;
    }
    last = std::move(next);
  }
}

bool sequence_scores::is_recoded(strand on, std::int64_t position) const {
  return std::ranges::binary_search(problem_.hints.recoded_stops, gene_hints::recoded_stop{position, on});
}

std::span<const gene_hints::intron> sequence_scores::introns_to(std::int64_t border) const {
  const auto end_of = [](const gene_hints::intron& hint) { return hint.where.end; };
  const auto& introns = problem_.hints.introns;
  return {std::ranges::lower_bound(introns, border, {}, end_of), std::ranges::upper_bound(introns, border, {}, end_of)};
}

std::vector<std::int64_t> sequence_scores::hinted_begins(strand on, std::int64_t least) const {
  std::vector<std::int64_t> begins;
  for (const gene_hints::intron& hint : problem_.hints.introns)
    if (hint.on == on && hint.where.length() >= least) begins.push_back(hint.where.start);
  std::ranges::sort(begins);
  return begins;
}

namespace {

// Impossible places stay so.
void add_to(place_score& place, finding_score more) {
  constexpr auto most = static_cast<finding_score>(max_bits_of_place) * finding_scores_per_bit;
  if (place != impossible_place) place = static_cast<place_score>(std::clamp(place + more, -most, most));
}

constexpr std::int64_t context = 8;      // bases before one that chains may look at, and more
constexpr std::int64_t site_reach = 24;  // rows of a site on either side of it, and more
static_assert(context > static_cast<std::int64_t>(gene_counts::coding_order) &&
              context > static_cast<std::int64_t>(intergenic_counts::order));
static_assert(site_reach >= acceptor_rows.n_before && site_reach >= start_rows.n_before &&
              site_reach >= donor_rows.n_after && site_reach >= codon_size);

}  // namespace

// A part of the strand in reading direction, whose scores go to their places on the forward strand.
class strand_scorer::part {
 public:
  part(const strand_scorer& scorer, interval on_strand, strand_scores& scores)
      : scorer_(scorer),
        parameters_(scorer.parameters_),
        bases_(scorer.bases_),
        where_(on_strand),
        intergenic_(static_cast<std::size_t>(on_strand.length() + 2 * site_reach)),
        scores_(scores) {}

  void score() {
    score_bases();
    if (parameters_.branches.is_any()) find_branches();
    for (std::int64_t border = where_.start; border <= where_.end; ++border) {
      if (is_donor(bases_, border))
        donor_place(border) = unlisted() + site(parameters_.donor, border, 0, donor_rows.n_before);
      if (is_acceptor(bases_, border))
        acceptor_place(border) = unlisted() +
                                 site(parameters_.acceptor, border, acceptor_rows.n_before, acceptor_rows.count()) +
                                 branch(border);
    }
    for (std::int64_t position = where_.start; position + codon_size <= where_.end; ++position) {
      const std::size_t codon = codon_number_at(bases_, position);
      if (scorer_.codons_.may_begin(codon)) score_start(position, codon);
      if (scorer_.codons_.may_end(codon)) score_stop(position, codon);
    }
  }

 private:
  // Indices of the vectors of scores.
  [[nodiscard]] std::size_t base_index(std::int64_t position) const {
    return static_cast<std::size_t>(scorer_.is_forward() ? position - where_.start : where_.end - 1 - position);
  }
  [[nodiscard]] std::size_t border_index(std::int64_t border) const {
    return static_cast<std::size_t>(scorer_.is_forward() ? border - where_.start : where_.end - border);
  }
  [[nodiscard]] std::size_t codon_index(std::int64_t position) const {
    return static_cast<std::size_t>(scorer_.is_forward() ? position - where_.start
                                                         : where_.end - codon_size - position);
  }
  place_score& donor_place(std::int64_t border) {
    return (scorer_.is_forward() ? scores_.intron_begins : scores_.intron_ends)[border_index(border)];
  }
  place_score& acceptor_place(std::int64_t border) {
    return (scorer_.is_forward() ? scores_.intron_ends : scores_.intron_begins)[border_index(border)];
  }
  [[nodiscard]] place_score intergenic(std::int64_t position) const {
    return intergenic_[static_cast<std::size_t>(position - where_.start + site_reach)];
  }

  [[nodiscard]] place_score unlisted() const { return static_cast<place_score>(scorer_.hints_.unlisted_site); }

  void score_bases() {
    recent_bases recent;
    for (std::int64_t position = where_.start - site_reach - context; position < where_.end + site_reach; ++position) {
      recent.push(bases_.at(position));
      if (position < where_.start - site_reach) continue;
      const place_score base = parameters_.intergenic.at(recent);
      intergenic_[static_cast<std::size_t>(position - where_.start + site_reach)] = base;
      if (position < where_.start || position >= where_.end) continue;
      const place_score mask = parameters_.masks[bases_.is_masked(position - 1)][bases_.is_masked(position)];
      const std::size_t i = base_index(position);
      for (std::size_t place = 0; place < codon_length; ++place)
        scores_.codings[scorer_.is_forward() ? place : codon_length - 1 - place][i] =
            parameters_.coding[place].at(recent) - base + mask;
      scores_.contents[i + 1] = parameters_.intron.at(recent) - base;
    }
  }

  // The words after farthest_branch before each border.
  void find_branches() {
    recent_bases recent;
    const std::int64_t first = where_.start - farthest_branch, last = where_.end - nearest_branch;
    for (std::int64_t position = first; position < last + std::int64_t{branch_width}; ++position) {
      recent.push(bases_.at(position));
      if (position + 1 < first + std::int64_t{branch_width}) continue;
      const bool is_known = recent.n_known() >= branch_width;
      branch_ratios_.push_back(parameters_.branches.ratio(is_known ? recent.last(branch_width) : n_branch_words));
    }
  }
  [[nodiscard]] place_score branch(std::int64_t border) const {
    if (branch_ratios_.empty()) return 0;
    const auto first = static_cast<std::size_t>(border - where_.start);
    return parameters_.branches.score(std::span(branch_ratios_).subspan(first).first<n_branch_distances>(),
                                      [&](std::int64_t n) { return bases_.at(border - n); });
  }

  // The rows [first_of_exon, last_of_exon) are coding, or all before or after these.
  [[nodiscard]] place_score site(const site_matrix& matrix, std::int64_t border, std::int64_t first_of_exon,
                                 std::int64_t last_of_exon) const {
    place_score sum = 0;
    base_number before = bases_.at(border - matrix.rows().n_before - 1);
    for (std::int64_t row = 0; row < matrix.rows().count(); ++row) {
      const std::int64_t position = border - matrix.rows().n_before + row;
      const base_number base = bases_.at(position);
      const bool is_coding = first_of_exon <= row && row < last_of_exon;
      if (base != unknown_base && before != unknown_base)
        sum += matrix.at(row, before, base) - (is_coding ? parameters_.composition[base] : intergenic(position));
      before = base;
    }
    return sum;
  }

  [[nodiscard]] place_score intergenic_codon(std::int64_t position) const {
    return intergenic(position) + intergenic(position + 1) + intergenic(position + 2);
  }

  void score_start(std::int64_t position, std::size_t codon) {
    place_score score = scorer_.start_scores_[codon] - intergenic_codon(position);
    score += site(parameters_.start, position, 0, 0) + static_cast<place_score>(parameters_.per_gene);
    if (has_start_further_up(bases_, position, scorer_.codons_))
      score += static_cast<place_score>(parameters_.upstream_start);
    (scorer_.is_forward() ? scores_.begins : scores_.ends)[codon_index(position)] = score;
  }
  void score_stop(std::int64_t position, std::size_t codon) {
    const place_score score = scorer_.stop_scores_[codon] - intergenic_codon(position);
    (scorer_.is_forward() ? scores_.ends : scores_.begins)[codon_index(position)] =
        score + static_cast<place_score>(parameters_.per_stop);
  }

  const strand_scorer& scorer_;
  const gene_parameters& parameters_;
  const masked_bases& bases_;
  interval where_;                              // strand coordinates
  std::vector<place_score> intergenic_;         // of the bases of where_ and site_reach on either side
  std::vector<std::uint32_t> branch_ratios_{};  // of the words from where_.start - farthest_branch on; or none
  strand_scores& scores_;
};

strand_scorer::strand_scorer(const gene_parameters& parameters, const genetic_code& code, const masked_bases& bases,
                             strand on, const gene_hints& hints)
    : parameters_(parameters), codons_(code), bases_(bases), on_(on), hints_(hints) {
  start_scores_ = codon_scores(parameters.start_codons, [this](std::size_t codon) { return codons_.may_begin(codon); });
  stop_scores_ = codon_scores(parameters.stop_codons, [this](std::size_t codon) { return codons_.may_end(codon); });
  for (const gene_hints::coding& hint : hints.codings)
    longest_coding_hint_ = std::max(longest_coding_hint_, hint.where.length());
}

strand_scores strand_scorer::score(interval where) const {
  strand_scores scores{.where = where};
  const auto n = static_cast<std::size_t>(where.length());
  for (auto& each : scores.codings) each.assign(n, impossible_place);
  for (auto* each : {&scores.begins, &scores.ends}) each->assign(n, impossible_place);
  for (auto* each : {&scores.intron_begins, &scores.intron_ends}) each->assign(n + 1, impossible_place);
  scores.contents.assign(n + 1, 0);
  const interval on_strand = is_forward() ? where : flip(where, bases_.length());
  part(*this, on_strand, scores).score();
  for (std::size_t i = 1; i < scores.contents.size(); ++i) scores.contents[i] += scores.contents[i - 1];
  for (const interval& gap : bases_.gaps()) {
    const interval forward = is_forward() ? gap : flip(gap, bases_.length());
    const std::int64_t first = std::max(forward.start, where.start), last = std::min(forward.end, where.end);
    for (std::int64_t position = first; position < last; ++position)
      for (auto& each : scores.codings) each[static_cast<std::size_t>(position - where.start)] = impossible_place;
  }
  add_hints(scores);
  return scores;
}

void strand_scorer::add_hints(strand_scores& scores) const {
  const interval where = scores.where;
  auto coding = std::ranges::lower_bound(hints_.codings, where.start - longest_coding_hint_, {},
                                         [](const gene_hints::coding& hint) { return hint.where.start; });
  for (; coding != hints_.codings.end() && coding->where.start < where.end; ++coding) {
    if (coding->on != on_) continue;
    const std::int64_t last = std::min(coding->where.end, where.end);
    for (std::int64_t position = std::max(coding->where.start, where.start); position < last; ++position) {
      const auto place = static_cast<std::size_t>((coding->n_before + position - coding->where.start) % codon_size);
      add_to(scores.codings[place][static_cast<std::size_t>(position - where.start)], coding->per_base);
    }
  }
  auto site = std::ranges::lower_bound(hints_.sites, where.start, {}, &gene_hints::site::border);
  for (; site != hints_.sites.end() && site->border <= where.end; ++site)
    if (site->on == on_)
      add_to(
          (site->is_donor == is_forward() ? scores.intron_begins
                                          : scores.intron_ends)[static_cast<std::size_t>(site->border - where.start)],
          site->score);
  auto codon = std::ranges::lower_bound(hints_.codons, where.start, {}, &gene_hints::codon::position);
  for (; codon != hints_.codons.end() && codon->position < where.end; ++codon)
    if (codon->on == on_)
      add_to((codon->is_start == is_forward() ? scores.begins
                                              : scores.ends)[static_cast<std::size_t>(codon->position - where.start)],
             codon->score);
}

}  // namespace exonweave
