#include <utility>

#include "gpu/device/devices.hpp"
#include "gpu/gapless/device_gapless.hpp"

namespace exonweave::gpu {
namespace {

class gapless_devices final : public spliced::gapless_finder {
 public:
  explicit gapless_devices(std::vector<std::unique_ptr<device_gapless>> devices) : devices_(std::move(devices)) {}

  std::vector<spliced::gapless_match> find(std::span<const spliced::residue_code> text, spliced::score least,
                                           const run_control& control) override {
    const auto open = spliced::open_text::pack(text);
    std::vector<std::vector<spliced::gapless_match>> found(devices_.size());
    const device_shares alike = share_jobs(std::vector<std::uint64_t>(devices_.size(), 1), devices_.size());
    run_shares(alike, [&](std::size_t d) {
      const std::size_t n = open.n_chunks(), first = n * d / devices_.size(), last = n * (d + 1) / devices_.size();
      found[d] = devices_[d]->find(open, first, last, least, control);
      for (spliced::gapless_match& each : found[d]) each.position = open.position_of(each.position);
    });
    for (std::size_t d = 1; d < found.size(); ++d) found[0].insert(found[0].end(), found[d].begin(), found[d].end());
    return std::move(found[0]);
  }

 private:
  std::vector<std::unique_ptr<device_gapless>> devices_;
};

}  // namespace

std::unique_ptr<spliced::gapless_finder> make_gapless_devices(const std::vector<int>& devices,
                                                              const spliced::gapless_queries& queries) {
  std::vector<std::unique_ptr<device_gapless>> made;
  for (const int device : devices) made.push_back(make_device_gapless(device, queries));
  return std::make_unique<gapless_devices>(std::move(made));
}

}  // namespace exonweave::gpu
