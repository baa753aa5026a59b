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

/// to = from + weight, raised to `lowest`, over `n` elements: planes one behind the other.
template <class T>
HWY_INLINE void set_merged(T lowest, const T* from, T weight, std::size_t n, T* to) {
  const hn::ScalableTag<T> d;
  const auto w = hn::Set(d, weight), low = hn::Set(d, lowest);
  for (std::size_t k = 0; k < n; k += hn::Lanes(d))
    hn::Store(hn::Max(saturated_add(d, hn::Load(d, from + k), w), low), d, to + k);
}

/// to = max(to, from + weight). Most merges change nothing: those are only looked at.
template <class T>
HWY_INLINE void merge(const T* from, T weight, std::size_t n, T* to) {
  const hn::ScalableTag<T> d;
  const auto w = hn::Set(d, weight);
  const std::size_t lanes = hn::Lanes(d);
  std::size_t k = 0;
  while (k < n && hn::AllFalse(d, hn::Gt(saturated_add(d, hn::Load(d, from + k), w), hn::Load(d, to + k))))
    k += lanes;
  for (; k < n; k += lanes)
    hn::Store(hn::Max(hn::Load(d, to + k), saturated_add(d, hn::Load(d, from + k), w)), d, to + k);
}

}  // namespace exonweave::spliced::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
