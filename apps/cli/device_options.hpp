// Which engine computes, and on which GPUs.
#pragma once

#include <algorithm>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "cli/command_line.hpp"

namespace exonweave::apps {

struct named_engine {
  std::string_view name;
  bool is_automatic = false;  // `auto` may take it
};

/// An engine by its name, and the GPUs that it works on; empty: all that are usable.
struct engine_choice {
  std::string& name;
  std::vector<int>& devices;
};

/// Adds -e,--engine NAME[:N,...], whose defaults `engine` has, and --devices N,... of earlier versions. --help shows
/// auto and the engines that it may take, --help-all every one.
void add_engine_option(CLI::App& command, engine_choice engine, const std::vector<named_engine>& engines,
                       const std::string& help);

/// Refuses, before anything is read, GPUs that are not there, or cannot be used, for `--engine engine`. Throws
/// no_usable_device.
void check_devices(const std::string& engine, const std::vector<int>& devices);

// The GPUs of this machine, for those that price engines of GPUs or choose one.

/// Names of the GPUs of this machine that can be used.
std::vector<std::string> usable_gpus();

// How an engine is chosen, and of which ones an estimate reports, whatever they compute: those of predict, of scan and
// of align.

/// Those of which `suits` is true, in their order.
template <class Facts, class Predicate>
std::vector<const Facts*> engines_if(const std::vector<Facts>& all, const Predicate& suits) {
  std::vector<const Facts*> found;
  for (const Facts& each : all)
    if (suits(each)) found.push_back(&each);
  return found;
}

/// Those of them that `auto` may take. Registries have those of the CPU first, and of each kind the fastest first.
template <class Facts, class Predicate>
std::vector<const Facts*> automatic_engines(const std::vector<Facts>& all, const Predicate& suits) {
  return engines_if(all, [&](const Facts& each) { return each.is_automatic && suits(each); });
}

/// The first of those that are equally fast; there is one at least. `expected` are the seconds of a run with one.
template <class Facts, class Seconds>
const Facts& fastest_engine(const std::vector<const Facts*>& engines, const Seconds& expected) {
  return **std::ranges::min_element(engines, {}, [&](const Facts* each) { return expected(*each); });
}

/// Those that could do a run: that suit it and have their device here, or were measured on this machine. And the one of
/// `all` that is taken.
template <class Facts, class Predicate, class Measured>
std::vector<const Facts*> engines_to_estimate(const std::vector<Facts>& all, const Facts& taken, bool has_gpu,
                                              const Predicate& suits, const Measured& is_measured) {
  return engines_if(all, [&](const Facts& each) {
    const bool has_device = !each.is_of_gpu || has_gpu;
    return &each == &taken || (suits(each) && (has_device || is_measured(each)));
  });
}

// Warnings of engines, kept until they are reported with all others of a run.

/// What engines say while they work, on any thread.
class engine_warnings {
 public:
  void add(const std::string& what);
  /// When nobody adds any more.
  void tell(report& problems) const;

 private:
  std::mutex mutex_;
  std::vector<std::string> reported_;
};

}  // namespace exonweave::apps
