#include "spliced/sweep/sweep_machine.hpp"

#include <limits>

#include "spliced/engine/simd/tile_layout.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "spliced/sweep/sweep_machine.cpp"
#include <hwy/foreach_target.h>  // compiles this file once per instruction set
#include <hwy/highway.h>

#include "spliced/sweep/lane_backward-inl.hpp"
#include "spliced/sweep/lane_forward-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {
namespace {

template <class T>
sweep_machines make(const problem& p, const sweep_outline& outline, const lane_values& values,
                    std::size_t max_segments) {
  return {std::make_unique<lane_forward<T>>(p, outline, values, max_segments),
          std::make_unique<lane_backward<T>>(p, outline, values, max_segments)};
}

}  // namespace

sweep_machines make_machines(const problem& p, const sweep_outline& outline, const lane_values& values, bool is_narrow,
                             std::size_t max_segments) {
  return is_narrow ? make<std::int16_t>(p, outline, values, max_segments)
                   : make<std::int32_t>(p, outline, values, max_segments);
}

std::size_t lanes_of_16_bits() { return hn::Lanes(hn::ScalableTag<std::int16_t>()); }

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace exonweave::spliced {
namespace {

HWY_EXPORT(make_machines);
HWY_EXPORT(lanes_of_16_bits);

// What lanes of 16 bits hold of this target, and of what a gap over half of a vector costs.
std::optional<lane_values> narrow_values(const problem& p, const sweep_outline& outline) {
  const std::uint64_t columns = tile_layout::max_segments * (HWY_DYNAMIC_DISPATCH(lanes_of_16_bits)() / 2);
  if (columns * static_cast<std::uint64_t>(p.gaps.extend) > std::numeric_limits<std::int16_t>::max())
    return std::nullopt;
  return lane_values::narrow(p, path_weights_of(outline));
}

}  // namespace

std::optional<sweep_machines> make_sweep_machines(const problem& p, const sweep_outline& outline, bool is_narrow,
                                                  std::size_t max_segments) {
  const auto values = is_narrow ? narrow_values(p, outline) : lane_values::wide();
  if (!values) return std::nullopt;
  return HWY_DYNAMIC_DISPATCH(make_machines)(p, outline, *values, is_narrow,
                                             max_segments == 0 ? tile_layout::max_segments : max_segments);
}

}  // namespace exonweave::spliced
#endif
