// Writes the files of many simulated loci, for runs of the whole program: genome.fa (a sequence for each locus),
// proteins.fa and pairs.tsv in a folder that exists.
//
//   bench_loci_files FOLDER N [NTxRESIDUES ...]
//
// The sizes are taken in turn; by default 20000x300, 40000x400, 60000x500 and 100000x500. A locus is a gene of
// protein_regions.hpp in random bases, with the seed that its number is.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/protein_regions.hpp"
#include "lab/simulation/simulation_files.hpp"

namespace {

using namespace exonweave;

struct locus_size {
  std::int64_t nt = 0, residues = 0;
};

locus_size parse_size(const std::string& text) {
  const std::size_t by = text.find('x');
  if (by == std::string::npos) throw std::invalid_argument("not NTxRESIDUES: " + text);
  return {std::stoll(text.substr(0, by)), std::stoll(text.substr(by + 1))};
}

class loci_files {
 public:
  explicit loci_files(const std::string& folder)
      : genome_(folder + "/genome.fa"), proteins_(folder + "/proteins.fa"), pairs_(folder + "/pairs.tsv") {
    pairs_ << "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\n";
  }

  void add(std::size_t number, locus_size size) {
    const simulation made = benchmarks::simulate_gene(size.nt, size.residues, number);
    const std::string& bases = made.sequences.front().residues;
    fmt::print(genome_, ">locus{}\n{}\n", number, bases);
    fmt::print(proteins_, ">protein{}\n{}\n", number, benchmarks::protein_of_target(made));
    fmt::print(pairs_, "locus{0}\t0\t{1}\t+\tprotein{0}\n", number, bases.size());
  }

  void finish() {
    genome_.close(), proteins_.close(), pairs_.close();
    if (genome_.fail() || proteins_.fail() || pairs_.fail()) throw std::runtime_error("not all was written");
  }

 private:
  std::ofstream genome_, proteins_, pairs_;
};

void run(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2) throw std::invalid_argument("bench_loci_files FOLDER N [NTxRESIDUES ...]");
  std::vector<locus_size> sizes;
  for (std::size_t k = 2; k < arguments.size(); ++k) sizes.push_back(parse_size(arguments[k]));
  if (sizes.empty()) sizes = {{20'000, 300}, {40'000, 400}, {60'000, 500}, {100'000, 500}};
  loci_files files(arguments[0]);
  const auto n = static_cast<std::size_t>(std::stoull(arguments[1]));
  for (std::size_t k = 0; k < n; ++k) files.add(k + 1, sizes[k % sizes.size()]);
  files.finish();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run({argv + 1, argv + argc});
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_loci_files: {}\n", error.what());
    return 1;
  }
}
