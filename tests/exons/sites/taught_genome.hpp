// Genomes whose true sites are known: copies of one gene with random surroundings.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/files/temporary_file.hpp"
#include "exons/sites/training.hpp"

namespace exonweave::testing {

/// A sequence for each gene: random bases, ATG and codons, an intron with a donor and acceptor as given, codons and a
/// stop, random bases. The same seed gives the same genome.
class taught_genome {
 public:
  taught_genome(std::size_t n_genes, const std::string& donor, const std::string& acceptor, std::int64_t intron = 100,
                std::uint64_t seed = 1)
      : random_(seed) {
    std::string fasta;
    for (std::size_t g = 0; g < n_genes; ++g) {
      const std::string before = bases(300), first = "ATG" + codons(30), second = codons(30) + "TAA";
      const std::string middle =
          donor + bases(intron - static_cast<std::int64_t>(donor.size() + acceptor.size())) + acceptor;
      fasta += ">s" + std::to_string(g) + "\n" + before + first + middle + second + bases(300) + "\n";
      const auto start = static_cast<std::int64_t>(before.size());
      const auto end = start + static_cast<std::int64_t>(first.size());
      const auto next = end + static_cast<std::int64_t>(middle.size());
      transcripts.push_back({"t" + std::to_string(g),
                             g,
                             strand::forward,
                             {{start, end}, {next, next + static_cast<std::int64_t>(second.size())}},
                             g + 1});
    }
    file_.emplace(fasta, ".fa");
    report problems;
    sequences.emplace(genome::open(file_->path(), problems));
    problems.throw_if_errors();
  }

  std::optional<genome> sequences;
  std::vector<annotated_transcript> transcripts;

 private:
  std::string bases(std::int64_t n) {
    std::string text;
    for (std::int64_t i = 0; i < n; ++i) text += "ACGT"[random_() % 4];
    return text;
  }
  std::string codons(int n) {
    std::string text;
    for (int i = 0; i < n; ++i) {
      text += "CG"[random_() % 2];  // none is a stop
      text += bases(2);
    }
    return text;
  }

  std::mt19937_64 random_;
  std::optional<temporary_file> file_;
};

}  // namespace exonweave::testing
