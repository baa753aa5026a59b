#include <algorithm>
#include <optional>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/cuda_scan.hpp"
#include "pairwise/gpu/reference/published_kernels.hpp"
#include "pairwise/gpu/scan/pair_shape.hpp"
#include "pairwise/gpu/scan/scan_kernels.hpp"

namespace exonweave::gpu {

namespace {

std::unique_ptr<scan_kernels> make_own_kernels(const device_scoring& scoring) {
  if (fit_pair_kernels(scoring)) return make_pair_kernels(scoring);
  return make_exact_kernels();
}

// What one thread aligns from end to end must not be much longer than the rest: a device runs 100,000 of them at once
// now, in place of some thousands, and would wait for the longest protein of a proteome alone. So long sequences go
// elsewhere, as in CUDASW++ (Liu, Maskell and Schmidt 2009), from the same length on.
class long_apart final : public scan_kernels {
 public:
  long_apart(std::unique_ptr<scan_kernels> of_short, std::shared_ptr<scan_kernels> of_long)
      : short_(std::move(of_short)), long_(std::move(of_long)) {}

  void run(const scan_turn& turn) override {
    constexpr std::uint32_t max_residues = 3'072;
    const auto n_long = static_cast<std::uint32_t>(
        std::ranges::partition_point(turn.longest, [](std::uint32_t n) { return n > max_residues; }) -
        turn.longest.begin());
    if (n_long > 0) long_->run(turn.part(0, n_long));
    if (n_long < turn.n_blocks()) short_->run(turn.part(n_long, turn.n_blocks() - n_long));
  }

 private:
  std::unique_ptr<scan_kernels> short_;
  std::shared_ptr<scan_kernels> long_;
};

// The kernels of each method of scanning: our own, and those of published systems. Methods that do not take a scoring
// have one that does stand in.
std::unique_ptr<scan_kernels> make_scan_kernels(scan_method method, const device_scoring& scoring) {
  if (method == scan_method::rows) return make_row_kernels();
  if (method == scan_method::pairs || !fit_published_kernels(scoring)) return make_own_kernels(scoring);
  std::shared_ptr<scan_kernels> own = make_own_kernels(scoring);
  return std::make_unique<long_apart>(method == scan_method::tiles ? make_tile_kernels(own) : make_band_kernels(), own);
}

// Of a turn: so that a run may be stopped after about a second, and lists of all pairs fit.
constexpr std::uint64_t max_cells = 4'000'000'000'000;
constexpr std::uint64_t max_pairs = std::uint64_t{1} << 27;

// How a device's memory is shared out. Arrays take up to a quarter more than what they hold (buffer).
struct memory_shares {
  explicit memory_shares(std::uint64_t limit) {
    std::size_t free = 0, all = 0;
    check(cudaMemGetInfo(&free, &all), "the memory of the device");
    const std::uint64_t bytes = limit > 0 ? std::min<std::uint64_t>(limit, free) : free / 8 * 7;
    piece_words = bytes / 5 * 2 / sizeof(std::uint32_t);
    border_bytes = bytes / 5;
    // Eight borders at most of one query against all blocks of a turn, 32 bytes for each word.
    turn_words = border_bytes / (8 * 32);
  }
  std::uint64_t piece_words, border_bytes, turn_words;
};

// A piece's arrays on the device.
class device_blocks {
 public:
  void send(const sequence_blocks& blocks, const database_piece& piece, cudaStream_t on) {
    auto* const words = words_.room_for<std::uint32_t>(piece.block_at.back());
    for (std::size_t first = 0; first < piece.n_blocks();) {  // neighbours in one copy
      std::size_t end = first + 1;
      while (end < piece.n_blocks() && piece.numbers[end] == piece.numbers[end - 1] + 1) ++end;
      check(cudaMemcpyAsync(words + piece.block_at[first], blocks.words.data() + blocks.block_at[piece.numbers[first]],
                            (piece.block_at[end] - piece.block_at[first]) * sizeof(std::uint32_t),
                            cudaMemcpyHostToDevice, on),
            "a copy to the device");
      first = end;
    }
    all_ = {words, gpu::send(std::span(piece.block_at), block_at_, on),
            gpu::send(std::span(piece.lengths), lengths_, on), gpu::send(std::span(piece.numbers), numbers_, on),
            static_cast<std::uint32_t>(piece.n_blocks())};
  }

