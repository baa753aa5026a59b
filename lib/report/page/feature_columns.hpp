// Features as columns of JSON.
#pragma once

#include "base/files/text_sink.hpp"
#include "report/features/feature_table.hpp"

namespace exonweave {

/// `genes`, `models` and `names`, those of targets, to which numbers of names lead. Columns that are empty throughout
/// are left out.
void write_gene_columns(const feature_table& table, const text_sink& sink);

/// `n` parts of each model, and `row`, the rows that these are, one model after another; where each row has one model,
/// they are in this order and `row` is left out. Then columns of the rows, among them `step`, from the start of the row
/// before.
void write_part_columns(const feature_table& table, const text_sink& sink);

}  // namespace exonweave
