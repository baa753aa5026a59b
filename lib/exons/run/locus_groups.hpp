// Models put into loci: which of those that several targets have at one place stand for election together.
#pragma once

#include <span>
#include <vector>

#include "exons/models/gene_model.hpp"
#include "exons/run/exon_chains.hpp"
#include "exons/run/gene_fit.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// A model that stands for election.
struct elective_model {
  gene_model model;
  interval region;  // in which it was found
};

struct grouped_model {
  const elective_model* representative;
  exon_chain exons;
  gene_fit fit;

  [[nodiscard]] const gene_model& model() const { return representative->model; }
};

/// Models of one locus, the leader first: those of identical targets, then the others, each by descending score.
using locus_group = std::vector<grouped_model>;

/// Those of identical targets (gene_fit) first, then by descending score (then by place, strand and the target's name),
/// every model joins the first locus whose leader it overlaps in at least half of the coding bases of the shorter of
/// the two, on the same strand; else it leads a locus of its own. So a gene whose own protein is there leads, whatever
/// longer chains go over it. Loci are in the order of their leaders. `models` must outlive them. Takes n log n steps
/// for n models where few leaders are near each other.
std::vector<locus_group> group_into_loci(std::span<const elective_model> models, const target_set& targets);

}  // namespace exonweave
