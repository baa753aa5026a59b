// Options that several subcommands share, with one spelling, one check and one message each.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace exonweave::apps {

/// A path as an option gave it: {"--genome", "hg38.fa"}.
struct named_path {
  std::string option;
  std::string path;
};

/// Adds --threads N (1 to 65536); `n_threads` becomes the number of cores at once and N when given.
void add_threads_option(CLI::App& command, unsigned& n_threads);

/// Adds --memory SIZE; `bytes` keeps its value when the option is not given.
void add_memory_option(CLI::App& command, std::uint64_t& bytes, const std::string& help);

/// Half of the machine's memory, in bytes.
std::uint64_t half_of_memory();

/// A whole number in [least, most], decimal digits only. Throws bad_usage that names `option`.
std::uint64_t parse_count(const std::string& option, std::string_view text, std::uint64_t least,
                          std::uint64_t most);

/// "1048576", "512M", "1GiB" -> bytes: a whole number and K, M, G or T, alone or followed by B or iB, upper
/// or lower case, all powers of 1024. At least 1 byte. Throws bad_usage that names `option`.
std::uint64_t parse_memory(const std::string& option, std::string_view text);

/// Refuses what would destroy data: one standard input read twice, an output that is also an input (the same
/// file by any name), two outputs to one file. Empty paths (options not given) are skipped; "-" among the
/// outputs is standard output. Throws bad_usage.
void check_paths(const std::vector<named_path>& inputs, const std::vector<named_path>& outputs);

}  // namespace exonweave::apps
