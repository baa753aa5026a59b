// The allocator of this build: whether a sanitizer stands in its place, and how it keeps memory that was freed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>  // which reports whether the C library is glibc
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Whether a build has the sanitizer of addresses, or any that has an allocator of its own. GCC and clang say it in two
// ways.
#if defined(__SANITIZE_ADDRESS__)
#define EXONWEAVE_SANITIZES_ADDRESSES
#elif defined(__SANITIZE_THREAD__)
#define EXONWEAVE_SANITIZES_THREADS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EXONWEAVE_SANITIZES_ADDRESSES
#elif __has_feature(thread_sanitizer)
#define EXONWEAVE_SANITIZES_THREADS
#endif
#endif

#if defined(EXONWEAVE_SANITIZES_ADDRESSES) || defined(EXONWEAVE_SANITIZES_THREADS)
#define EXONWEAVE_SANITIZES
#endif

namespace exonweave {

/// From now on, up to so many bytes. Rows come and go by the megabyte, target after target: what one lets go the next
/// takes again, without the system clearing the pages each time. Does nothing with a C library other than glibc.
inline void keep_freed_memory([[maybe_unused]] std::uint64_t max_bytes) {
#ifdef __GLIBC__
  constexpr std::uint64_t largest_in_heap = 32 << 20, max_kept = 512 << 20;  // bytes
  mallopt(M_MMAP_THRESHOLD, static_cast<int>(std::min(largest_in_heap, max_bytes)));
  mallopt(M_TRIM_THRESHOLD, static_cast<int>(std::min(max_kept, max_bytes)));
#endif
}

/// What all threads have let go is the system's again: after a stage of a run, whose memory the next one takes by
/// other threads, or in other pieces.
inline void give_back_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace exonweave