  [[nodiscard]] placed_blocks view(const index_range& range) const {
    placed_blocks some =
        all_.part(static_cast<std::uint32_t>(range.begin), static_cast<std::uint32_t>(range.end - range.begin));
    some.first = 0;
    return some;
  }

 private:
  placed_blocks all_;
  buffer<device_memory> words_, block_at_, lengths_, numbers_;
};

class device_queries {
 public:
  // `highest`: of blocks, descending.
  void send(std::span<const scan_query> queries, const device_scoring& scoring, std::span<const spliced::score> highest,
            cudaStream_t on) {
    residues_.clear();
    entries_.clear();
    for (const scan_query& query : queries) {
      const auto length = static_cast<std::uint32_t>(query.residues.size());
      const auto n_blocks =
          std::ranges::partition_point(highest, [&](spliced::score most) { return most >= query.least; }) -
          highest.begin();
      entries_.push_back({static_cast<std::uint32_t>(residues_.size()), length,
                          static_cast<std::uint32_t>(entries_.size()), query.least,
                          static_cast<std::uint32_t>(n_blocks),
                          longest_span(length, scoring.most(query.residues), query.least, scoring.extend)});
      residues_.insert(residues_.end(), query.residues.begin(), query.residues.end());
    }
    all_ = {gpu::send(std::span<const std::uint8_t>(residues_), residues_d_, on),
            gpu::send(std::span<const placed_query>(entries_), entries_d_, on), 0};
  }

  [[nodiscard]] std::span<const placed_query> entries(const index_range& range) const {
    return std::span(entries_).subspan(range.begin, range.end - range.begin);
  }
  [[nodiscard]] placed_queries view(const index_range& range) const {
    return {all_.residues, all_.entries + range.begin, static_cast<std::uint32_t>(range.end - range.begin)};
  }

  // Some against so many residues of so many sequences at once.
  [[nodiscard]] std::vector<index_range> ranges(std::uint64_t n_columns, std::uint64_t n_sequences) const {
    std::vector<index_range> made;
    std::uint64_t cells = 0;
    for (std::size_t q = 0; q < entries_.size(); ++q) {
      const std::uint64_t of_query = entries_[q].length * n_columns;
      if (made.empty() || cells + of_query > max_cells || (q - made.back().begin + 1) * n_sequences > max_pairs) {
        made.push_back({q, q});
        cells = 0;
      }
      made.back().end = q + 1;
      cells += of_query;
    }
    return made;
  }

 private:
  std::vector<std::uint8_t> residues_;
  std::vector<placed_query> entries_;
  placed_queries all_;
  buffer<device_memory> residues_d_, entries_d_;
};

// Lists that grow until what kernels find fits.
class device_findings {
 public:
  found_pairs start(cudaStream_t on) {
    found_pairs found{hits_.room_for<placed_hit>(n_room_hits_), redone_.room_for<placed_redo>(n_room_redone_),
                      n_room_hits_, n_room_redone_, counters_.room_for<found_pairs::counters>(1)};
    check(cudaMemsetAsync(found.n, 0, sizeof(*found.n), on), "clearing");
    check(cudaStreamSynchronize(on), "clearing");
    return found;
  }
  static found_pairs::counters count(const found_pairs& pairs, cudaStream_t on) {
    found_pairs::counters n;
    check(cudaMemcpyAsync(&n, pairs.n, sizeof(n), cudaMemcpyDeviceToHost, on), "a copy from the device");
    check(cudaStreamSynchronize(on), "work on the device");
    return n;
  }
  // Whether they had room; there is for as many when not.
  bool had_room(const found_pairs::counters& n) {
    if (n.n_hits <= n_room_hits_ && n.n_redone <= n_room_redone_) return true;
    n_room_hits_ = std::max(n_room_hits_, n.n_hits);
    n_room_redone_ = std::max(n_room_redone_, n.n_redone);
    return false;
  }

