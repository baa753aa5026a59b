#include "exons/sites/intron_kinds.hpp"

namespace exonweave {

void allow_introns(intron_kinds kinds, site_scoring& sites) {
  if (kinds != intron_kinds::canonical && !sites.at_ac) sites.at_ac = at_ac_cost;
  if (kinds == intron_kinds::any && !sites.noncanonical) sites.noncanonical = other_end_cost;
}

site_scoring sites_of_blocks(site_scoring sites, intron_kinds kinds) {
  if (kinds != intron_kinds::any) sites.noncanonical.reset();
  return sites;
}

}  // namespace exonweave
