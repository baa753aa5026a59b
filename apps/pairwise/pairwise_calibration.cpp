#include "pairwise/pairwise_calibration.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/options.hpp"
#include "cli/timed_rounds.hpp"
#include "gpu/device/device_failure.hpp"
#include "gpu/device/devices.hpp"
#include "pairwise/engine_options.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"
#include "runtime_model/calibration/designed_pairs.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave::apps {
namespace {

class pairwise_timer {
 public:
  pairwise_timer(const pairwise_engine& engine, double seconds) : engine_(engine), seconds_(seconds) {}

  std::vector<timed_pairwise> measure() {
    engine_.command == "scan" ? measure_scan() : measure_align();
    return std::move(samples_);
  }

 private:
  // The first time takes what later ones do not: a GPU's kernels are loaded then.
  template <class Work>
  void time(const by_pairwise_unit& units, bool is_first, const Work& work) {
    const work_timer timer(engine_.is_of_gpu);
    work();
    if (!is_first) samples_.push_back({units, timer.seconds()});
  }

  [[nodiscard]] std::vector<int> devices() const {
    return engine_.is_of_gpu ? std::vector{gpu::first_usable_device()} : std::vector<int>();
  }

  // Two databases, so that what a query takes is distinguished from what a row takes.
  void measure_scan() {
    const std::size_t n_sequences = engine_.trial.n_sequences;
    drawn_sequences sequences;
    const designed_database small = sequences.database(n_sequences / 10), large = sequences.database(n_sequences);
    const auto engine = gpu::scan_engines({.devices = devices(), .warn = {}}).make(engine_.name);
    const auto matrix = spliced::named_protein_matrix("BLOSUM62").value();
    const spliced::gap_costs linear{0, 8}, affine{11, 1};
    const scan_scoring scoring{&matrix, engine_.needs_linear_gaps ? linear : affine};
    for_rounds(3, seconds_, [&](std::size_t round) {
      for (const designed_database* database : {&small, &large})
        time_scans(*engine, *database, scoring, round == 0, sequences);
    });
  }

  void time_scans(const scan_engine& engine, const designed_database& database, const scan_scoring& scoring,
                  bool is_first, drawn_sequences& sequences) {
    constexpr spliced::score least = 120;  // more than decoys score, less than many of the sequences can
    by_pairwise_unit opening;
    opening[pairwise_unit::residue] = database.n_residues;
    std::unique_ptr<opened_scan> opened;
    time(opening, is_first, [&] { opened = engine.open(database.blocks.view(), scoring); });
    for (const std::size_t length : designed_query_lengths) {
      const auto residues = sequences.protein(length);
      const std::vector<scan_query> queries(engine_.trial.n_queries, {residues, least});
      by_pairwise_unit work;
      for (std::size_t k = 0; k < queries.size(); ++k)
        work += work_of_query(static_cast<double>(length), database.n_residues);
      time(work, is_first, [&] { (void)opened->scan(queries, nullptr); });
    }
  }

  void measure_align() {
    engine_warnings failures;
    const auto matrix = spliced::dna_matrix(spliced::match_mismatch(2, -2));
    const auto engine = make_align_engine({std::string(engine_.name), devices()}, false, {&matrix, {0, 2}}, failures);
    drawn_sequences sequences;
    // Ascending, and from the first again, as long as there is time; the longest for fast engines.
    const std::size_t n_lengths = engine_.is_automatic ? designed_pair_lengths.size() : n_short_pair_lengths;
    for_rounds(n_short_pair_lengths, seconds_, [&](std::size_t k) {
      const auto [query, target] = sequences.pair(designed_pair_lengths[k % n_lengths]);
      for (const path_request path : {path_request::none, path_request::linear, path_request::affine}) {
        if (path == path_request::affine && engine_.needs_linear_gaps) continue;
        align_request request{query, target, {&matrix, {path == path_request::affine ? 5 : 0, 2}}};
        request.wants_path = path != path_request::none;
        request.memory = half_of_memory();
        time_pairs(*engine, request, path, k == 0);
      }
    });
    throw_if_failed(failures);
  }

  // Times of the CPU after a GPU are none of its own.
  static void throw_if_failed(const engine_warnings& failures) {
    report reported;
    failures.tell(reported);
    if (!reported.warnings().empty()) throw gpu::device_failure(reported.warnings().front());
  }

  // One pair, or as many times the same as are worth a batch.
  void time_pairs(const align_engine& engine, const align_request& request, path_request path, bool is_first) {
    const auto m = static_cast<double>(request.query.size()), n = static_cast<double>(request.target.size());
    const bool is_for_batch = engine.is_for_batch(request.query.size(), request.target.size(), request.scoring);
    if (engine_.max_cells > 0 && !is_for_batch) return;  // another engine's work
    std::vector<align_request> pairs(1, request);
    const batch_limits& batch = engine_.batch;
    if (is_for_batch)
      pairs.resize(std::clamp<std::size_t>(batch.max_cells / request.n_cells(), 1, batch.max_pairs), request);
    by_pairwise_unit work;
    for (std::size_t k = 0; k < pairs.size(); ++k)
      work += work_of_pair({m, n, path, static_cast<double>(request.scoring.substitution->largest())});
    time(work, is_first, [&] { is_for_batch ? (void)engine.align_all(pairs) : (void)engine.align(request); });
  }

  const pairwise_engine& engine_;
  double seconds_;
  std::vector<timed_pairwise> samples_;
};

}  // namespace

pairwise_prices measure_pairwise(const pairwise_engine& engine, double seconds) {
  constexpr double min_seconds = 1e-4;  // shorter samples are noise
  const auto samples = pairwise_timer(engine, seconds).measure();
  return spliced::fit_prices<pairwise_unit>(samples, min_seconds);
}

}  // namespace exonweave::apps
