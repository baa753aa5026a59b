#include <utility>

#include "gpu/device/cuda_call.cuh"
#include "pairwise/gpu/align/device_aligner.hpp"

namespace exonweave::gpu {
namespace {

class device_aligner final : public align_engine {
 public:
  device_aligner(const std::vector<int>& devices, pair_method method)
      : method_(std::move(method)), queue_(devices, usable_bytes) {
    for (const int device : devices) check(cudaSetDevice(device), "the device");
  }

  [[nodiscard]] const pairwise_engine& facts() const override { return method_.facts; }
  [[nodiscard]] std::string refusal(const align_scoring& scoring) const override { return align_refusal(scoring); }
  [[nodiscard]] global_alignment align(const align_request& request) const override {
    check_request(request);
    if (request.n_cells() == 0) return align_with_nothing(request);
    const auto place = queue_.take(method_.requested_bytes(request), request.n_cells());
    if (request.control != nullptr) request.control->throw_if_stopped();
    check(cudaSetDevice(place.device), "the device");
    return method_.align(request, place.bytes);
  }

 private:
  pair_method method_;
  mutable device_queue queue_;
};

}  // namespace

std::uint64_t usable_bytes(int device) {
  check(cudaSetDevice(device), "the device");
  std::size_t free = 0, in_all = 0;
  check(cudaMemGetInfo(&free, &in_all), "the memory of the device");
  return free / 3 * 2;
}

std::unique_ptr<align_engine> make_device_aligner(const std::vector<int>& devices, pair_method method) {
  return std::make_unique<device_aligner>(devices, std::move(method));
}

}  // namespace exonweave::gpu
