// Which engine a scan is done by.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pairwise/scan/scan_engine.hpp"

namespace exonweave::apps {

struct scan_engine_options {
  std::string engine = "auto";
  std::vector<int> devices;  // of GPU engines; empty: all that are usable
  unsigned n_threads = 1;
};

/// Refuses, before anything is read, an engine that does not exist (bad_usage) or cannot run here (no_usable_device).
void check_scan_engine(const scan_engine_options& options);

/// The one that is named, which is not `auto`. Needs check_scan_engine() to have passed.
std::unique_ptr<spliced::scan_engine> make_scan_engine(const scan_engine_options& options);

/// Throws bad_usage where an engine does not take a scoring.
void check_scan_scoring(const spliced::scan_engine& engine, const spliced::scan_scoring& scoring);

}  // namespace exonweave::apps
