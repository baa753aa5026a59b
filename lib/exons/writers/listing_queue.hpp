// Models come in the order of results and go to outputs in the order of listings, sequence by sequence.
//
// Outputs are sorted by place and number their models through, and regions overlap: so the models of a sequence wait for
// its last result. Outputs have sequences by name, results come in the order of the genome: so a sequence that is done
// waits for those whose names stand before its own. In a genome that is sorted by name none does.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "exons/writers/model_listing.hpp"

namespace exonweave {

class listing_queue {
 public:
  using receiver = std::function<void(const model_listing&)>;

  /// `expected` are the sequences that finish() will be called for. The catalog and
  /// the targets must outlive the queue.
  listing_queue(const std::vector<std::size_t>& expected, const sequence_catalog& sequences,
                const target_set& targets, listing_form form, receiver receive);

  /// Of a sequence that is not finished; not empty.
  void add(locus_models&& models);

  /// No more models come for a sequence. Each listing that can be written now is handed on, in order; those without
  /// models are left out.
  void finish(std::size_t sequence);

 private:
  struct sequence_models {
    std::vector<locus_models> loci;
    bool is_finished = false;
  };

  const sequence_catalog& sequences_;
  const target_set& targets_;
  listing_form form_;
  receiver receive_;
  std::map<std::string, sequence_models> waiting_;  // by name
  std::size_t n_listed_ = 0;                        // loci
};

}  // namespace exonweave
