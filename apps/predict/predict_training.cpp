#include "predict/predict_training.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "predict/predict_run.hpp"
#include "predict/predict_significance.hpp"

namespace exonweave::apps {
namespace {

using json = nlohmann::ordered_json;

bool is_asked(const predict_inputs& read, std::string_view model) { return read.asked_model == model; }

// Candidates come with sites of their own, and without E-values nothing keeps chance out.
bool can_learn(const predict_options& options, const predict_inputs& read) { return has_e_values(options, read); }

constexpr const char* where_learnt = "protein targets, no candidates, free_target_ends";

void warn_of_too_large(std::size_t n, report& problems) {
  if (n > 0)
    problems.warn({.what = fmt::format("{} region{} too large to learn from", n, n == 1 ? " is" : "s are"),
                   .hint = "with more --memory, and without --resume, another splice model may be learnt"});
}

training_material gather_confident(const predict_options& options, predict_inputs& read, const spliced::engine& engine,
                                   const std::vector<alignment_case>& cases) {
  prediction_options how = make_prediction_options(options, read, engine);
  add_significance(options, read, how);
  how.disruption.reset();
  how.extend_starts = false;  // what is learnt from is aligned
  how.ends.reset();
  prediction_input input = read.for_prediction();
  input.cases = &cases;
  confident_models confident(read.unit());
  std::size_t n_too_large = 0;
  run_prediction("learning", options, input, how, [&](locus_result&& result) {
    if (result.too_large) ++n_too_large;
    confident.add(result, read.targets);
  });
  return {confident.transcripts(), n_too_large};
}

// Codons tell only where genes end, and what is learnt from is aligned.
bool align_alike(splice_model model, const splice_model& other) {
  model.coding = other.coding;
  return model == other;
}

}  // namespace

predict_options for_learning(predict_options options) {
  options.n_chains = 1;
  options.with_margins = true;
  options.min_score.reset();
  options.max_e_value.reset();
  options.min_coverage = 0;
  options.max_loci.reset();
  options.min_loci_score = predict_options{}.min_loci_score;
  return options;
}

std::vector<alignment_case> cases_to_learn_from(predict_inputs& read) {
  prediction_input input = read.for_prediction();
  if (read.training_cases.empty()) return sample_cases(input);
  input.cases = &read.training_cases;
  return sample_cases(input, {.fewest_results = 0, .fewest_targets = most_training_genes});
}

std::size_t training_rounds(const predict_options& options, const predict_inputs& read) {
  if (!can_learn(options, read)) return 0;
  if (is_asked(read, auto_splice_model)) return std::max<std::size_t>(1, options.training_rounds.value_or(1));
  return options.training_rounds.value_or(is_asked(read, self_splice_model) ? 1 : 0);
}

void check_training(const predict_options& options, const predict_inputs& read) {
  const bool is_self = is_asked(read, self_splice_model);
  if (is_self && options.training_rounds == 0)
    throw bad_usage({.what = "--self-training off together with splice model self", .need = "one of them"});
  if (is_self && !can_learn(options, read))
    throw bad_usage({.what = "splice model self where no model can be learnt", .need = where_learnt});
  if (options.training_rounds.value_or(0) > 0 && !can_learn(options, read))
    throw bad_usage({.what = "--self-training where nothing can be learnt", .need = where_learnt});
  if (!options.model_out.empty() && !options.is_annotation() && training_rounds(options, read) == 0)
    throw bad_usage({.what = "--model-out where no splice model is learnt or chosen",
                     .got = options.model_out,
                     .need = std::string(where_learnt) + ", and splice model auto or self, or --self-training"});
}

std::vector<training_round> train(const predict_options& options, predict_inputs& read, const spliced::engine& engine,
                                  progress_notes& notes, report& problems) {
  prediction_options as_asked = make_prediction_options(options, read, engine);
  add_significance(options, read, as_asked);  // what is wrong with the floor is told before the pass
  const std::size_t n_rounds = training_rounds(options, read);
  const auto cases = cases_to_learn_from(read);
  const auto code = read.takes_coding ? std::optional(genetic_code(options.genetic_code)) : std::nullopt;
  const round_plan plan{.before = read.scoring.splice_model,
                        .before_model = read.sites,
                        .may_be_own = options.training_rounds != 0,
                        .must_be_own = is_asked(read, self_splice_model),
                        .codons_by = code};
  std::vector<training_round> rounds;
  std::vector<training_material> known = notes.take_rounds();
  for (std::size_t round = 0; round < n_rounds; ++round) {
    if (round == known.size()) {
      known.push_back(gather_confident(for_learning(options), read, engine, cases));
      notes.note(known.back());
    }
    warn_of_too_large(known[round].n_too_large, problems);
    training_round learnt = learn(read.sequences, known[round].confident, plan);
    const splice_model sites_before = read.sites;
    const auto introns_before = read.scoring.introns;
    read.take_model(learnt.name, learnt.model);
    read.take_coding(learnt.model);
    if (!read.coding) learnt.coding.name.clear();  // nobody is told of bits that are not taken
    rounds.push_back(std::move(learnt));
    if (align_alike(read.sites, sites_before) && read.scoring.introns == introns_before) break;
  }
  return rounds;
}

std::string training_text(const std::vector<training_round>& rounds) {
  const training_round& last = rounds.back();
  std::string text = fmt::format("splice model {}, by {} introns and {} starts of {} confident genes", last.name,
                                 last.counts.n_gt_ag, last.counts.n_starts, last.counts.n_transcripts);
  if (last.gain > 0) text += fmt::format(": {:.0f} bits better than {}", last.gain, last.fits.front().name);
  if (!last.coding.name.empty()) text += fmt::format("; codons of {}", last.coding.name);
  if (last.is_too_few) text += fmt::format("; one of its own needs {} introns", fewest_sites);
  return text;
}

std::string model_text(const training_round& last) {
  const std::string made_by = "exonweave predict, from the confident genes of its run";
  if (last.own_share == 0)
    return fmt::format("# Chosen by {}: {} introns, {} starts.\n", made_by, last.counts.n_gt_ag, last.counts.n_starts) +
           to_yaml(last.model);
  trained_model own = *last.own;
  own.model = last.model;
  return fmt::format(
             "# {:.0f}% of the genome's own bits, of which the counts and orders below tell, and {:.0f}% of "
             "those of {}.\n",
             100 * last.own_share, 100 * (1 - last.own_share), last.own_base) +
         to_yaml(own, made_by);
}

std::string model_text(const splice_model& given) {
  return "# Given to the run, which learnt nothing.\n" + to_yaml(given);
}

json training_entry(const std::vector<training_round>& rounds) {
  if (rounds.empty()) return nullptr;
  json entries = json::array();
  for (const training_round& each : rounds) {
    json fits;
    for (const auto& [name, fit] : each.fits) fits[name] = fit.bits();
    json codon_fits = json::object();
    for (const auto& [name, bits] : each.coding.fits) codon_fits[name] = bits;
    entries.push_back({{"genes", each.counts.n_transcripts},
                       {"introns", each.counts.n_gt_ag},
                       {"starts", each.counts.n_starts},
                       {"bits", fits},
                       {"chosen", each.name},
                       {"own_share", each.own_share},
                       {"own_base", each.own_base.empty() ? json(nullptr) : json(each.own_base)},
                       {"lead_bits", each.gain},
                       {"codons", each.coding.n_codons},
                       {"codon_bits", codon_fits},
                       {"codons_of", each.coding.name.empty() ? json(nullptr) : json(each.coding.name)}});
  }
  return entries;
}

}  // namespace exonweave::apps
