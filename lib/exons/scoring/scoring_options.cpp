#include "exons/scoring/scoring_options.hpp"

namespace exonweave {
namespace {

scoring_options default_scoring(molecule kind) {
  scoring_options options;
  if (kind == molecule::dna) return options;
  options.gap_open = 11;
  options.gap_extend = 1;
  options.coding_end_open = 12;
  options.coding_end_extend = 0;
  options.introns = {{30, 0.25}};
  options.min_intron = 30;
  options.type_mismatch = 0;
  options.splice_model = auto_splice_model;
  options.min_site = -40;
  options.open_end = 0;
  options.cut_intron = 10;
  options.extend_starts = true;
  options.disruption = 28;
  return options;
}

scoring_options paper_scoring(molecule kind) {
  scoring_options options;
  options.match = 1;
  options.mismatch = -1;
  options.gap_extend = kind == molecule::dna ? 1 : 8;
  options.introns = {{.cost = 0}};
  options.type_mismatch = 0;
  options.min_intron = 0;
  options.free_target_ends = false;
  options.sites.gc_donor = 0;
  return options;
}

}  // namespace

score_unit unit_of(const scoring_options& options, molecule kind) {
  return kind == molecule::protein && options.preset != "paper" ? score_unit::halves() : score_unit::whole();
}

std::vector<std::string> preset_names() { return {"default", "global", "paper"}; }

std::optional<scoring_options> preset_scoring(const std::string& name, molecule kind) {
  scoring_options options = name == "paper" ? paper_scoring(kind) : default_scoring(kind);
  if (name == "global")
    options.free_target_ends = false;
  else if (name != "default" && name != "paper")
    return std::nullopt;
  options.preset = name;
  return options;
}

}  // namespace exonweave
