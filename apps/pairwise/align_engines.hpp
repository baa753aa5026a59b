// Which engine aligns pairs of sequences.
#pragma once

#include <memory>

#include "cli/engine_warnings.hpp"
#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine_options.hpp"

namespace exonweave::apps {

/// `of_gpu`, and `of_cpu` for what a device failure of `of_gpu` leaves undone, with a warning: all from then on, but
/// where its memory was exceeded. `warnings` must outlive it.
std::unique_ptr<align_engine> with_cpu_after(std::unique_ptr<align_engine> of_gpu, std::unique_ptr<align_engine> of_cpu,
                                             engine_warnings& warnings);

/// The one of that name, which is not `auto`. Those of GPUs that `auto` may take have the CPU after them; one that
/// nobody requested (`is_automatic`) may fail to begin as well. Throws bad_usage where an engine does not take the
/// scoring, device_failure where it cannot begin.
std::unique_ptr<align_engine> make_align_engine(const pairwise_engine_options& options, bool is_automatic,
                                                const align_scoring& scoring, engine_warnings& warnings);

}  // namespace exonweave::apps
