#include "exons/run/mobile_elements.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace exonweave {
namespace {

using word_number = std::uint64_t;

// By the hash of Fowler, Noll and Vo (FNV-1a): two words with one number are so rare that they change nothing.
word_number number_of(std::string_view word) {
  word_number number = 0xcbf29ce484222325;
  for (const char residue : word) number = (number ^ static_cast<unsigned char>(residue)) * 0x100000001b3;
  return number;
}

// Ascending, each once.
std::vector<word_number> words_of(const std::string& protein) {
  std::vector<word_number> words;
  for (std::size_t i = 0; i + element_word <= protein.size(); ++i)
    words.push_back(number_of(std::string_view(protein).substr(i, element_word)));
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

bool is_of_model_alone(const gene_model& gene) { return gene.evidence == gene_evidence::model; }

// Those that many of the genes have, ascending.
std::vector<word_number> frequent_words(const std::vector<std::vector<gene_model>>& genes) {
  std::vector<word_number> all;
  for (const std::vector<gene_model>& gene : genes)
    if (is_of_model_alone(gene.front())) std::ranges::copy(words_of(gene.front().protein), std::back_inserter(all));
  std::ranges::sort(all);
  std::vector<word_number> frequent;
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::upper_bound(first, all.end(), *first);
    if (last - first >= static_cast<std::ptrdiff_t>(fewest_element_copies)) frequent.push_back(*first);
    first = last;
  }
  return frequent;
}

}  // namespace

std::size_t drop_mobile_elements(std::vector<locus_models>& genes, const gene_test& is_kept) {
  const std::vector<word_number> frequent = frequent_words(genes);
  return std::erase_if(genes, [&](const locus_models& gene) {
    const gene_model& representative = gene.front();
    if (!is_of_model_alone(representative) || representative.exons.size() == 1 || is_kept(gene)) return false;
    const auto words = words_of(representative.protein);
    const auto n_frequent =
        std::ranges::count_if(words, [&](word_number word) { return std::ranges::binary_search(frequent, word); });
    return !words.empty() && 2 * n_frequent >= std::ssize(words);
  });
}

}  // namespace exonweave