 private:
  std::uint32_t n_room_hits_ = 1u << 18, n_room_redone_ = 1u << 14;
  buffer<device_memory> hits_, redone_, counters_;
};

class opened_fraction final : public device_scan {
 public:
  opened_fraction(scan_method method, const device_scoring& scoring, const database_fraction& fraction,
                  const device_limits& limits)
      : device_(limits.device),
        database_(*fraction.database),
        highest_(fraction.highest),
        host_scoring_(scoring),
        scoring_{nullptr, scoring.open_extend, scoring.extend},
        shares_(limits.max_bytes),
        pieces_(make_pieces(database_, fraction.first, fraction.n_devices, shares_.piece_words)),
        kernels_(make_scan_kernels(method, scoring)) {
    scoring_.scores = send(std::span<const std::int32_t>(scoring.scores), scores_, on_.get());
    if (pieces_.size() == 1) put(pieces_.front());
    on_.wait();
  }

  std::vector<scan_hit> scan(std::span<const scan_query> queries, run_control* control) override {
    check(cudaSetDevice(device_), "the device");
    std::vector<scan_hit> hits;
    if (queries.empty()) return hits;
    queries_.send(queries, host_scoring_, highest_, on_.get());
    on_.wait();
    for (const database_piece& piece : pieces_) {
      if (&piece != placed_) put(piece);
      for (const index_range& blocks : block_ranges(piece, shares_.turn_words))
        scan_blocks(piece, blocks, control, hits);
    }
    return hits;
  }

 private:
  void put(const database_piece& piece) {
    placed_ = nullptr;
    blocks_.send(database_, piece, on_.get());
    on_.wait();
    placed_ = &piece;
  }

  void scan_blocks(const database_piece& piece, const index_range& blocks, run_control* control,
                   std::vector<scan_hit>& hits) {
    const std::uint64_t n_residues = piece.residues[blocks.end] - piece.residues[blocks.begin];
    for (const index_range& some : queries_.ranges(n_residues, (blocks.end - blocks.begin) * block_width)) {
      if (control != nullptr) control->throw_if_stopped();
      scan_turn turn;
      turn.queries = queries_.entries(some);
      turn.block_at = std::span(piece.block_at).subspan(blocks.begin, blocks.end - blocks.begin + 1);
      turn.longest = std::span(piece.longest).subspan(blocks.begin, blocks.end - blocks.begin);
      turn.lengths =
          std::span(piece.lengths).subspan(blocks.begin * block_width, (blocks.end - blocks.begin) * block_width);
      turn.border_bytes = shares_.border_bytes;
      turn.views = {blocks_.view(blocks), queries_.view(some), scoring_, {}};
      take_turn(turn, hits);
      if (control == nullptr) continue;
      for (const placed_query& query : turn.queries) control->add_cells(query.length * n_residues);
    }
  }

  void take_turn(scan_turn& turn, std::vector<scan_hit>& hits) {
    found_pairs::counters n;
    do {
      turn.views.found = findings_.start(on_.get());
      kernels_->run(turn);
      n = device_findings::count(turn.views.found, on_.get());
      if (n.n_redone > 0 && findings_.had_room(n)) {
        exact_.run_redone(turn, n.n_redone);
        n = device_findings::count(turn.views.found, on_.get());
      }
    } while (!findings_.had_room(n));
    const auto found = fetch<std::vector<placed_hit>>(turn.views.found.hits, n.n_hits, on_.get());
    on_.wait();
    for (const placed_hit& each : found) hits.push_back({each.query, each.sequence, each.total});
  }

  int device_;
  sequence_blocks database_;
  std::span<const spliced::score> highest_;
  device_scoring host_scoring_;
  placed_scoring scoring_;
  memory_shares shares_;
  std::vector<database_piece> pieces_;
  const database_piece* placed_ = nullptr;  // on the device now
  stream on_;
  buffer<device_memory> scores_;
  device_blocks blocks_;
  device_queries queries_;
  device_findings findings_;
  std::unique_ptr<scan_kernels> kernels_;
  exact_kernel exact_;
};

}  // namespace

std::unique_ptr<device_scan> open_device_scan(scan_method method, const device_scoring& scoring,
                                              const database_fraction& fraction, const device_limits& limits) {
  check(cudaSetDevice(limits.device), "the device");
  return std::make_unique<opened_fraction>(method, scoring, fraction, limits);
}

}  // namespace exonweave::gpu
