// Lanes moved up, over all 128-bit blocks of a vector, which Highway 1.0 has only within blocks: by the processor's own
// instructions where there are wider vectors, else by Highway's.
// No include guard of the usual kind: compiled once per instruction set.
#if defined(EXONWEAVE_LANE_SHIFT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EXONWEAVE_LANE_SHIFT_INL
#undef EXONWEAVE_LANE_SHIFT_INL
#else
#define EXONWEAVE_LANE_SHIFT_INL
#endif

#include <hwy/highway.h>

#include <array>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
/// Lane i takes lane i - N of v; the lowest N take those of `fill`.
template <int N, class D, class V>
HWY_INLINE V lanes_up(D, V v, V fill) {
  if constexpr (sizeof(hn::TFromD<D>) == 2) {
    alignas(64) static constexpr auto from = [] {
      std::array<std::int16_t, 32> index{};
      for (int i = 0; i < 32; ++i)
        index[static_cast<std::size_t>(i)] = static_cast<std::int16_t>((i - N) & 31);
      return index;
    }();
    return V{_mm512_mask_permutexvar_epi16(fill.raw, static_cast<__mmask32>(~0u << N),
                                           _mm512_load_si512(from.data()), v.raw)};
  } else {
    alignas(64) static constexpr auto from = [] {
      std::array<std::int32_t, 16> index{};
      for (int i = 0; i < 16; ++i) index[static_cast<std::size_t>(i)] = (i - N) & 15;
      return index;
    }();
    return V{_mm512_mask_permutexvar_epi32(fill.raw, static_cast<__mmask16>(0xFFFFu << N),
                                           _mm512_load_si512(from.data()), v.raw)};
  }
}
#elif HWY_TARGET == HWY_AVX2
template <int N, class D, class V>
HWY_INLINE V lanes_up(D, V v, V fill) {
  constexpr int bytes = N * static_cast<int>(sizeof(hn::TFromD<D>));
  const __m256i below = _mm256_permute2x128_si256(fill.raw, v.raw, 0x20);  // fill's low half, then v's
  if constexpr (bytes == 16)
    return V{below};
  else  // the bytes of `fill` that come in are all alike
    return V{_mm256_alignr_epi8(v.raw, below, 16 - bytes)};
}
#elif HWY_TARGET == HWY_SCALAR
template <int N, class D, class V>
HWY_INLINE V lanes_up(D, V, V fill) {
  return fill;
}
#else
template <int N, class D, class V>
HWY_INLINE V lanes_up(D d, V v, V fill) {
  static_assert(HWY_MAX_BYTES == 16, "one block");
  return hn::CombineShiftRightBytes<16 - N* static_cast<int>(sizeof(hn::TFromD<D>))>(d, v, fill);
}
#endif

/// Lane 0 becomes `first`, the others move up by one.
template <class D, class V>
HWY_INLINE V shift_in(D d, V v, hn::TFromD<D> first) {
  return lanes_up<1>(d, v, hn::Set(d, first));
}

/// Lane 0 becomes *first, the others move up by one. The elements before and behind *first are read, too: to fill pairs of
/// lanes is a load alone, to fill lanes is a shuffle besides.
template <class D, class V>
HWY_INLINE V shift_in_from(D d, V v, const std::int16_t* first) {
#if HWY_TARGET == HWY_SCALAR
  return hn::Set(d, *first);
#else
  constexpr bool fills_from_even =
      HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86;  // lanes_up takes lane 0 of the fill
  const hn::Repartition<std::int32_t, D> pairs;
  std::int32_t pair;
  std::memcpy(&pair, first - (fills_from_even ? 0 : 1), sizeof pair);
  return lanes_up<1>(d, v, hn::BitCast(d, hn::Set(pairs, pair)));
#endif
}

/// The highest lane.
template <class D, class V>
HWY_INLINE hn::TFromD<D> last_lane(D d, V v) {
  return hn::ExtractLane(v, hn::Lanes(d) - 1);
}

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
