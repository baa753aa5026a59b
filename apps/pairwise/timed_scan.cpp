#include "pairwise/timed_scan.hpp"

#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "cli/stage_clock.hpp"

namespace exonweave::apps {
namespace {

class timed_opened final : public opened_scan {
 public:
  timed_opened(std::unique_ptr<opened_scan> opened, double n_residues, timed_pairwise& done)
      : opened_(std::move(opened)), n_residues_(n_residues), done_(done) {}

  std::vector<scan_hit> scan(std::span<const scan_query> queries, run_control* control) override {
    const stage_clock clock;
    auto hits = opened_->scan(queries, control);
    done_.seconds += clock.total();
    for (const scan_query& each : queries)
      done_.work += work_of_query(static_cast<double>(each.residues.size()), n_residues_);
    return hits;
  }

 private:
  std::unique_ptr<opened_scan> opened_;
  double n_residues_;
  timed_pairwise& done_;
};

}  // namespace

std::unique_ptr<opened_scan> timed_scan::open(const sequence_blocks& database, const scan_scoring& scoring) const {
  const auto n_residues =
      static_cast<double>(std::accumulate(database.lengths.begin(), database.lengths.end(), std::uint64_t{0}));
  const stage_clock clock;
  auto opened = engine_.open(database, scoring);
  done_.seconds += clock.total();
  done_.work[pairwise_unit::residue] += n_residues;
  return std::make_unique<timed_opened>(std::move(opened), n_residues, done_);
}

}  // namespace exonweave::apps
