#include "exons/writers/listing_queue.hpp"

#include <utility>

namespace exonweave {

listing_queue::listing_queue(const sequence_catalog& sequences, const target_set& targets, listing_form form,
                             receiver receive)
    : sequences_(sequences), targets_(targets), form_(std::move(form)), receive_(std::move(receive)) {}

void listing_queue::begin(std::size_t sequence) {
  if (sequence_ != sequence) finish();
  sequence_ = sequence;
}

void listing_queue::finish() {
  if (waiting_.empty()) return;
  const model_listing listing(std::exchange(waiting_, {}), sequences_, targets_, form_, n_listed_);
  n_listed_ += listing.loci().size();
  receive_(listing);
}

}  // namespace exonweave
