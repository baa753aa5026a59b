#include "miniprot/genome_index.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "base/files/output.hpp"
#include "base/files/report.hpp"
#include "cli/failures.hpp"
#include "cli/refusal.hpp"
#include "cli/resolved_path.hpp"
#include "exons/sequences/genome.hpp"

namespace exonweave::apps {
namespace {

constexpr std::string_view any_version = "#exonweave-genome ";
constexpr std::string_view this_version = "#exonweave-genome 1";
constexpr std::string_view index_of_miniprot = "MPI";
constexpr const char* index_hint = "write it again: exonweave miniprot -d INDEX GENOME";

// Pipes are left alone.
bool is_file(const std::string& path) {
  std::error_code unreadable;
  return std::filesystem::is_regular_file(path, unreadable);
}

[[noreturn]] void refuse_index(const std::string& path, const std::string& what, const std::string& got,
                               const std::string& need) {
  throw bad_data({.where = {path}, .what = what, .got = got, .need = need, .hint = index_hint});
}

}  // namespace

std::string genome_of_index(const std::string& path) {
  if (!is_file(path)) return path;
  std::ifstream file(path, std::ios::binary);
  std::string begin(any_version.size(), '\0'), version, genome_path, size;
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (begin.starts_with(index_of_miniprot))
    refuse_index(path, "an index of miniprot itself, which exonweave does not read", "MPI",
                 "the genome, FASTA, or an index of exonweave miniprot -d");
  if (begin != any_version) return path;
  std::getline(file, version);
  std::getline(file, genome_path);
  if (std::string(any_version) + version != this_version)
    refuse_index(path, "an index of another version", version, std::string(this_version));
  if (!std::getline(file, size) || file.eof())
    refuse_index(path, "the index ends too early", genome_path, "a path and a size");
  std::error_code missing;
  const std::uintmax_t size_now = std::filesystem::file_size(genome_path, missing);
  if (missing)
    throw missing_input(
        {.where = {path}, .what = "the genome of the index cannot be read", .got = genome_path, .hint = index_hint});
  if (std::to_string(size_now) != size)
    refuse_index(path, "the genome has changed since the index was written",
                 fmt::format("{}, {} bytes", genome_path, size_now), size + " bytes");
  return genome_path;
}

void write_genome_index(const std::string& path, const std::string& genome_path) {
  if (!is_file(genome_path))
    refuse_option("-d", {.what = "not the name of a genome file", .got = genome_path, .need = "a file"});
  report problems;
  genome::open(genome_path, problems);
  problems.throw_if_errors();
  print_warnings(problems);
  output_file file(path);
  file.write(fmt::format("{}\n{}\n{}\n", this_version, resolved_path(genome_path).string(),
                         std::filesystem::file_size(genome_path)));
  file.commit();
}

}  // namespace exonweave::apps
