#include <algorithm>

#include "pairwise/gpu/device_scan.hpp"
#include "pairwise/gpu/reference/published_kernels.hpp"
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

}  // namespace

std::unique_ptr<scan_kernels> make_scan_kernels(scan_method method, const device_scoring& scoring) {
  if (method == scan_method::rows) return make_row_kernels();
  if (method == scan_method::pairs || !fit_published_kernels(scoring)) return make_own_kernels(scoring);
  std::shared_ptr<scan_kernels> own = make_own_kernels(scoring);
  return std::make_unique<long_apart>(method == scan_method::tiles ? make_tile_kernels(own) : make_band_kernels(), own);
}

}  // namespace exonweave::gpu
