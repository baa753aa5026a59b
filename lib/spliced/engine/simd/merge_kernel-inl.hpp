// A row let into another one, element by element, however rows lie. Weights of merges may be anything: they saturate.
#if defined(EXONWEAVE_MERGE_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EXONWEAVE_MERGE_KERNEL_INL
#undef EXONWEAVE_MERGE_KERNEL_INL
#else
#define EXONWEAVE_MERGE_KERNEL_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace exonweave::spliced::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V>
HWY_INLINE V saturated_add(D, V a, V b) {
  if constexpr (sizeof(hn::TFromD<D>) == 2)
    return hn::SaturatedAdd(a, b);
  else
    return hn::Add(a, b);
}

/// dst = src + weight, raised to `lowest`, over `n` elements: planes one after the other.
template <class T>
HWY_INLINE void set_merged(T lowest, const T* src, T weight, std::size_t n, T* dst) {
  const hn::ScalableTag<T> d;
  const auto w = hn::Set(d, weight), low = hn::Set(d, lowest);
  for (std::size_t k = 0; k < n; k += hn::Lanes(d))
    hn::Store(hn::Max(saturated_add(d, hn::Load(d, src + k), w), low), d, dst + k);
}

/// dst = max(dst, src + weight). Most merges change nothing: those are only looked at, four vectors at a time.
template <class T>
HWY_INLINE void merge(const T* HWY_RESTRICT src, T weight, std::size_t n, T* HWY_RESTRICT dst) {
  const hn::ScalableTag<T> d;
  const auto w = hn::Set(d, weight);
  const std::size_t lanes = hn::Lanes(d);
  const auto grows = [&](std::size_t offset) HWY_ATTR {
    return hn::Gt(saturated_add(d, hn::Load(d, src + offset), w), hn::Load(d, dst + offset));
  };
  std::size_t k = 0;
  for (; k + 4 * lanes <= n; k += 4 * lanes)
    if (!hn::AllFalse(d,
                      hn::Or(hn::Or(grows(k), grows(k + lanes)), hn::Or(grows(k + 2 * lanes), grows(k + 3 * lanes)))))
      break;
  for (; k < n; k += lanes)
    hn::Store(hn::Max(hn::Load(d, dst + k), saturated_add(d, hn::Load(d, src + k), w)), d, dst + k);
}

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
