// compare.html: two gene sets, gene by gene, as one page that opens without a network.
#pragma once

#include <string>

#include "base/files/file_text.hpp"
#include "exons/comparison/gene_comparison.hpp"

namespace exonweave {

/// What the page calls the sets, and by which version it was made.
struct comparison_names {
  std::string a, b;
  std::string version;
};

/// Equal comparisons and names give equal bytes. Nothing of them becomes markup.
void write_comparison_page(const gene_set_comparison& compared, const comparison_names& names, const text_sink& sink);

}  // namespace exonweave
