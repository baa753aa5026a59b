// Whether a model that comes from a file is one that could have been made here: writers read what it says without
// another look.
#pragma once

#include <string_view>

#include "exons/models/gene_model.hpp"

namespace exonweave {

/// What a model must fit.
struct model_frame {
  interval region;                   // forward coordinates: where its target was tried
  std::size_t n_symbols = 0;         // of its target
  std::size_t n_sources = 0;         // candidate files
  std::int64_t sequence_length = 0;  // nt
};

/// What is wrong with a model of a result, in words; empty where nothing is. Its sequence and target are taken as they
/// are.
std::string_view contradiction_in(const gene_model& model, const model_frame& frame);

}  // namespace exonweave
