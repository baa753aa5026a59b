// Where a device writes down rows of an alignment. Plain C++: kernels write there, hosts read it through device_memory_reader.
#pragma once

#include <cstddef>
#include <cstdint>

namespace exonweave::gpu {

/// Pointers are the device's. In the order of the program's steps, one of which is made at a time.
struct kept_rows_places {
  std::uint32_t* saved =
      nullptr;                   // checkpoints: [rows][tiles][row_words()], those of each behind those before
  std::int32_t* best = nullptr;  // [steps] the largest S of each row
  std::int32_t* ends = nullptr;  // [steps] of S + behind; null where that is S, or nobody asks
  std::int16_t* bounds = nullptr;  // [bounded][n_ranges] row_maxima::by_range
  std::int32_t bound_origin = 0;   // column_ranges::origin
  std::uint32_t n_ranges = 0;
};

/// Memory of a device that stays as it is while somebody holds this.
class device_memory_reader {
 public:
  virtual ~device_memory_reader() = default;
  /// Any thread may read. Throws device_failure.
  virtual void read(const void* from, std::size_t bytes, void* to) const = 0;
};

}  // namespace exonweave::gpu
