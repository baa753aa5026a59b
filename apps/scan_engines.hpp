// Which engine a scan is done by.
#pragma once

#include <memory>
#include <string>

#include "spliced/scan/scan_engine.hpp"

namespace exonweave::apps {

/// Their names with commas between them.
std::string scan_engine_words();

/// The one of that name; `auto`: the fastest that can run here. Throws bad_usage for a name that is none, no_usable_device.
std::unique_ptr<spliced::scan_engine> make_scan_engine(const std::string& name, unsigned n_threads);

/// Throws bad_usage where an engine does not take a scoring.
void check_scan_scoring(const spliced::scan_engine& engine, const spliced::scan_scoring& scoring);

}  // namespace exonweave::apps
