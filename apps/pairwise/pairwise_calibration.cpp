#include "pairwise/pairwise_calibration.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/statistics/random_source.hpp"
#include "gpu/device/device_failure.hpp"
#include "gpu/device/devices.hpp"
#include "pairwise/align_engines.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"
#include "pairwise/scan/owned_blocks.hpp"
#include "shell/options.hpp"
#include "shell/timed_rounds.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave::apps {
namespace {

using codes = std::vector<spliced::residue_code>;

constexpr std::uint64_t seed = 19'700'048;  // any

codes draw(std::size_t length, const codes& letters, random_source& random) {
  codes made(length);
  for (auto& each : made) each = letters[random.below(letters.size())];
  return made;
}

// Nine of ten residues stay, one of fifty is lost.
codes relative_of(const codes& sequence, const codes& letters, random_source& random) {
  constexpr std::uint32_t changed = 100'000, lost = 20'000;  // per million
  codes made;
  for (const auto residue : sequence)
    if (!random.chance(lost)) made.push_back(random.chance(changed) ? letters[random.below(letters.size())] : residue);
  return made;
}

codes amino_acids() { return spliced::encode_protein(spliced::twenty_amino_acids); }

// Proteins of 1 to 800 residues.
struct made_database {
  made_database(std::size_t n_sequences, random_source& random) {
    constexpr std::size_t most = 800;
    for (std::size_t k = n_sequences; k > 0; --k) {
      const codes residues = draw(std::max<std::size_t>(1, most * k / n_sequences), amino_acids(), random);
      blocks.add(residues);
      n_residues += static_cast<double>(residues.size());
    }
  }
  spliced::owned_blocks blocks;
  double n_residues = 0;
};

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

  // Two databases, so that what a query takes is told from what a row takes.
  void measure_scan() {
    const std::size_t n_sequences = engine_.trial.n_sequences;
    random_source random(seed);
    const made_database small(n_sequences / 10, random), large(n_sequences, random);
    const auto engine = gpu::scan_engines({.devices = devices(), .warn = {}}).make(engine_.name);
    const auto matrix = spliced::named_protein_matrix("BLOSUM62").value();
    const spliced::gap_costs linear{0, 8}, affine{11, 1};
    const spliced::scan_scoring scoring{&matrix, engine_.needs_linear_gaps ? linear : affine};
    for_rounds(3, seconds_, [&](std::size_t round) {
      for (const made_database* database : {&small, &large})
        time_scans(*engine, *database, scoring, round == 0, random);
    });
  }

  void time_scans(const spliced::scan_engine& engine, const made_database& database,
                  const spliced::scan_scoring& scoring, bool is_first, random_source& random) {
    constexpr spliced::score least = 120;  // more than decoys score, less than many of the sequences can
    by_pairwise_unit opening;
    opening[pairwise_unit::residue] = database.n_residues;
    std::unique_ptr<spliced::opened_scan> opened;
    time(opening, is_first, [&] { opened = engine.open(database.blocks.view(), scoring); });
    for (const std::size_t length : {60u, 150u, 400u, 1'000u, 2'500u}) {
      const codes residues = draw(length, amino_acids(), random);
      const std::vector<spliced::scan_query> queries(engine_.trial.n_queries, {residues, least});
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
    const codes bases = spliced::encode_dna("ACGT");
    random_source random(seed);
    // Ascending, and from the first again, as long as there is time; the longest for fast engines.
    constexpr std::array<std::size_t, 6> lengths{100, 300, 1'000, 3'000, 10'000, 30'000};
    constexpr std::size_t fewest = 4;
    const std::size_t n_lengths = engine_.is_automatic ? lengths.size() : fewest;
    for_rounds(fewest, seconds_, [&](std::size_t k) {
      const codes query = draw(lengths[k % n_lengths], bases, random);
      const codes target = relative_of(query, bases, random);
      for (const path_wish path : {path_wish::none, path_wish::linear, path_wish::affine}) {
        if (path == path_wish::affine && engine_.needs_linear_gaps) continue;
        spliced::align_request request{query, target, {&matrix, {path == path_wish::affine ? 5 : 0, 2}}};
        request.wants_path = path != path_wish::none;
        request.memory = half_of_memory();
        time_pairs(*engine, request, path, k == 0);
      }
    });
    throw_if_failed(failures);
  }

  // Times of the CPU behind a GPU are none of its own.
  static void throw_if_failed(const engine_warnings& failures) {
    report told;
    failures.tell(told);
    if (!told.warnings().empty()) throw gpu::device_failure(told.warnings().front());
  }

  // One pair, or as many times the same as are worth a batch.
  void time_pairs(const spliced::align_engine& engine, const spliced::align_request& request, path_wish path,
                  bool is_first) {
    const auto m = static_cast<double>(request.query.size()), n = static_cast<double>(request.target.size());
    const bool is_for_batch = engine.is_for_batch(request.query.size(), request.target.size(), request.scoring);
    if (engine_.most_cells > 0 && !is_for_batch) return;  // another engine's work
    std::vector<spliced::align_request> pairs(1, request);
    const batch_limits& batch = engine_.batch;
    if (is_for_batch)
      pairs.resize(std::clamp<std::size_t>(batch.most_cells / request.n_cells(), 1, batch.most_pairs), request);
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
  constexpr double least_seconds = 1e-4;  // shorter samples are noise
  const auto samples = pairwise_timer(engine, seconds).measure();
  return spliced::fit_prices<pairwise_unit>(samples, least_seconds);
}

}  // namespace exonweave::apps
