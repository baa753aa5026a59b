// Genes that a gene model learns with ease, in a genome of two sequences.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/files/temporary_file.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/gene_finding/gene_finder.hpp"
#include "exons/gene_finding/gene_learning.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"

namespace exonweave::testing {

// Genes whose codons begin with G and end with C, with two exons, on both strands of two sequences: the sequence
// around is random.
class made_genes {
 public:
  explicit made_genes(std::size_t n_genes) {
    std::string fasta;
    for (std::size_t s = 0; s < 2; ++s) {
      std::string letters = random_letters(400);
      for (std::size_t g = s; g < n_genes; g += 2) add_gene(g, s, letters);
      fasta += ">s" + std::to_string(s) + "\n" + letters + "\n";
      texts.push_back(letters);
    }
    file_.emplace(fasta, ".fa");
    report problems;
    sequences.emplace(genome::open(file_->path(), problems));
    problems.throw_if_errors();
  }

  [[nodiscard]] gene_parameters learn() {
    return make_parameters(count_genes(where(), transcripts), count_intergenic(where(), transcripts));
  }
  searched_genome where(std::size_t n_threads = 1) { return {*sequences, codes_, n_threads, control_}; }
  [[nodiscard]] std::size_t count_found(const std::vector<std::vector<found_gene>>& genes) const {
    std::size_t n = 0;
    for (const annotated_transcript& truth : transcripts)
      for (const found_gene& gene : genes[truth.sequence])
        n += gene.on == truth.on && std::ranges::equal(gene.exons, truth.exons, {}, &found_exon::where);
    return n;
  }

  std::optional<genome> sequences;
  std::vector<std::string> texts;
  std::vector<annotated_transcript> transcripts;

 private:
  genetic_codes codes_{};
  run_control control_{};

  std::string random_letters(std::size_t n) {
    std::string text;
    while (text.size() < n) text += "ACGT"[random_() % 4];
    return text;
  }
  std::string codons(std::size_t n) {
    std::string text;
    while (text.size() < 3 * n) text += std::string("G") + "ACGT"[random_() % 4] + "C";
    return text;
  }
  void add_gene(std::size_t g, std::size_t s, std::string& letters) {
    const std::string first = "ATG" + codons(40) + "G", second = "AC" + codons(40) + "TAA";
    const std::string intron = "GTAAGT" + random_letters(60) + "TTTTTTCTTTTTTCAG";
    std::string gene = first + intron + second;
    const auto n = std::ssize(gene), start = std::ssize(letters);
    std::vector<interval> exons = {{0, std::ssize(first)}, {n - std::ssize(second), n}};
    const bool is_reverse = g % 3 == 0;
    if (is_reverse) {
      gene = reverse_complement(gene);
      exons = {flip(exons[1], n), flip(exons[0], n)};
    }
    for (interval& exon : exons) exon = {exon.start + start, exon.end + start};
    transcripts.push_back({"t" + std::to_string(g), s, is_reverse ? strand::reverse : strand::forward, exons, g + 1});
    letters += gene + random_letters(400);
  }

  std::mt19937_64 random_{1};
  std::optional<temporary_file> file_;
};

}  // namespace exonweave::testing
