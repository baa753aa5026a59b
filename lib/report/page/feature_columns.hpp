// Features as columns of JSON: a list for each property. An object for each feature would take a multiple of that.
#pragma once

#include <nlohmann/json.hpp>

#include "report/features/feature_table.hpp"

namespace exonweave {

/// `genes`, `models` and `names`, those of targets, to which numbers of names lead. Columns that are empty throughout
/// are left out.
nlohmann::ordered_json gene_columns(const feature_table& table);

/// Of all models, one after another: `n` parts of each model, and columns of these.
nlohmann::ordered_json part_columns(const feature_table& table);

}  // namespace exonweave
