// Runs a check once for every instruction set that vector code is compiled for and this processor has, newest first.
#pragma once

#ifndef HWY_WANT_AVX3_DL
#define HWY_WANT_AVX3_DL  // some vector code is compiled for it as well; other code takes the next older one there
#endif
#include <hwy/targets.h>

#include <cstdint>

#include "catch.hpp"

namespace exonweave::testing {

inline std::int64_t instruction_sets_here() {
  static const std::int64_t all = hwy::SupportedTargets();  // asks the processor each time
  return all & HWY_TARGETS;
}

/// Vector code uses this set, or an older one where it is not compiled for it, while it lives, also when a check fails.
class chosen_instruction_set {
 public:
  explicit chosen_instruction_set(std::int64_t one) { use(one, -one & instruction_sets_here()); }
  ~chosen_instruction_set() { use(0, instruction_sets_here()); }
  chosen_instruction_set(const chosen_instruction_set&) = delete;
  chosen_instruction_set& operator=(const chosen_instruction_set&) = delete;

 private:
  static void use(std::int64_t forced, std::int64_t sets) {
    hwy::SetSupportedTargetsForTest(forced);
    hwy::GetChosenTarget().Update(sets);
  }
};

template <class Check>
void for_each_instruction_set(const Check& check) {
  for (std::int64_t rest = instruction_sets_here(); rest != 0; rest &= rest - 1) {
    const std::int64_t one = rest & -rest;
    INFO("instruction set " << hwy::TargetName(one));
    const chosen_instruction_set chosen(one);
    check();
  }
}

}  // namespace exonweave::testing
