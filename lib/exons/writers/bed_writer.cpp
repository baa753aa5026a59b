#include "exons/writers/bed_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/files/percent_encoding.hpp"

namespace exonweave {
namespace {

constexpr std::int64_t largest_score = 1000;  // of BED

std::int64_t bed_score(std::int64_t score, score_unit unit) {
  return std::clamp<std::int64_t>(unit.whole_written(score), 0, largest_score);
}

std::string row(const gene_model& model, const std::string& id, const model_listing& models) {
  const interval span = model.span();
  const auto exons = whole_exons(model);
  std::string sizes, starts;
  for (const auto& parts : exons) {
    sizes += fmt::format("{},", parts.back().where.end - parts.front().where.start);
    starts += fmt::format("{},", parts.front().where.start - span.start);
  }
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t0\t{}\t{}\t{}\n",
                     percent_encode_controls(models.sequence_name(model)), span.start, span.end, id,
                     bed_score(model.score, models.unit()), to_char(model.on), span.start,
                     model.is_coding ? span.end : span.start, exons.size(), sizes, starts);
}

}  // namespace

void write_bed(const model_listing& models, const text_sink& sink) {
  struct placed {
    const gene_model* model;
    std::string id;
  };
  std::vector<placed> all;
  models.for_each_model([&](const gene_model& model, std::string id) { all.push_back({&model, std::move(id)}); });
  // Alternatives need not begin where their locus does.
  std::ranges::stable_sort(
      all, {}, [](const placed& each) { return std::pair(each.model->sequence, each.model->span().start); });
  for (const placed& each : all) sink(row(*each.model, each.id, models));
}

}  // namespace exonweave
