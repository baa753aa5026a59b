// Which engine a scan or an alignment of pairs is done by, as the command line says it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/engine_choice.hpp"
#include "pairwise/align/align_engine.hpp"

namespace exonweave::apps {

struct pairwise_engine_options {
  std::string engine = "auto";
  std::vector<int> devices;  // of GPU engines; empty: all that are usable
};

/// Adds --engine and --devices. `command` is "scan" or "align", here and below; its engines are listed in the help.
void add_engine_options(CLI::App& app, std::string_view command, pairwise_engine_options& options);

/// Refuses, before anything is read, an engine that does not exist (bad_usage) or cannot run here (no_usable_device).
void check_engine_options(std::string_view command, const pairwise_engine_options& options);

/// Throws bad_usage where an engine takes no such scoring: `refusal` is why, empty where it does.
void refuse_scoring(std::string_view engine, const std::string& refusal);

// Which engine aligns pairs of sequences.

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
