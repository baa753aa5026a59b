#include "gpu/engines.hpp"

#include "gpu/literal/literal_engine.hpp"

namespace exonweave::gpu {

void add_engines(spliced::engine_registry& to) {
  to.add("cuda-intra", [] { return make_literal_engine(parallelism::intra); });
  to.add("cuda-inter", [] { return make_literal_engine(parallelism::inter); });
}

}  // namespace exonweave::gpu
