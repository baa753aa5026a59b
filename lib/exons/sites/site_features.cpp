#include "exons/sites/site_features.hpp"

#include <fmt/format.h>

#include <string_view>

#include "base/files/percent_encoding.hpp"

namespace exonweave {
namespace {

interval forward_of(interval where, strand on, std::int64_t length) {
  return on == strand::forward ? where : flip(where, length);
}

// Turns the roles of blocks into rows.
class block_rows {
 public:
  block_rows(strand on, std::int64_t length) : on_(on), length_(length) {}

  void add(const coding_block& block) {
    if (block.may_begin) {
      add(block, exon_type::initial, block.open & 1, block.begins + block.goes_on);
      add(block, exon_type::single, block.closed & 1, block.begins);
    }
    if (block.may_follow) {
      add(block, exon_type::internal, block.open, block.follows + block.goes_on);
      add(block, exon_type::terminal, block.closed, block.follows);
    }
  }

  std::vector<site_feature> finish() { return std::move(rows_); }

 private:
  void add(const coding_block& block, exon_type type, int phases, spliced::score score) {
    for (std::int8_t phase = 0; phase < 3; ++phase)
      if (has_phase(static_cast<phase_set>(phases), phase))
        rows_.push_back({.where = forward_of(block.where, on_, length_),
                         .on = on_,
                         .is = site_feature::kind::block,
                         .type = type,
                         .phase = phase,
                         .score = score});
  }

  strand on_;
  std::int64_t length_;
  std::vector<site_feature> rows_;
};

std::string_view so_term(site_feature::kind kind) {
  switch (kind) {
    case site_feature::kind::start_codon:
      return "start_codon";
    case site_feature::kind::donor:
      return "five_prime_cis_splice_site";
    case site_feature::kind::acceptor:
      return "three_prime_cis_splice_site";
    case site_feature::kind::stop_codon:
      return "stop_codon";
    case site_feature::kind::block:
      break;
  }
  return "coding_exon";
}

std::string attributes_of(const site_feature& feature, std::uint64_t number) {
  if (feature.is == site_feature::kind::block)
    return fmt::format("ID=block{};exon_type={}", number, to_string(feature.type));
  return feature.family == splice_family::minor ? "family=minor" : ".";
}

}  // namespace

std::vector<site_feature> features_of(const strand_sites& sites, strand on, std::int64_t length) {
  std::vector<site_feature> rows;
  const auto add = [&](const scored_site& site, site_feature::kind kind, interval where) {
    rows.push_back(
        {.where = forward_of(where, on, length), .on = on, .is = kind, .family = site.family, .score = site.weight});
  };
  for (const auto& site : sites.acceptors)
    add(site, site_feature::kind::acceptor, {site.position - n_site_bases, site.position});
  for (const auto& site : sites.donors)
    add(site, site_feature::kind::donor, {site.position, site.position + n_site_bases});
  for (const auto& site : sites.starts)
    add(site, site_feature::kind::start_codon, {site.position, site.position + codon_size});
  return rows;
}

std::vector<site_feature> features_of_stops(const std::vector<std::int64_t>& stops, strand on, std::int64_t length) {
  std::vector<site_feature> rows;
  for (const std::int64_t position : stops)
    rows.push_back({.where = forward_of({position, position + codon_size}, on, length),
                    .on = on,
                    .is = site_feature::kind::stop_codon});
  return rows;
}

std::vector<site_feature> features_of(const std::vector<coding_block>& blocks, strand on, std::int64_t length) {
  block_rows rows(on, length);
  for (const auto& block : blocks) rows.add(block);
  return rows.finish();
}

std::string gff3_row(const site_feature& feature, const std::string& sequence, std::uint64_t number, score_unit unit) {
  return fmt::format("{}\texonweave\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", percent_encode_seqid(sequence), so_term(feature.is),
                     feature.where.start + 1, feature.where.end, feature.score ? unit.text(*feature.score) : ".",
                     to_char(feature.on), feature.phase == no_phase ? "." : fmt::format("{}", feature.phase),
                     attributes_of(feature, number));
}

}  // namespace exonweave
