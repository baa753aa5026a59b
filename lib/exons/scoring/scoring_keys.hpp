// The keys of a scoring file that hold one value: how each is read, checked and written, in one table.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "exons/scoring/scoring_options.hpp"
#include "exons/settings/setting_values.hpp"

namespace exonweave {

struct scoring_key {
  std::string_view name;
  /// Sets the option from the value's text. `is_plain`: without quotes, as numbers and truth values must be. `unit`:
  /// the finest that costs may be.
  std::function<value_fault(scoring_options&, std::string_view text, bool is_plain, score_unit unit)> set;
  /// The option's value in JSON.
  std::function<std::string(const scoring_options&)> json;
  bool is_for_proteins = false;  // DNA targets have no use for it
};

/// In the order in which they are written.
std::span<const scoring_key> scoring_keys();

}  // namespace exonweave
