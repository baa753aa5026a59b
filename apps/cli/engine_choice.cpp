#include "cli/engine_choice.hpp"

namespace exonweave::apps {

void engine_warnings::add(const std::string& what) {
  const std::lock_guard lock(mutex_);
  reported_.push_back(what);
}

void engine_warnings::tell(report& problems) const {
  for (const std::string& what : reported_) problems.warn({.what = what});
}

}  // namespace exonweave::apps
