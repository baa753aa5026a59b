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
    alignas(64) static constexpr auto lanes = [] {
      std::array<std::int16_t, 32> index{};
      for (int i = 0; i < 32; ++i) index[static_cast<std::size_t>(i)] = static_cast<std::int16_t>((i - N) & 31);
      return index;
    }();
    return V{_mm512_mask_permutexvar_epi16(fill.raw, static_cast<__mmask32>(~0u << N), _mm512_load_si512(lanes.data()),
                                           v.raw)};
  } else {
    alignas(64) static constexpr auto lanes = [] {
      std::array<std::int32_t, 16> index{};
      for (int i = 0; i < 16; ++i) index[static_cast<std::size_t>(i)] = (i - N) & 15;
      return index;
    }();
    return V{_mm512_mask_permutexvar_epi32(fill.raw, static_cast<__mmask16>(0xFFFFu << N),
                                           _mm512_load_si512(lanes.data()), v.raw)};
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

#if HWY_TARGET != HWY_SCALAR
/// Passes 16-bit values through the lanes of a vector: one comes in at lane 0, one goes out at lane `last`. What comes
/// in is read with its neighbours, as a pair fills a vector without a shuffle; what goes out may overwrite the one
/// after it, and is written before `entering` is read.
class lane_passage {
 public:
  using tag = hn::ScalableTag<std::int16_t>;
  using vector = hn::Vec<tag>;

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  HWY_INLINE lane_passage(std::size_t last, std::int16_t*) {
    alignas(64) std::array<std::int16_t, 32> index;
    for (int i = 0; i < 32; ++i) index[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(i - 1);
    index[0] = static_cast<std::int16_t>(last);
    rotation_ = _mm512_load_si512(index.data());
  }

  /// v's lanes moved up by one; `out` gets lane `last` of v.
  HWY_INLINE vector pass(vector v, const std::int16_t* entering, std::int16_t* out) const {
    const __m512i rotated = _mm512_permutexvar_epi16(rotation_, v.raw);
    _mm_storeu_si32(out, _mm512_castsi512_si128(rotated));  // a pair: no port but that of stores
    return vector{_mm512_mask_mov_epi16(rotated, 1, pair_of(entering).raw)};
  }

 private:
  __m512i rotation_;
#else
  /// `lanes`: scratch, [lanes] aligned.
  HWY_INLINE lane_passage(std::size_t last, std::int16_t* lanes) : lanes_(lanes), last_(last) {}

  // To store all lanes and to load one again costs no shuffle.
  HWY_INLINE vector pass(vector v, const std::int16_t* entering, std::int16_t* out) const {
    hn::Store(v, tag(), lanes_);
    *out = lanes_[last_];
    return lanes_up<1>(tag(), v, pair_of(entering - 1));  // takes the upper of a pair
  }

 private:
  std::int16_t* lanes_;
  std::size_t last_;
#endif
  // Even lanes *first, odd ones what follows.
  static HWY_INLINE vector pair_of(const std::int16_t* first) {
    const hn::Repartition<std::int32_t, tag> pairs;
    std::int32_t pair;
    std::memcpy(&pair, first, sizeof pair);
    return hn::BitCast(tag(), hn::Set(pairs, pair));
  }
};
#endif

/// The highest lane.
template <class D, class V>
HWY_INLINE hn::TFromD<D> last_lane(D d, V v) {
  return hn::ExtractLane(v, hn::Lanes(d) - 1);
}

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
