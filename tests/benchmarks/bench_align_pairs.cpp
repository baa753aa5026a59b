// Engines of `align` beside each other on many short pairs.
//
//   bench_align_pairs [--pairs N] [--lengths N,...] [--engines NAME,...] [--threads N] [--repeats N] [--linear]
//   [--score-only] > rows.tsv
//                      100000      300             simd,batch         1            3
//
// Pairs are random proteins and relatives of them, of about one length: one of five residues is another one, lost or
// new. Scoring: BLOSUM62, gaps 11 + k; --linear: 8 a residue. Timed: align() or align_all(), from codes in the host's
// memory to alignments there; medians of the repeats, after one run that is not counted. Engines must agree on all
// alignments: else exit code 1. GCUPS: cells of one pass, whatever a path takes.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "pairwise/align/align_engine.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace {

using namespace exonweave;
using codes = std::vector<spliced::residue_code>;

struct bench_options {
  std::size_t pairs = 100'000, threads = 1, repeats = 3;
  std::vector<std::string> lengths{"300"}, engines{"simd", "batch"};
  bool is_linear = false, wants_path = true;
};

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char each : text)
    if (each == ',')
      words.emplace_back();
    else
      words.back() += each;
  return words;
}

bench_options read_arguments(int argc, char** argv) {
  bench_options made;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--linear" || word == "--score-only") {
      (word == "--linear" ? made.is_linear : made.wants_path) = word == "--linear";
      continue;
    }
    if (k + 1 == argc) throw std::invalid_argument("unknown option, or one without a value: " + word);
    const std::string value = argv[++k];
    std::size_t* const number = word == "--pairs"     ? &made.pairs
                                : word == "--threads" ? &made.threads
                                : word == "--repeats" ? &made.repeats
                                                      : nullptr;
    if (number != nullptr)
      *number = std::max<std::size_t>(1, std::strtoull(value.c_str(), nullptr, 10));
    else if (word == "--lengths" || word == "--engines")
      (word == "--lengths" ? made.lengths : made.engines) = words_of(value);
    else
      throw std::invalid_argument("unknown option: " + word);
  }
  return made;
}

struct made_pairs {
  made_pairs(std::size_t n, std::size_t length) {
    const codes letters = spliced::encode_protein(spliced::twenty_amino_acids);
    std::mt19937_64 random(length);
    const auto letter = [&] { return letters[random() % letters.size()]; };
    for (std::size_t p = 0; p < n; ++p) {
      codes& query = queries.emplace_back();
      codes& target = targets.emplace_back();
      while (query.size() < length) {
        query.push_back(letter());
        const auto fate = random() % 100;
        if (fate >= 3) target.push_back(fate < 17 ? letter() : query.back());
        if (fate >= 97) target.push_back(letter());
      }
    }
  }
  std::vector<codes> queries, targets;
};

std::vector<global_alignment> align(const align_engine& engine, const std::vector<align_request>& requests,
                                    std::size_t n_threads) {
  const bool is_batch =
      engine.is_for_batch(requests.front().query.size(), requests.front().target.size(), requests.front().scoring);
  const std::size_t at_once = is_batch ? std::min<std::size_t>(4'096, requests.size() / n_threads + 1) : 1;
  std::vector<global_alignment> made(requests.size());
  run_control control;
  on_threads(n_threads, (requests.size() + at_once - 1) / at_once, control, [&] {
    return [&](std::size_t lot) {
      const std::size_t first = lot * at_once;
      const auto some = std::span(requests).subspan(first, std::min(at_once, requests.size() - first));
      if (is_batch)
        std::ranges::move(engine.align_all(some), made.begin() + static_cast<std::ptrdiff_t>(first));
      else
        made[first] = engine.align(some.front());
    };
  });
  return made;
}

void measure(std::size_t length, const bench_options& options) {
  const made_pairs pairs(options.pairs, length);
  const auto matrix = *spliced::named_protein_matrix("BLOSUM62");
  std::vector<align_request> requests;
  double cells = 0;
  for (std::size_t p = 0; p < options.pairs; ++p) {
    align_request& each = requests.emplace_back();
    each = {pairs.queries[p], pairs.targets[p], {&matrix, {options.is_linear ? 0 : 11, options.is_linear ? 8 : 1}}};
    each.wants_path = options.wants_path;
    each.memory = std::uint64_t{1} << 30;
    cells += static_cast<double>(each.n_cells());
  }
  const align_registry engines = gpu::align_engines();
  std::vector<global_alignment> first;
  for (const std::string& name : options.engines) {
    const auto engine = engines.make(name);
    std::vector<double> seconds;
    for (std::size_t run = 0; run <= options.repeats; ++run) {
      const auto begun = std::chrono::steady_clock::now();
      auto made = align(*engine, requests, options.threads);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
      if (run > 0) seconds.push_back(took.count());
      if (first.empty())
        first = std::move(made);
      else if (made != first)
        throw std::logic_error(name + " has other alignments than " + options.engines.front());
    }
    std::ranges::sort(seconds);
    const double median = seconds[seconds.size() / 2];
    std::printf("%s\t%zu\t%zu\t%zu\t%.3f\t%.1f\n", name.c_str(), length, options.pairs, options.threads, median,
                cells / median / 1e9);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const bench_options options = read_arguments(argc, argv);
  std::puts("engine\tresidues\tpairs\tthreads\tseconds\tgcups");
  for (const std::string& length : options.lengths)
    measure(std::max<std::size_t>(1, std::strtoull(length.c_str(), nullptr, 10)), options);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_align_pairs: %s\n", error.what());
  return 1;
}
