// What help and messages say of engines.
#include "catch.hpp"
#include "predict/engine_words.hpp"

using namespace exonweave::apps;

TEST_CASE("help says what auto takes, which engines take GPUs, and what memory threads have with each") {
  CHECK(automatic_engine_words() == "simd, or cuda where that is faster");
  CHECK(device_engine_words() == "cuda");
  CHECK(thread_memory_words() == "1G per thread, with cuda 4G");
}
