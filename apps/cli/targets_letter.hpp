// -t was the letter of --targets before it was that of --threads. For one version both can be meant.
#pragma once

#include <string>
#include <vector>

namespace exonweave::apps {

/// The words of a command line from its subcommand on. `-t FILE` of those that had it so becomes `--targets FILE`, with
/// one note; `-t N` is left alone. A file whose name is a number is ./N.
std::vector<std::string> with_targets_named(std::vector<std::string> words);

}  // namespace exonweave::apps
