// Which genes of a set: for example those that a curator has accepted, which stay whatever speaks against them.
#pragma once

#include <functional>

#include "exons/models/gene_model.hpp"

namespace exonweave {

using gene_test = std::function<bool(const locus_models&)>;

inline bool is_none(const locus_models&) { return false; }

}  // namespace exonweave
