#include "pairwise/gpu/pairwise_engines.hpp"

#include <algorithm>

#include "gpu/device/devices.hpp"
#include "pairwise/align/align_engine.hpp"
#include "pairwise/gpu/align/device_aligner.hpp"
#include "pairwise/gpu/cuda_scan.hpp"
#include "pairwise/gpu/reference/matrix_aligner.hpp"
#include "pairwise/scan/parasail_scan.hpp"

namespace exonweave::gpu {
namespace {

std::vector<int> devices_of(const gpu_options& options) {
  return options.devices.empty() ? usable_devices() : options.devices;
}

std::vector<pairwise_engine> facts_of_all() {
  std::vector<pairwise_engine> all = scan_engines().facts();
  const align_registry aligners = align_engines();
  all.insert(all.end(), aligners.facts().begin(), aligners.facts().end());
  return all;
}

}  // namespace

align_registry align_engines(const gpu_options& options) {
  align_registry made;
  made.add(simd_aligner, make_simd_aligner);
  made.add(fast_aligner_facts, [options] { return make_fast_aligner(devices_of(options)); });
  made.add(batch_aligner_facts, [options] { return make_batch_aligner(devices_of(options)); });
  made.add(cooperative_aligner,
           [options] { return make_matrix_aligner(devices_of(options), diagonal_launch::cooperative); });
  made.add(iterative_aligner,
           [options] { return make_matrix_aligner(devices_of(options), diagonal_launch::iterative); });
  return made;
}

scan_registry scan_engines(const gpu_options& options, unsigned n_threads) {
  scan_registry made;
  made.add(parasail_scan_facts, [n_threads] { return make_parasail_scan(n_threads); });
  for (const scan_method method : {scan_method::pairs, scan_method::tiles, scan_method::bands, scan_method::rows})
    made.add(facts_of(method), [method, options, n_threads] {
      return make_cuda_scan(method, {.devices = devices_of(options), .n_threads = n_threads});
    });
  return made;
}

const std::vector<pairwise_engine>& pairwise_engines() {
  static const std::vector<pairwise_engine> all = facts_of_all();
  return all;
}

const pairwise_engine* find_pairwise_engine(std::string_view command, std::string_view name) {
  const auto found = std::ranges::find_if(pairwise_engines(), [&](const pairwise_engine& engine) {
    return engine.command == command && engine.name == name;
  });
  return found == pairwise_engines().end() ? nullptr : &*found;
}

}  // namespace exonweave::gpu
