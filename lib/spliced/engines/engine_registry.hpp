// The engines of a program by name: those of this library, and those that the program adds.
#pragma once

#include "spliced/engine/engine.hpp"
#include "spliced/engine/named_engines.hpp"

namespace exonweave::spliced {

using engine_registry = named_engines<engine, engine_facts>;

/// The fastest first: `simd`; `sequential`, the oracle.
const engine_registry& cpu_engines();

}  // namespace exonweave::spliced
