#include "exons/run/run_journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "exons/models/model_check.hpp"
#include "exons/run/archive.hpp"

namespace exonweave {
namespace {

// One record more, which is not that of the settings.
void add(std::string_view record, run_notes& notes) {
  switch (kind_of(record)) {
    case record_kind::loci:
      return read_record(record, notes.loci.emplace());
    case record_kind::training:
      return read_record(record, notes.rounds.emplace_back());
    case record_kind::result: {
      placed_result& noted = notes.results.emplace_back();
      return read_record(record, noted.place, noted.result);
    }
    case record_kind::division:
      return read_record(record, notes.division.emplace());
    case record_kind::options:
      return read_record(record, notes.options);
    default:
      throw damaged_record("a record of an unknown kind");
  }
}

// Adds one of a file that is read only.
void add(std::string_view record, const std::string& path, const notes_kind& kind, run_notes& notes) {
  try {
    add(record, notes);
  } catch (const damaged_record& error) {
    refuse_notes(path, kind, error.what());
  }
}

}  // namespace

run_notes read_notes(const std::string& path, const notes_kind& kind,
                     const std::function<void(const std::vector<run_setting>&)>& check) {
  run_notes notes;
  bool is_begun = false;
  read_log(path, kind.name, [&](std::string&& record) {
    if (is_begun) return add(record, path, kind, notes);
    check(read_settings(record, path, kind));
    is_begun = true;
  });
  if (!is_begun)
    throw bad_data(
        {.where = {path}, .what = fmt::format("the {} says nothing", kind.name), .need = "one that a run has written"});
  return notes;
}

std::string to_file(const std::vector<run_setting>& settings, const run_notes& notes) {
  std::vector<std::string> records{make_record(record_kind::settings, settings)};
  if (notes.loci) records.push_back(make_record(record_kind::loci, *notes.loci));
  for (const training_material& each : notes.rounds) records.push_back(make_record(record_kind::training, each));
  for (const auto& [place, result] : notes.results) records.push_back(make_record(record_kind::result, place, result));
  if (!notes.options.empty()) records.push_back(make_record(record_kind::options, notes.options));
  if (notes.division) records.push_back(make_record(record_kind::division, *notes.division));
  return log_of(records);
}

run_journal::run_journal(std::string path, const std::vector<run_setting>& settings, bool goes_on)
    : journal_file(std::move(path), settings, goes_on) {
  take_records([this](std::string_view record) { add(record, before_); });
  std::erase_if(before_.results, [](const placed_result& each) { return each.result.too_large.has_value(); });
  const std::size_t n_results = before_.results.size();
  count(n_results, n_results + before_.rounds.size() + (before_.loci ? 1 : 0));
}

void run_journal::note(const std::vector<found_locus>& loci) {
  if (append(make_record(record_kind::loci, loci))) count(0, 1);
}

void run_journal::note(const training_material& round) {
  if (append(make_record(record_kind::training, round))) count(0, 1);
}

void run_journal::note(std::size_t place, const locus_result& result) {
  if (append(make_record(record_kind::result, place, result)) && !result.too_large) count(1, 1);
}

namespace {

bool is_amount(double value) { return std::isfinite(value) && value >= 0; }

bool is_within(interval part, interval whole) { return part.start < part.end && whole.contains(part); }

// Small enough to be counted with.
bool has_place(const alignment_task& where, const noted_inputs& inputs) {
  return where.sequence < inputs.sequences.size() && where.target < inputs.targets.targets.size() &&
         0 <= where.region.start && where.region.start < where.region.end &&
         where.region.end <= inputs.sequences.length(where.sequence);
}

bool is_sound(const found_chain& chain, interval span, std::size_t n_symbols) {
  return is_within(chain.core, span) && is_within(chain.on_target, {0, static_cast<std::int64_t>(n_symbols)}) &&
         is_amount(chain.score) && is_amount(chain.e_value);
}

std::string_view contradiction_in(const found_locus& locus, const noted_inputs& inputs) {
  if (!locus.has_place() && locus.where.region == interval{0, 0} && locus.others.empty())
    return locus.where.target < inputs.targets.targets.size() ? "" : "a limit of no target";
  if (!has_place(locus.where, inputs) || locus.span.start < 0 || locus.span.end < 0 ||
      !is_within(locus.span, locus.where.region))
    return "a locus that is in no sequence, or of no target";
  const std::size_t n_symbols = inputs.targets.targets[locus.where.target].residues.size();
  const auto is_sound_here = [&](const found_chain& chain) { return is_sound(chain, locus.span, n_symbols); };
  if (!is_sound_here(locus.best) || !std::ranges::all_of(locus.others, is_sound_here))
    return "a chain that is not within its locus and its target";
  return {};
}

bool are_exons(const std::vector<interval>& exons, std::int64_t length) {
  std::int64_t end = 0;
  for (const interval& exon : exons) {
    if (exon.start < end || exon.end <= exon.start || exon.end > length) return false;
    end = exon.end;
  }
  return !exons.empty();
}

std::string_view contradiction_in(const training_material& round, const noted_inputs& inputs) {
  const bool is_sound = std::ranges::all_of(round.confident, [&](const annotated_transcript& each) {
    return each.sequence < inputs.sequences.size() && are_exons(each.exons, inputs.sequences.length(each.sequence));
  });
  return is_sound ? "" : "a transcript that is in no sequence";
}

bool are_strands(const std::vector<strand>& tried) {
  return !tried.empty() && tried.size() <= 2 && (tried.size() == 1 || tried[0] < tried[1]);
}

bool is_sound(const case_work& work) { return std::ranges::all_of(work.costs.values, is_amount); }

std::string_view contradiction_in(const locus_result& result, const noted_inputs& inputs) {
  if (!has_place(result.locus, inputs)) return "a result that is in no sequence, or of no target";
  if (!are_strands(result.tried) || (result.outcome == locus_outcome::model) == result.models.empty() ||
      is_too_large(result.outcome) != result.too_large.has_value())
    return "an outcome that does not fit its result";
  if (!is_amount(result.search_space) || !is_amount(result.seconds) || !is_amount(result.cpu_seconds) ||
      !is_sound(result.work))
    return "a time or amount of work out of range";
  const model_frame frame{result.locus.region, inputs.targets.targets[result.locus.target].residues.size(),
                          inputs.n_sources, inputs.sequences.length(result.locus.sequence)};
  for (const gene_model& model : result.models) {
    if (model.sequence != result.locus.sequence || model.target != result.locus.target ||
        model.kind != inputs.targets.kind || model.rank > result.models.size() || model.place > result.models.size())
      return "a model that does not fit its result";
    if (const std::string_view what = contradiction_in(model, frame); !what.empty()) return what;
  }
  return {};
}

std::string_view contradiction_in(const run_division& division) {
  if (division.n_parts == 0) return "a number of parts out of range";
  const bool is_sound =
      std::ranges::all_of(division.part_of, [&](std::uint32_t part) { return part < division.n_parts; });
  return is_sound ? "" : "a result of an unknown part";
}

}  // namespace

void check_notes(const run_notes& notes, const noted_inputs& inputs, const std::string& path, const notes_kind& kind) {
  const auto refuse_if = [&](std::string_view what) {
    if (!what.empty()) refuse_notes(path, kind, std::string(what));
  };
  if (notes.loci)
    for (const found_locus& each : *notes.loci) refuse_if(contradiction_in(each, inputs));
  for (const training_material& each : notes.rounds) refuse_if(contradiction_in(each, inputs));
  for (const placed_result& each : notes.results) refuse_if(contradiction_in(each.result, inputs));
  if (notes.division) refuse_if(contradiction_in(*notes.division));
}

}  // namespace exonweave
