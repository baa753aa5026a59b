#include "scan_engines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "exons/io/report.hpp"
#include "spliced/scan/parasail_scan.hpp"

namespace exonweave::apps {
namespace {

spliced::scan_registry all_engines(unsigned n_threads) {
  spliced::scan_registry made;
  made.add("scan-cpu", [n_threads] { return spliced::make_parasail_scan(n_threads); });
  return made;
}

}  // namespace

std::string scan_engine_words() { return fmt::format("{}", fmt::join(all_engines(1).names(), ", ")); }

std::unique_ptr<spliced::scan_engine> make_scan_engine(const std::string& name, unsigned n_threads) {
  const spliced::scan_registry engines = all_engines(n_threads);
  if (name == "auto") return engines.make("scan-cpu");
  const auto names = engines.names();
  if (std::ranges::find(names, name) == names.end())
    throw bad_usage({{}, "--engine: unknown engine", name, "one of auto, " + scan_engine_words(), ""});
  return engines.make(name);
}

void check_scan_scoring(const spliced::scan_engine& engine, const spliced::scan_scoring& scoring) {
  const std::string why = engine.refusal(scoring);
  if (!why.empty())
    throw bad_usage(
        {{}, fmt::format("--engine {}: {}", engine.name(), why), "", "", "--engine auto takes everything"});
}

}  // namespace exonweave::apps
