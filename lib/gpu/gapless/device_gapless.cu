#include <algorithm>
#include <vector>

#include "gpu/device/cuda_call.cuh"
#include "gpu/gapless/device_gapless.hpp"
#include "gpu/gapless/gapless_kernel.cuh"

namespace exonweave::gpu {
namespace {

using spliced::gapless_match;

// A launch takes some tenths of a second, so that a run stops soon: cells.
constexpr double cells_of_launch = 1.2e13;
constexpr std::uint64_t most_hits = std::uint64_t{1} << 31;  // of a launch

template <int R>
class gapless_on_device final : public device_gapless {
 public:
  gapless_on_device(int device, const spliced::gapless_queries& queries, std::uint64_t n_hits) : device_(device) {
    check(cudaSetDevice(device), "the device");
    check(cudaDeviceGetAttribute(&n_multiprocessors_, cudaDevAttrMultiProcessorCount, device), "the device");
    check(cudaFuncSetAttribute(filter_text<R>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(profile_bytes<R>)),
          "shared memory");
    const auto strips = spliced::query_strips::pack(queries, block_length());
    std::vector<float> scores;
    for (const auto& row : gapless::scores())
      for (const spliced::score each : row) scores.push_back(static_cast<float>(each));
    launch_.n_strips = static_cast<std::uint32_t>(strips.n_strips());
    launch_.strips = send(std::span(strips.letters), strips_, on_.get());
    launch_.places = send(std::span(strips.places), places_, on_.get());
    launch_.scores = send(std::span<const float>(scores), scores_, on_.get());
    launch_.n_hits = n_hits_.room_for<unsigned long long>(1);
    make_room(n_hits);
    on_.wait();
  }

  std::vector<gapless_match> find(const spliced::open_text& text, std::size_t first, std::size_t last,
                                  spliced::score least, const run_control& control) override {
    std::vector<gapless_match> found;
    if (first == last || launch_.n_strips == 0) return found;
    check(cudaSetDevice(device_), "the device");
    const wait_at_end guard(on_.get());
    launch_.text = send(std::span(text.letters), text_, on_.get());
    launch_.least = least;
    for (std::size_t chunk = first; chunk < last;) {
      control.throw_if_stopped();
      const std::size_t n = std::min(chunks_at_once(), last - chunk);
      find_in(chunk, n, found);
      chunk += n;
    }
    return found;
  }

  [[nodiscard]] kernel_times times() const override { return times_; }
  [[nodiscard]] std::size_t block_length() const override { return 2 * R; }

 private:
  // All groups of a block of threads have as many.
  [[nodiscard]] std::size_t chunks_at_once() const {
    const double of_chunk =
        static_cast<double>(launch_.n_strips) * gapless::n_blocks * 2 * R * static_cast<double>(gapless::chunk_length);
    const auto n = static_cast<std::size_t>(std::min(cells_of_launch / of_chunk, 1e5));
    return std::max<std::size_t>(1, n / gapless_groups) * gapless_groups;
  }

  void find_in(std::size_t first, std::size_t n, std::vector<gapless_match>& found) {
    launch_.first_chunk = static_cast<std::uint32_t>(first);
    launch_.n_chunks = static_cast<std::uint32_t>(n);
    const std::uint64_t n_hits = filter();
    if (n_hits > launch_.room) throw device_memory_exceeded("matches without gaps: more than the device has room for");
    if (n_hits == 0) return;
    const event begun, done;
    begun.record(on_.get());
    launch_.matches = matches_.room_for<gapless_match>(n_hits);
    locate_matches<R><<<n_multiprocessors_ * 8, 256, 0, on_.get()>>>(launch_, n_hits);
    check(cudaGetLastError(), "a kernel");
    done.record(on_.get());
    auto here = fetch<std::vector<gapless_match>>(launch_.matches, n_hits, on_.get());
    on_.wait();
    times_.others_ms += done.ms_since(begun);
    std::erase_if(here, [](const gapless_match& each) { return each.value == 0; });
    found.insert(found.end(), here.begin(), here.end());
  }

  // How many hits there are: once more where the room for them does not do.
  std::uint64_t filter() {
    const std::uint64_t n_hits = filter_once();
    if (n_hits <= launch_.room || n_hits > most_hits) return n_hits;
    make_room(n_hits);
    return filter_once();
  }

  void make_room(std::uint64_t n) {
    launch_.hits = hits_.room_for<gapless_hit>(n);
    launch_.room = n;
  }

  std::uint64_t filter_once() {
    const std::size_t n_pairs = std::size_t{launch_.n_chunks} * 2 * steps_of_chunk;
    std::uint16_t* const pairs = pairs_.room_for<std::uint16_t>(n_pairs + 8);
    launch_.pairs = pairs;
    const event begun, paired, done;
    begun.record(on_.get());
    check(cudaMemsetAsync(pairs + n_pairs, 0, 8 * sizeof *pairs, on_.get()), "memory of the device");
    check(cudaMemsetAsync(launch_.n_hits, 0, sizeof *launch_.n_hits, on_.get()), "memory of the device");
    pair_letters<<<n_multiprocessors_ * 4, 512, 0, on_.get()>>>(launch_, pairs);
    check(cudaGetLastError(), "a kernel");
    paired.record(on_.get());
    // Where there are few strips several blocks of threads share the text of each.
    const unsigned blocks_of_strip =
        std::min((launch_.n_chunks + gapless_groups - 1) / gapless_groups,
                 std::max(1U, 4 * static_cast<unsigned>(n_multiprocessors_) / launch_.n_strips));
    filter_text<R><<<dim3(launch_.n_strips, blocks_of_strip), gapless_threads, profile_bytes<R>, on_.get()>>>(launch_);
    check(cudaGetLastError(), "a kernel");
    done.record(on_.get());
    const auto n_hits = fetch<std::vector<unsigned long long>>(launch_.n_hits, 1, on_.get());
    on_.wait();
    times_.others_ms += paired.ms_since(begun);
    times_.filter_ms += done.ms_since(paired);
    return n_hits.front();
  }

  int device_, n_multiprocessors_ = 0;
  stream on_;
  buffer<device_memory> strips_, places_, scores_, text_, pairs_, hits_, matches_, n_hits_;
  gapless_launch launch_{};
  kernel_times times_;
};

template <int R>
std::unique_ptr<device_gapless> make_if(int device, const spliced::gapless_queries& queries, const gapless_room& room,
                                        std::size_t shared_memory) {
  if (shared_memory < profile_bytes<R> || (room.block_length != 0 && room.block_length != 2 * R)) return nullptr;
  return std::make_unique<gapless_on_device<R>>(device, queries, room.n_hits);
}

}  // namespace

std::unique_ptr<device_gapless> make_device_gapless(int device, const spliced::gapless_queries& queries,
                                                    const gapless_room& room) {
  int shared_memory = 0;
  check(cudaDeviceGetAttribute(&shared_memory, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "the device");
  const auto n = static_cast<std::size_t>(shared_memory);
  if (auto made = make_if<16>(device, queries, room, n)) return made;
  if (auto made = make_if<8>(device, queries, room, n)) return made;
  throw device_failure("the GPU has too little shared memory for a search without seeds");
}

}  // namespace exonweave::gpu
