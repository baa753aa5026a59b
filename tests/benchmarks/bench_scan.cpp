// Scan engines beside each other: cells per second by length of the query, against a database from a file or a larger
// one made of it.
//
//   bench_scan DATABASE [--copies N] [--lengths N,...] [--engines NAME,...] [--repeats N] [--batch N] [--threads N]
//   [--linear] > rows.tsv
//
// DATABASE          what `exonweave scan --format-db` made
// --copies N        N times its sequences, the residues of each copy in random order (1: the database itself)
// --lengths N,...   residues of queries: random proteins (100,144,250,500,1000,2000,5000)
// --batch N         queries of one length in one call (1)
// --repeats N       medians of N runs, after one that is not counted (5)
// --threads N       of scan-cpu (1)
// --linear          gaps of 8 a residue in place of 11 + k: what scan-rows takes
//
// Timed: opened_scan::scan, from queries on the host to hits there, which score 100 or more: no protein of a proteome
// is too short for that. `open` is what an engine takes to get the database to where it scans it. Engines must agree on
// all hits: else exit code 1.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu/device/devices.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"
#include "pairwise/scan/parasail_scan.hpp"
#include "pairwise/scan/scan_database.hpp"
#include "pairwise/scan/scan_engine.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace {

using namespace exonweave;
using protein = std::vector<spliced::residue_code>;
using clock_type = std::chrono::steady_clock;

constexpr spliced::score least = 100;

struct settings {
  std::string database;
  std::size_t copies = 1, batch = 1, repeats = 5;
  unsigned threads = 1;
  spliced::gap_costs gaps{11, 1};
  std::vector<std::size_t> lengths{100, 144, 250, 500, 1'000, 2'000, 5'000};
  std::vector<std::string> engines;
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char letter : text) {
    if (letter == ',')
      parts.emplace_back();
    else
      parts.back() += letter;
  }
  return parts;
}

settings read_arguments(int argc, char** argv) {
  settings made;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (!word.starts_with("--")) {
      made.database = word;
      continue;
    }
    if (word == "--linear") {
      made.gaps = {0, 8};
      continue;
    }
    if (++k == argc) throw std::runtime_error(word + " needs a value");
    const std::string value = argv[k];
    if (word == "--copies") made.copies = std::stoul(value);
    if (word == "--batch") made.batch = std::stoul(value);
    if (word == "--repeats") made.repeats = std::stoul(value);
    if (word == "--threads") made.threads = static_cast<unsigned>(std::stoul(value));
    if (word == "--engines") made.engines = split(value);
    if (word == "--lengths") {
      made.lengths.clear();
      for (const std::string& part : split(value)) made.lengths.push_back(std::stoul(part));
    }
  }
  if (made.database.empty()) throw std::runtime_error("usage: bench_scan DATABASE [options]");
  return made;
}

owned_blocks multiply(const sequence_blocks& blocks, std::size_t copies) {
  owned_blocks made;
  std::mt19937_64 random(1);
  for (std::size_t k = 0; k < blocks.n_sequences(); ++k) {
    protein residues(blocks.lengths[k]);
    blocks.read(k, residues);
    for (std::size_t copy = 0; copy < copies; ++copy) {
      made.add(residues);
      std::ranges::shuffle(residues, random);
    }
  }
  return made;
}

double seconds_since(clock_type::time_point begin) {
  return std::chrono::duration<double>(clock_type::now() - begin).count();
}

// Random, but for a half that is a stretch of a sequence of the database.
protein make_query(std::mt19937_64& random, std::size_t length, const sequence_blocks& database) {
  protein made(length);
  for (auto& residue : made) residue = static_cast<spliced::residue_code>(random() % 20);
  const std::size_t sequence = random() % database.n_sequences();
  protein residues(database.lengths[sequence]);
  database.read(sequence, residues);
  std::copy_n(residues.begin(), std::min(length / 2, residues.size()), made.begin());
  return made;
}

// Without a device those of the CPU alone.
std::vector<std::string> names_here(const scan_registry& engines) {
  const bool has_gpu = gpu::discover().why_none.empty();
  std::vector<std::string> names;
  for (const pairwise_engine& each : engines.facts())
    if (has_gpu || !each.is_of_gpu) names.emplace_back(each.name);
  return names;
}

int run(const settings& options) {
  const auto file = scan_database::open(options.database);
  const owned_blocks larger = options.copies > 1 ? multiply(file.blocks(), options.copies) : owned_blocks{};
  const sequence_blocks database = options.copies > 1 ? larger.view() : file.blocks();
  std::uint64_t n_residues = 0;
  for (const auto length : database.lengths) n_residues += length;
  const scan_registry engines = gpu::scan_engines({}, options.threads);
  const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  const scan_scoring scoring{&matrix, options.gaps};
  std::mt19937_64 random(2);
  std::vector<std::vector<protein>> queries;  // [lengths][batch]
  for (const std::size_t length : options.lengths) {
    queries.emplace_back();
    while (queries.back().size() < options.batch) queries.back().push_back(make_query(random, length, database));
  }
  std::vector<std::vector<scan_hit>> found(options.lengths.size());
  int code = 0;
  std::puts("engine\tresidues\tlength\tqueries\topen_ms\tms\tgcups");
  for (const std::string& name : options.engines.empty() ? names_here(engines) : options.engines) {
    const auto engine = engines.make(name);
    if (!engine->refusal(scoring).empty()) continue;
    const auto begin = clock_type::now();
    const auto opened = engine->open(database, scoring);
    const double open_ms = 1e3 * seconds_since(begin);
    for (std::size_t k = 0; k < options.lengths.size(); ++k) {
      std::vector<scan_query> requested;
      for (const protein& query : queries[k]) requested.push_back({query, least});
      std::vector<double> taken;
      std::vector<scan_hit> hits;
      for (std::size_t n = 0; n <= options.repeats; ++n) {
        const auto run_begin = clock_type::now();
        hits = opened->scan(requested, nullptr);
        if (n > 0 || options.repeats == 0) taken.push_back(1e3 * seconds_since(run_begin));
      }
      std::ranges::sort(taken);
      const double ms = taken[taken.size() / 2];
      const double cells = static_cast<double>(n_residues * options.lengths[k] * options.batch);
      fmt::print("{}\t{}\t{}\t{}\t{:.1f}\t{:.3f}\t{:.1f}\n", name, n_residues, options.lengths[k], options.batch,
                 open_ms, ms, cells / ms / 1e6);
      std::fflush(stdout);
      if (found[k].empty()) found[k] = hits;
      if (found[k] != hits) {
        fmt::print(stderr, "bench_scan: {} finds other hits at length {}\n", name, options.lengths[k]);
        code = 1;
      }
    }
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(read_arguments(argc, argv));
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_scan: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
