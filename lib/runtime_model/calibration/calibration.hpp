// What `exonweave calibrate` has measured on a machine, and the file that keeps it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "pairwise/costs/pairwise_costs.hpp"
#include "runtime_model/calibration/machine.hpp"
#include "runtime_model/calibration/search_costs.hpp"
#include "spliced/costs/cost_model.hpp"

namespace exonweave {

/// Of an engine, for work of one kind; runs are results.
struct measured_costs {
  std::string engine;
  spliced::work_kind kind = spliced::work_kind::cdna_on_candidates;
  spliced::cost_model model{};
};

/// Of an engine of scan or align.
struct pairwise_costs {
  std::string command, engine;  // as pairwise_engine has them
  pairwise_prices model{};
};

struct calibration {
  std::string version;  // of the program that measured
  std::string date;     // 2026-11-24
  machine_traits machine;
  std::vector<measured_costs> costs;       // one for each engine and kind at most
  std::vector<pairwise_costs> pairwise{};  // one for each engine of scan and align at most
  std::optional<search_costs> search{};    // for loci and a gene model; nothing: not measured
  std::optional<bound_costs> bounds{};     // exhaustive sweeps; likewise

  /// Null where it was not measured; of the second: an engine of scan or align.
  [[nodiscard]] const measured_costs* find(std::string_view engine, spliced::work_kind kind) const;
  [[nodiscard]] const pairwise_costs* find(const pairwise_engine& engine) const;
};

/// A file that read_calibration() reads back to the same value, but for digits of seconds after the sixth.
std::string to_yaml(const calibration& measured);

/// Errors of the file, each with its line, go to `problems`: then what is returned has no meaning. Throws
/// missing_input, io_failure.
calibration read_calibration(const std::string& path, report& problems);

/// That which comes with the program, for who has not measured: of a server with AVX-512, its GPU engines of one with
/// an H100. On another machine all of an engine's times may be off by one factor: parts of a whole are not.
const calibration& usual_calibration();

/// Where a calibration is looked for that no option names: $EXONWEAVE_CALIBRATION, else exonweave/calibration.yaml in
/// $XDG_CONFIG_HOME, or in .config of $HOME. Empty where none of them is set.
std::string usual_calibration_path();

}  // namespace exonweave
