// The chart of `exonweave estimate --plot`: predicted times of all results, by engine, and those that runs have taken.
#pragma once

#include <string>
#include <vector>

#include "foresight/estimate_report.hpp"
#include "foresight/times/time_chart.hpp"

namespace exonweave::apps {

/// `summaries` are files of predict --summary: of results that are in both the times that were taken stand beside those
/// that are predicted, in a panel for each engine that has a summary; without any all engines have one. What of them
/// has no place is warned of. Throws bad_data for a file that is no summary, missing_input.
time_chart chart_times(const run_estimate& found, predict_session& session, const std::vector<std::string>& summaries);

}  // namespace exonweave::apps
