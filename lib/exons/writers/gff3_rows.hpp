// The feature rows of a run, listing by listing, in the style that was requested.
#pragma once

#include "base/files/text_sink.hpp"
#include "exons/writers/miniprot_writer.hpp"
#include "exons/writers/model_listing.hpp"

namespace exonweave {

class gff3_rows {
 public:
  /// Writes what can be written now, those of a listing at once: all but where the style is that of miniprot, which
  /// alone asks `form`. All listings are of one style. Throws what the sink throws, and io_failure.
  void add(const model_listing& models, const miniprot_form& form, const text_sink& sink);

  /// Writes all others, in the order of the listings and as miniprot_rows does; nothing is left. Throws the same.
  void write_rest(const text_sink& sink) { miniprot_.write(sink); }

 private:
  miniprot_rows miniprot_;
};

}  // namespace exonweave
