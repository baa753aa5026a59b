// Runs a check once for every instruction set that vector code is compiled for and this processor has.
#pragma once

#include <hwy/targets.h>

#include "catch.hpp"

namespace exonweave::testing {

template <class Check>
void for_each_instruction_set(const Check& check) {
  const std::int64_t all = hwy::SupportedTargets();
  for (std::int64_t rest = all & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    const std::int64_t one = rest & -rest;
    INFO("instruction set " << hwy::TargetName(one));
    hwy::SetSupportedTargetsForTest(one);
    hwy::GetChosenTarget().Update(one);
    check();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace exonweave::testing
