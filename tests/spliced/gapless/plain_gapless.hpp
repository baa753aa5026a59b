// Matches without gaps cell by cell, as gapless_layout.hpp defines them: what GPUs must find.
#pragma once

#include <algorithm>
#include <vector>

#include "spliced/gapless/gapless_layout.hpp"

namespace exonweave::testing {

class plain_gapless final : public spliced::gapless_finder {
 public:
  explicit plain_gapless(const spliced::gapless_queries& queries, std::size_t block_length = 32)
      : strips_(spliced::query_strips::pack(queries, block_length)) {}

  std::vector<spliced::gapless_match> find(std::span<const spliced::residue_code> text, spliced::score least,
                                           const run_control& control) override {
    const auto open = spliced::open_text::pack(text);
    std::vector<spliced::gapless_match> found;
    for (std::size_t strip = 0; strip < strips_.n_strips(); ++strip)
      for (std::size_t chunk = 0; chunk < open.n_chunks(); ++chunk) {
        control.throw_if_stopped();
        const auto hits = filter(strip, open, chunk, least);
        for (std::size_t h = 0; h < hits.size(); ++h)
          if (hits[h]) locate(strip, h % n_blocks, open, chunk, h / n_blocks, least, found);
      }
    return found;
  }

 private:
  static constexpr auto n_blocks = spliced::gapless::n_blocks;
  static constexpr auto window_length = spliced::gapless::window_length;

  [[nodiscard]] const std::uint8_t* letters_of(std::size_t strip) const {
    return &strips_.letters[strip * strips_.strip_length()];
  }
  static spliced::score score_of(std::uint8_t query, std::uint8_t text) {
    return spliced::gapless::scores()[query][text];
  }

  // [windows of the chunk][blocks]
  [[nodiscard]] std::vector<bool> filter(std::size_t strip, const spliced::open_text& open, std::size_t chunk,
                                         spliced::score least) const {
    using namespace spliced::gapless;
    std::vector<bool> hits(windows_of_chunk * n_blocks);
    const std::uint8_t* const query = letters_of(strip);
    const std::size_t n_pairs = strips_.strip_length() / 2;
    for (std::size_t shift = 0; shift < 2; ++shift) {
      std::vector<spliced::score> h(n_pairs, 0);
      const std::uint8_t* const text = &open.letters[margin + chunk * chunk_length - context + shift];
      for (std::size_t step = 0; step < (context + chunk_length) / 2; ++step)
        for (std::size_t p = n_pairs; p-- > 0;) {
          spliced::score both =
              std::max(of_end, score_of(query[2 * p], text[2 * step]) + score_of(query[2 * p + 1], text[2 * step + 1]));
          if (2 * p % strips_.block_length >= strips_.block_length / 2) both = rounded_to_e5m2(both);
          h[p] = std::max(0, (p > 0 ? h[p - 1] : 0) + both);
          if (2 * step >= context && h[p] >= least - pair_loss)
            hits[(2 * step - context) / window_length * n_blocks + 2 * p / strips_.block_length] = true;
        }
    }
    return hits;
  }

  void locate(std::size_t strip, std::size_t block, const spliced::open_text& open, std::size_t chunk,
              std::size_t window, spliced::score least, std::vector<spliced::gapless_match>& found) const {
    using namespace spliced::gapless;
    const std::uint32_t place = strips_.places[strip * n_blocks + block];
    if (place == spliced::query_strips::no_place) return;
    const std::size_t first = block * strips_.block_length;
    const std::size_t begin = margin + chunk * chunk_length + window * window_length;
    const std::uint8_t* const query = letters_of(strip) + first;
    spliced::gapless_match best;
    for (std::size_t t = 0; t <= window_length; ++t)
      for (std::size_t c = 0; c < strips_.block_length; ++c) {
        spliced::score h = 0;
        for (std::size_t k = std::min(context, first) + c + 1; k-- > 0;)
          h = std::max(0, h + score_of(*(query + c - k), open.letters[begin + t - k]));
        if (h > best.value) best = {static_cast<std::uint32_t>(begin + t), place + static_cast<std::uint32_t>(c), h};
      }
    if (best.value < least) return;
    best.position = open.position_of(best.position);
    found.push_back(best);
  }

  spliced::query_strips strips_;
};

}  // namespace exonweave::testing
