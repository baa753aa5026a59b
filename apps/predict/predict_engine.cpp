#include "predict/predict_engine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "cli/device_options.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/engines/engines.hpp"
#include "runtime_model/times/expected_times.hpp"
#include "spliced/engines/engine_registry.hpp"

namespace exonweave::apps {

bool takes_devices(const engine_request& requested) {
  const spliced::engine_facts* const known = gpu::known_engines().find(requested.name);
  return known != nullptr && known->takes_devices;
}

void check_engine(const engine_request& requested) {
  const auto& [name, devices] = requested;
  if (!devices.empty() && !takes_devices(requested))
    throw bad_usage({.what = "--engine: numbers of GPUs without an engine that takes them",
                     .got = name,
                     .need = device_engine_words() + ", as in cuda:0,2"});
  if (name == "auto") return;
  const spliced::engine_facts* const known = gpu::known_engines().find(name);
  if (known != nullptr && known->is_of_gpu) check_devices(name, devices);
  if (known != nullptr) return;
  throw bad_usage({.what = "--engine: unknown engine",
                   .got = name,
                   .need = fmt::format("one of auto, {}", fmt::join(gpu::known_engines().names(), ", "))});
}

namespace {

// What is aligned of each strand of the sequences, as a part of its length: candidates alone, or all of it.
class aligned_parts {
 public:
  explicit aligned_parts(const predict_inputs& read) : catalog_(read.sequences.catalog()) {
    is_all_ = read.rules.models.base.blocks != block_mode::off;
    if (is_all_) return;
    nucleotides_.resize(catalog_.size());
    std::vector<std::array<std::int64_t, 2>> ends(catalog_.size());  // [sequences][strands] of what is counted
    for (const merged_exon& each : read.candidates.exons) {          // by their starts
      std::int64_t& end = ends[each.sequence][static_cast<std::size_t>(each.on)];
      const std::int64_t more = each.where.end - std::max(end, each.where.start);
      if (more <= 0) continue;
      nucleotides_[each.sequence][static_cast<std::size_t>(each.on)] += static_cast<double>(more);
      end = each.where.end;
    }
  }

  [[nodiscard]] double of(const alignment_task& on) const {
    if (is_all_) return 1;
    return nucleotides_[on.sequence][static_cast<std::size_t>(on.on)] /
           static_cast<double>(catalog_.length(on.sequence));
  }

 private:
  const sequence_catalog& catalog_;
  bool is_all_ = false;
  std::vector<std::array<double, 2>> nucleotides_;  // [sequences][strands]
};

// Less than a GPU takes to begin.
bool is_little(const placed_run& run) {
  constexpr double cells_of_thread = 1e9;
  const aligned_parts parts(run.inputs);
  double n_cells = 0;
  for (const alignment_task& each : run.cases())
    n_cells += parts.of(each) * static_cast<double>(count_cells(each, run.inputs.targets));
  return run.inputs.scale * n_cells < cells_of_thread * run.inputs.rules.threads.of_run;
}

}  // namespace

std::unique_ptr<spliced::engine> choose_engine(const placed_run& run, engine_warnings& warnings,
                                               const std::function<engine_seconds()>& expected) {
  const run_rules& rules = run.inputs.rules;
  const auto warn = [&warnings](const std::string& what) { warnings.add(what); };
  const spliced::engine_registry engines = gpu::make_engines({rules.engine.devices, warn});
  if (rules.engine.name != "auto") return engines.make(rules.engine.name);
  const auto automatic = automatic_engines(
      gpu::known_engines().facts(), [&run](const spliced::engine_facts& each) { return each.scope.takes(run.kind); });
  auto usual = engines.make(automatic.front()->name);
  const bool is_done = rules.is_merge;  // by parts
  if (is_done || automatic.size() == 1 || is_little(run) || !gpu::has_driver()) return usual;
  const spliced::engine_facts& fastest = fastest_engine(automatic, expected());
  if (fastest.is_of_gpu && !gpu::discover().why_none.empty()) return usual;
  try {
    return engines.make(fastest.name);
  } catch (const gpu::device_failure& error) {  // nobody requested it
    warn(std::string(error.what()) + "; the CPU does all");
  }
  return usual;
}

void check_scoring(const spliced::engine& engine, const chain_scoring& scoring) {
  const std::string why = engine.refusal(scoring.problem_on({}, {}));
  if (why.empty()) return;
  throw bad_usage({.what = fmt::format("--engine {}: {}", engine.name(), why),
                   .hint = "--scoring paper with nucleotide targets suits it; --engine auto takes everything"});
}

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
