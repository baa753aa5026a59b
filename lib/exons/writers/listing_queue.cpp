#include "exons/writers/listing_queue.hpp"

#include <utility>

namespace exonweave {

listing_queue::listing_queue(const std::vector<std::size_t>& expected, const sequence_catalog& sequences,
                             const target_set& targets, listing_form form, receiver receive)
    : sequences_(sequences), targets_(targets), form_(std::move(form)), receive_(std::move(receive)) {
  for (const std::size_t each : expected) waiting_.try_emplace(sequences.name(each));
}

void listing_queue::add(locus_models&& models) {
  waiting_.at(sequences_.name(models.front().sequence)).loci.push_back(std::move(models));
}

void listing_queue::finish(std::size_t sequence) {
  waiting_.at(sequences_.name(sequence)).is_finished = true;
  while (!waiting_.empty() && waiting_.begin()->second.is_finished) {
    auto loci = std::move(waiting_.begin()->second.loci);
    waiting_.erase(waiting_.begin());
    if (loci.empty()) continue;
    const model_listing listing(std::move(loci), sequences_, targets_, form_, n_listed_);
    n_listed_ += listing.loci().size();
    receive_(listing);
  }
}

}  // namespace exonweave
