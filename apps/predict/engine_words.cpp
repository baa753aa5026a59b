#include "predict/engine_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "gpu/engines/engines.hpp"

namespace exonweave::apps {
namespace {

template <class Predicate>
std::vector<std::string_view> engine_names_if(const Predicate& suits) {
  std::vector<std::string_view> names;
  for (const spliced::engine_facts& each : gpu::known_engines().facts())
    if (suits(each)) names.push_back(each.name);
  return names;
}

// As --memory takes it: "4G".
std::string memory_word(std::uint64_t bytes) {
  constexpr std::uint64_t mib = std::uint64_t{1} << 20, gib = std::uint64_t{1} << 30;
  return bytes % gib == 0 ? fmt::format("{}G", bytes / gib) : fmt::format("{}M", bytes / mib);
}

}  // namespace

std::string device_engine_words() {
  const auto names = engine_names_if([](const spliced::engine_facts& each) { return each.takes_devices; });
  return fmt::format("{}", fmt::join(names, " or "));
}

std::string automatic_engine_words() {
  auto names = engine_names_if([](const spliced::engine_facts& each) { return each.is_automatic; });
  const std::string usual(names.front());
  names.erase(names.begin());
  return names.empty() ? usual : fmt::format("{}, or {} where that is faster", usual, fmt::join(names, " or "));
}

std::string thread_memory_words() {
  const std::uint64_t usual = spliced::engine_facts{}.memory_per_thread;
  std::string words = memory_word(usual) + " per thread";
  for (const spliced::engine_facts& each : gpu::known_engines().facts())
    if (each.memory_per_thread != usual)
      words += fmt::format(", with {} {}", each.name, memory_word(each.memory_per_thread));
  return words;
}

}  // namespace exonweave::apps
