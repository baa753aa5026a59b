// Matches without gaps on a GPU (spliced/gapless/gapless_layout.hpp): all residues of random proteins with all codons
// of the six frames of a random genome.
//
//   bench_gpu_gapless [--repeats N] [--least HALF_BITS] [--block RESIDUES] [NTxPROTEINS ...]
//                       3             36                  0
//
// By default 12600000x6500, as for a yeast by the proteins of another. Proteins have 100 to 800 residues. Bases are
// G or C with a probability of 0.36.
//
// - filter: its launches by the device's clock, others: all other kernels; find(): all of it, wall time of the host,
//   with copies; medians of the repeats, behind one run that is not counted;
// - a cell is a residue of the proteins x a codon of a frame, whether it is compared or lies in a stretch between stop
//   codons that is too short for a match.
//
// All runs must agree: else exit code 1. Without a usable GPU: exit code 69.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "benchmarks/device_runs.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/gapless/device_gapless.hpp"
#include "spliced/gapless/gapless_text.hpp"

namespace {

using namespace exonweave;
using benchmarks::median;
using matches = std::vector<spliced::gapless_match>;

struct bench_size {
  std::size_t n_nt = 12'600'000, n_proteins = 6'500;
};

struct bench_options {
  std::size_t repeats = 3, block_length = 0;
  spliced::score least = 36;
  std::vector<bench_size> sizes{};
};

bench_options parse(const std::vector<std::string>& arguments) {
  bench_options options;
  for (std::size_t a = 0; a < arguments.size(); ++a) {
    const std::string& word = arguments[a];
    if (word == "--repeats")
      options.repeats = std::stoul(arguments.at(++a));
    else if (word == "--least")
      options.least = std::stoi(arguments.at(++a));
    else if (word == "--block")
      options.block_length = std::stoul(arguments.at(++a));
    else
      options.sizes.push_back({std::stoul(word), std::stoul(word.substr(word.find('x') + 1))});
  }
  if (options.sizes.empty()) options.sizes.emplace_back();
  return options;
}

std::vector<spliced::residue_code> random_codons(std::size_t n, std::mt19937& random) {
  static const auto code = spliced::encode_protein("FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG");
  const auto base = [&random] {  // of T, C, A, G
    const bool is_strong = random() % 100 < 36;
    return 2 * (random() % 2) + (is_strong ? 1 : 0);
  };
  std::vector<spliced::residue_code> made(n);
  for (auto& each : made) {
    const auto first = base(), second = base(), third = base();
    each = code[16 * first + 4 * second + third];
  }
  return made;
}

bool run(const bench_options& options, const bench_size& size) {
  std::mt19937 random(1);
  std::vector<std::size_t> lengths(size.n_proteins);
  for (std::size_t& each : lengths) each = 100 + random() % 700;
  testing::joined_queries proteins(lengths, random);
  for (const auto& [first, last] : proteins.ranges)
    for (std::uint32_t k = first; k < last; ++k) do
        proteins.residues[k] = random_codons(1, random).front();
      while (proteins.residues[k] == spliced::stop_amino);
  const auto text = random_codons(2 * size.n_nt, random);
  const auto open = spliced::open_text::pack(text);
  const auto device = gpu::make_device_gapless(gpu::first_usable_device(), proteins.view(), {options.block_length});
  const run_control control;
  std::vector<double> filter, others, whole;
  matches first;
  for (std::size_t k = 0; k <= options.repeats; ++k) {
    const auto before = device->times();
    const auto begun = std::chrono::steady_clock::now();
    matches found = device->find(open, 0, open.n_chunks(), options.least, control);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
    std::ranges::sort(found);
    if (k == 0) first = std::move(found);
    if (k == 0) continue;
    if (found != first) return false;
    filter.push_back((device->times().filter_ms - before.filter_ms) / 1e3);
    others.push_back((device->times().others_ms - before.others_ms) / 1e3);
    whole.push_back(seconds.count());
  }
  const double cells = static_cast<double>(text.size()) * static_cast<double>(proteins.residues.size());
  fmt::print(
      "{} nt x {} proteins, blocks of {}: {:.3g} cells, filter {:.3f} s ({:.1f} TCUPS), others {:.3f} s, find() {:.3f} "
      "s "
      "({:.1f} TCUPS), {} matches\n",
      size.n_nt, size.n_proteins, device->block_length(), cells, median(filter), cells / median(filter) / 1e12,
      median(others), median(whole), cells / median(whole) / 1e12, first.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) try {
  const bench_options options = parse({argv + 1, argv + argc});
  if (const auto found = gpu::discover(); !found.why_none.empty()) {
    fmt::print(stderr, "{}\n", found.why_none);
    return 69;
  }
  for (const bench_size& each : options.sizes)
    if (!run(options, each)) {
      fmt::print(stderr, "runs differ\n");
      return 1;
    }
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 2;
}
