#include "pairwise/gpu/cuda_scan.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

#include "gpu/device/devices.hpp"

namespace exonweave::gpu {

database_piece make_piece(const sequence_blocks& database, std::vector<std::uint32_t> numbers) {
  database_piece piece{std::move(numbers), {0}, {}, {}, {0}};
  for (const std::uint32_t number : piece.numbers) {
    const auto there = database.lengths.subspan(number * block_width);
    const auto lengths = there.first(std::min(there.size(), block_width));
    std::uint64_t residues = piece.residues.back();
    for (const std::uint32_t length : lengths) residues += length;
    piece.residues.push_back(residues);
    piece.lengths.insert(piece.lengths.end(), lengths.begin(), lengths.end());
    piece.lengths.resize(piece.residues.size() * block_width - block_width, 0);
    piece.longest.push_back(lengths.front());
    piece.block_at.push_back(piece.block_at.back() + database.n_rows(number) * block_width);
  }
  return piece;
}

std::vector<database_piece> make_pieces(const sequence_blocks& database, std::size_t first, std::size_t step,
                                        std::uint64_t max_words) {
  std::vector<database_piece> pieces;
  std::vector<std::uint32_t> numbers;
  std::uint64_t n_words = 0;
  const auto close = [&] {
    if (!numbers.empty()) pieces.push_back(make_piece(database, std::move(numbers)));
    numbers.clear();
    n_words = 0;
  };
  for (std::size_t block = first; block < database.n_blocks(); block += step) {
    const std::uint64_t of_block = database.n_rows(block) * block_width;
    if (n_words + of_block > max_words) close();
    numbers.push_back(static_cast<std::uint32_t>(block));
    n_words += of_block;
  }
  close();
  return pieces;
}

std::vector<index_range> block_ranges(const database_piece& piece, std::uint64_t max_words) {
  std::vector<index_range> ranges;
  for (std::size_t b = 0; b < piece.n_blocks(); ++b) {
    if (ranges.empty() || piece.block_at[b + 1] - piece.block_at[ranges.back().begin] > max_words)
      ranges.push_back({b, b});
    ranges.back().end = b + 1;
  }
  return ranges;
}

namespace {

// [n_blocks] Of a block and all after it.
std::vector<spliced::score> highest_of_blocks(const sequence_blocks& database, const scan_scoring& scoring,
                                              unsigned n_threads) {
  if (database.lengths.empty()) return {};
  const auto of_sequences = highest_scores(database, scoring, n_threads);
  std::vector<spliced::score> highest(database.n_blocks(), 0);
  for (std::size_t k = 0; k < of_sequences.size(); ++k)
    highest[k / block_width] = std::max(highest[k / block_width], of_sequences[k]);
  for (std::size_t b = highest.size() - 1; b > 0; --b) highest[b - 1] = std::max(highest[b - 1], highest[b]);
  return highest;
}

class opened final : public opened_scan {
 public:
  opened(scan_method method, const scan_options& options, const sequence_blocks& database, const scan_scoring& scoring)
      : database_(database), scoring_(scoring), highest_(highest_of_blocks(database, scoring, options.n_threads)) {
    const device_scoring host_scoring(scoring);
    const std::size_t n = options.devices.size();
    for (std::size_t d = 0; d < n && d < (database.lengths.empty() ? 0 : database.n_blocks()); ++d)
      devices_.push_back(open_device_scan(method, host_scoring, {&database_, highest_, d, n},
                                          {options.devices[d], options.max_device_bytes}));
  }

  std::vector<scan_hit> scan(std::span<const scan_query> queries, run_control* control) override {
    for (const scan_query& query : queries) check_score_range(query, database_.lengths, scoring_);
    std::vector<std::vector<scan_hit>> found(devices_.size());
    run_shares(device_shares(devices_.size(), {0}),
               [&](std::size_t d) { found[d] = devices_[d]->scan(queries, control); });
    std::vector<scan_hit> hits;
    for (const std::vector<scan_hit>& of_device : found) hits.insert(hits.end(), of_device.begin(), of_device.end());
    // A sequence that was cut in windows may be reported several times: its highest score counts.
    std::ranges::sort(hits, [](const scan_hit& a, const scan_hit& b) {
      return std::tie(a.query, a.sequence, b.total) < std::tie(b.query, b.sequence, a.total);
    });
    const auto again = std::ranges::unique(
        hits, [](const scan_hit& a, const scan_hit& b) { return a.query == b.query && a.sequence == b.sequence; });
    hits.erase(again.begin(), again.end());
    return hits;
  }

 private:
  sequence_blocks database_;
  scan_scoring scoring_;
  std::vector<spliced::score> highest_;
  std::vector<std::unique_ptr<device_scan>> devices_;
};

class cuda_scan final : public scan_engine {
 public:
  cuda_scan(scan_method method, scan_options options) : method_(method), options_(std::move(options)) {}

  [[nodiscard]] const pairwise_engine& facts() const override { return facts_of(method_); }

  [[nodiscard]] std::string refusal(const scan_scoring& scoring) const override {
    if (method_ != scan_method::rows) return {};
    if (scoring.gaps.open != 0) return "it takes linear gaps only, whose opening costs nothing";
    // A slice of 512 columns adds up what its gaps cost.
    if (scoring.gaps.extend > 1'000'000) return "a gap's residue costs at most 1000000 there";
    return {};
  }

  [[nodiscard]] std::size_t batch_residues() const override { return 32'768; }

  [[nodiscard]] std::unique_ptr<opened_scan> open(const sequence_blocks& database,
                                                  const scan_scoring& scoring) const override {
    if (const std::string why = refusal(scoring); !why.empty()) throw std::invalid_argument(why);
    return std::make_unique<opened>(method_, options_, database, scoring);
  }

 private:
  scan_method method_;
  scan_options options_;
};

void check_usable(const std::vector<int>& devices) {
  const discovery found = discover();
  if (!found.why_none.empty()) throw device_failure(found.why_none);
  for (const int device : devices) {
    const auto there = std::ranges::find(found.devices, device, &device_info::index);
    if (there == found.devices.end()) throw device_failure("there is no GPU " + std::to_string(device));
    if (!there->why_unusable.empty())
      throw device_failure("GPU " + std::to_string(device) + ": " + there->why_unusable);
  }
}

}  // namespace

std::unique_ptr<scan_engine> make_cuda_scan(scan_method method, scan_options options) {
  check_usable(options.devices);
  return std::make_unique<cuda_scan>(method, std::move(options));
}

const pairwise_engine& facts_of(scan_method method) {
  static constexpr pairwise_engine pairs{.command = "scan",
                                         .name = "scan-cuda",
                                         .is_of_gpu = true,
                                         .is_automatic = true,
                                         .rates = {{1.6e7, 0, 0.1575, 0, 0, 0}}};
  static constexpr pairwise_engine tiles{.command = "scan", .name = "scan-tiles", .is_of_gpu = true};
  static constexpr pairwise_engine bands{.command = "scan", .name = "scan-bands", .is_of_gpu = true};
  static constexpr pairwise_engine rows{
      .command = "scan", .name = "scan-rows", .is_of_gpu = true, .needs_linear_gaps = true};
  switch (method) {
    case scan_method::tiles:
      return tiles;
    case scan_method::bands:
      return bands;
    case scan_method::rows:
      return rows;
    default:
      return pairs;
  }
}

}  // namespace exonweave::gpu
