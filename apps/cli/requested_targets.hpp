// The targets of --targets, and a word where nobody can be sure what they are.
#pragma once

#include "cli/data_options.hpp"

namespace exonweave::apps {

/// read_targets() as the options say. Warns where --target-type says nothing and no target is long enough to tell DNA
/// from protein, so that letters that are all bases are taken for DNA.
target_set read_requested_targets(const data_options& options, report& problems);

}  // namespace exonweave::apps
