// The file of `miniprot -d`: it names the genome, which needs no index here, for pipelines that make one first.
//
//   #exonweave-genome 1
//   /data/genome.fa          its absolute path, links followed
//   12345678                 its size in bytes
#pragma once

#include <string>

namespace exonweave::apps {

/// The genome that `path` stands for: the one that such a file names, else `path`. Throws bad_data for a damaged file,
/// one of another version or of miniprot itself, and one whose genome has another size now; missing_input where the
/// genome is not there.
std::string genome_of_index(const std::string& path);

/// Writes such a file to `path`, of a genome that it checks. Throws bad_usage where that is no file, what genome::open
/// throws, and bad_data for its content; cannot_create, io_failure.
void write_genome_index(const std::string& path, const std::string& genome_path);

}  // namespace exonweave::apps
