#include "pairwise/engine_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "pairwise/gpu/pairwise_engines.hpp"

namespace exonweave::apps {
namespace {

std::string words_of(std::string_view command, bool of_gpu_alone) {
  std::vector<std::string_view> names;
  for (const pairwise_engine& each : gpu::pairwise_engines())
    if (each.command == command && (each.is_of_gpu || !of_gpu_alone)) names.push_back(each.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string engine_words(std::string_view command) { return words_of(command, false); }

std::string gpu_engine_words(std::string_view command) { return words_of(command, true); }

}  // namespace exonweave::apps
