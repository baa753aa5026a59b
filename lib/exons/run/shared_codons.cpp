#include "exons/run/shared_codons.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "exons/run/exon_chains.hpp"
#include "exons/run/gene_set.hpp"
#include "exons/run/locus_solver.hpp"

namespace exonweave {
namespace {

constexpr auto nt_of_codon = static_cast<std::int64_t>(codon_length);

// Exons of one frame share it where whole codons of both begin at the same places.
std::int64_t frame_of(const model_exon& exon, strand on) {
  return (on == strand::forward ? exon.where.start + exon.phase : exon.where.end - exon.phase) % nt_of_codon;
}

// Bases of an exon within a place whose codons are paired with residues of the target.
std::int64_t n_paired(const model_exon& exon, strand on, const interval& place) {
  std::int64_t sum = 0;
  // In reading direction, from the begin of the first codon that has its middle base here.
  std::int64_t next = exon.phase == nt_of_codon - 1 ? -1 : exon.phase;
  for (const auto& [op, length] : exon.edits) {
    if (op == spliced::edit::insertion) continue;
    const interval read{next, next + nt_of_codon * length};
    next = read.end;
    if (op != spliced::edit::match) continue;
    const interval bases = on == strand::forward ? interval{exon.where.start + read.start, exon.where.start + read.end}
                                                 : interval{exon.where.end - read.end, exon.where.end - read.start};
    sum += std::max<std::int64_t>(0, std::min(bases.end, place.end) - std::max(bases.start, place.start));
  }
  return sum;
}

std::int64_t n_paired(const gene_model& model, const interval& place) {
  std::int64_t sum = 0;
  for (const model_exon& exon : model.exons) sum += n_paired(exon, model.on, place);
  return sum;
}

// Whether its target has residues in the exons that hold a place.
bool lives_in(const gene_model& model, const interval& place) {
  constexpr std::int64_t least = 8;  // residues
  std::int64_t sum = 0;
  for (const model_exon& exon : model.exons)
    if (exon.where.overlaps(place)) sum += n_paired(exon, model.on, exon.where);
  return sum >= least * nt_of_codon;
}

bool may_share(const gene_model& model) { return model.is_coding && model.kind == molecule::protein; }

class gene_parting {
 public:
  gene_parting(std::vector<locus_models>& genes, const prediction_input& input, const prediction_options& options,
               const gene_test& is_kept)
      : genes_(genes), input_(input), options_(in_regions(options)), is_kept_(is_kept), solver_(input, options_) {}

  // Until no gene is left that shares anything.
  void part_all() {
    constexpr int max_rounds = 4;  // then nothing is aligned anew any more, so there are fewer genes each time
    for (int round = 0; part_once(round < max_rounds);) ++round;
  }

 private:
  static prediction_options in_regions(prediction_options options) {
    options.has_ends_in_regions = true;
    options.control = nullptr;
    options.max_loci = 1;
    return options;
  }

  bool part_once(bool may_align) {
    exon_index index;
    for (std::size_t g = 0; g < genes_.size(); ++g)
      if (may_share(model_of(g))) index.add(g, model_of(g).sequence, model_of(g).on, chain_of(model_of(g)));
    std::vector<bool> is_changed(genes_.size(), false);
    bool is_any = false;
    for (std::size_t g = 0; g < genes_.size(); ++g) {
      if (is_changed[g] || !may_share(model_of(g))) continue;
      for (const std::size_t other : index.near(model_of(g).sequence, model_of(g).on, chain_of(model_of(g)))) {
        if (other <= g || is_changed[other]) continue;
        const shared_codons shared = codons_of_both(model_of(g), model_of(other));
        if (shared.n_bases == 0) continue;
        const std::size_t loser = owns(g, other, shared) ? other : g;
        give_up(loser, shared, may_align);
        is_changed[loser] = is_any = true;
        if (loser == g) break;
      }
    }
    std::erase_if(genes_, [](const std::vector<gene_model>& gene) { return gene.empty(); });
    return is_any;
  }

  [[nodiscard]] const gene_model& model_of(std::size_t gene) const { return genes_[gene].front(); }

  // Of two, the first one before the second.
  [[nodiscard]] bool owns(std::size_t first, std::size_t second, const shared_codons& shared) const {
    const auto rank = [&](std::size_t gene) {
      const gene_model& model = model_of(gene);
      return std::tuple(is_kept_(genes_[gene]), !model.has_broken_frame(), lives_in(model, shared.where),
                        fit_of(model, input_.targets.targets[model.target].residues.size()), model.score);
    };
    return rank(first) >= rank(second);
  }

  void give_up(std::size_t gene, const shared_codons& shared, bool may_align) {
    std::vector<gene_model>& models = genes_[gene];
    std::optional<gene_model> left;
    if (may_align && 2 * shared.n_bases < length_of(chain_of(models.front())))
      left = align_next_to(models.front(), shared.where);
    models.clear();
    if (left) models.push_back(std::move(*left));
  }

  // The larger part of what was aligned on either side of a place, aligned anew.
  std::optional<gene_model> align_next_to(const gene_model& model, const interval& place) {
    constexpr std::int64_t room = 3000;  // nt beyond the gene
    const std::int64_t length = input_.sequences.catalog().length(model.sequence);
    const interval before{std::max<std::int64_t>(0, model.span().start - room), place.start},
        after{place.end, std::min(length, model.span().end + room)};
    const bool is_before = n_paired(model, before) > n_paired(model, after);
    const alignment_task tried{model.sequence, is_before ? before : after, model.on, model.target, true};
    if (tried.region.length() <= 0) return std::nullopt;
    const target& aligned = input_.targets.targets[model.target];
    strand_problems problems;
    const locus_result found =
        solver_.solve({0, std::span(&tried, 1)}, reading_of(aligned, input_.targets.kind, options_.codes.usual()),
                      problems, options_.memory.alone());
    if (found.models.empty()) return std::nullopt;
    gene_model made = found.models.front();
    made.joint_score = made.score;
    made.rank = made.place = 0;
    made.locus_targets = {aligned.name};
    for (model_exon& exon : made.exons) exon.supporters = {aligned.name};
    return made;
  }

  std::vector<locus_models>& genes_;
  const prediction_input& input_;
  const prediction_options options_;
  const gene_test& is_kept_;
  locus_solver solver_;
};

}  // namespace

shared_codons codons_of_both(const gene_model& a, const gene_model& b) {
  shared_codons shared;
  for (const model_exon& x : a.exons)
    for (const model_exon& y : b.exons) {
      if (!x.where.overlaps(y.where) || frame_of(x, a.on) != frame_of(y, b.on)) continue;
      const interval both{std::max(x.where.start, y.where.start), std::min(x.where.end, y.where.end)};
      shared.where = shared.n_bases == 0 ? both : hull(shared.where, both);
      shared.n_bases += both.length();
    }
  return shared;
}

std::size_t part_genes(std::vector<locus_models>& genes, const prediction_input& input,
                       const prediction_options& options, const gene_test& is_kept) {
  const std::size_t n_before = genes.size();
  gene_parting(genes, input, options, is_kept).part_all();
  return n_before - genes.size();
}

}  // namespace exonweave
