// Models come in the order of results and go to outputs in the order of listings, sequence by sequence.
//
// Outputs are sorted by place and number their models through, and regions overlap: so the models of a sequence wait
// for its last result.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "exons/writers/model_listing.hpp"

namespace exonweave {

class listing_queue {
 public:
  using receiver = std::function<void(const model_listing&)>;

  /// The catalog and the targets must outlive the queue.
  listing_queue(const sequence_catalog& sequences, const target_set& targets, listing_form form, receiver receive);

  /// What comes next is of this sequence; sequences come one after the other. The listing of the one before is handed
  /// on, where it has models.
  void begin(std::size_t sequence);

  /// Of the sequence at hand; not empty.
  void add(locus_models&& models) { waiting_.push_back(std::move(models)); }

  /// No more models come.
  void finish();

 private:
  const sequence_catalog& sequences_;
  const target_set& targets_;
  listing_form form_;
  receiver receive_;
  std::optional<std::size_t> sequence_;  // at hand
  std::vector<locus_models> waiting_;    // of that
  std::size_t n_listed_ = 0;             // loci
};

}  // namespace exonweave
