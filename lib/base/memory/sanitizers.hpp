// Whether a build has the sanitizer of addresses, or any that has an allocator of its own. GCC and clang say it in two
// ways.
#pragma once

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
