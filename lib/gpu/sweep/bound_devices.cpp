#include "gpu/sweep/bound_devices.hpp"

#include "gpu/device/devices.hpp"
#include "gpu/sweep/device_bounds.hpp"

namespace exonweave::gpu {
namespace {

using spliced::bound_job;

class bound_devices final : public spliced::bound_finder {
 public:
  explicit bound_devices(std::vector<std::unique_ptr<device_bounds>> devices) : devices_(std::move(devices)) {}

  [[nodiscard]] bool takes(const bound_job& job) const override { return devices_.front()->takes(job); }

  std::optional<spliced::window_bounds> find(std::span<const bound_job> jobs, run_control& control) override {
    std::vector<std::uint64_t> costs;
    for (const bound_job& each : jobs) costs.push_back(each.n_windows * (each.target.size() + 64));
    const device_shares shares = share_jobs(costs, devices_.size());
    spliced::window_bounds found(jobs.size());
    run_shares(shares, [&](std::size_t d) {
      std::vector<bound_job> mine;
      for (const std::size_t j : shares[d]) mine.push_back(jobs[j]);
      spliced::window_bounds of_mine = *devices_[d]->find(mine, control);
      for (std::size_t k = 0; k < mine.size(); ++k) found[shares[d][k]] = std::move(of_mine[k]);
    });
    return found;
  }

 private:
  std::vector<std::unique_ptr<device_bounds>> devices_;
};

}  // namespace

std::unique_ptr<spliced::bound_finder> make_bound_devices(const std::vector<int>& devices,
                                                          const spliced::bound_scoring& scoring,
                                                          std::span<const spliced::bound_stream> strands) {
  if (!can_bound(scoring)) return nullptr;
  std::vector<std::unique_ptr<device_bounds>> made;
  for (const int device : devices) made.push_back(make_device_bounds(device, scoring, strands));
  return std::make_unique<bound_devices>(std::move(made));
}

}  // namespace exonweave::gpu
