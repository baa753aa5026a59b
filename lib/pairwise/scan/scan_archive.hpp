// What the journal of a scan keeps, as bytes and back: see records.hpp.
#pragma once

#include "base/journal/records.hpp"
#include "pairwise/scan/scan_run.hpp"

namespace exonweave {

template <class Archive>
void serialize(Archive& archive, scan_hit& value) {
  auto& [query, sequence, total] = value;
  archive(query, sequence, total);
}

template <class Archive>
void serialize(Archive& archive, scanned_batch& value) {
  auto& [n_queries, hits, n_left_out] = value;
  archive(n_queries, hits, n_left_out);
}

}  // namespace exonweave
