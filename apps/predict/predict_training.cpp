#include "predict/predict_training.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>
#include <utility>

#include "cli/messages.hpp"
#include "predict/placed_run.hpp"
#include "predict/predict_run.hpp"

namespace exonweave::apps {
namespace {

using json = nlohmann::ordered_json;

bool is_requested(const predict_inputs& read, std::string_view model) { return read.scoring.splice_model == model; }

// Candidates come with sites of their own, and without E-values nothing keeps chance out.
bool can_learn(const predict_inputs& read) { return read.has_e_values(); }

constexpr const char* where_learnt = "protein targets, no candidates, free_target_ends";

void warn_of_too_large(std::size_t n, report& problems) {
  if (n > 0)
    problems.warn({.what = fmt::format("{} region{} too large for training", n, n == 1 ? " is" : "s are"),
                   .hint = "with more --memory a new run may train another splice model"});
}

prediction_options significant_options(const pass_rules& pass, const placed_run& run, const run_model& model,
                                       const spliced::engine& engine) {
  return with_significance(pass, run, model.scoring, make_prediction_options(pass, run, model, engine));
}

training_material gather_confident(const placed_run& run, const run_model& model, const spliced::engine& engine,
                                   const training_places& places, spliced::by_cost_unit& costs) {
  const run_rules& rules = run.inputs.rules;
  prediction_options how = significant_options(rules.learning, run, model, engine);
  how.disruption.reset();
  how.extend_starts = false;  // what is learnt from is aligned
  how.ends.reset();
  confident_models confident(run.inputs.unit());
  std::size_t n_too_large = 0;
  run_prediction("training", places.input_of(run), how, rules.is_quiet, [&](locus_result&& result) {
    if (result.too_large) ++n_too_large;
    costs += result.work.costs;
    if (!run.inputs.codes.has_own(result.locus.sequence)) confident.add(result, run.inputs.targets);
  });
  return {confident.transcripts(), n_too_large};
}

// Codons tell only where genes end, and what is learnt from is aligned.
bool align_alike(run_model model, const run_model& other) {
  model.sites.coding = other.sites.coding;
  return model.sites == other.sites && model.scoring.introns == other.scoring.introns;
}

}  // namespace

std::size_t training_rounds(const scoring_requests& requested, const predict_inputs& read) {
  if (!can_learn(read)) return 0;
  if (is_requested(read, auto_splice_model)) return std::max<std::size_t>(1, requested.training_rounds.value_or(1));
  return requested.training_rounds.value_or(is_requested(read, self_splice_model) ? 1 : 0);
}

void check_training(const predict_options& options, const predict_inputs& read) {
  const bool is_self = is_requested(read, self_splice_model);
  if (is_self && options.scoring.training_rounds == 0)
    throw bad_usage(
        {.what = "splice model self without a round of training", .got = "self:0", .need = "self, or self:N"});
  if (is_self && !can_learn(read))
    throw bad_usage({.what = "splice model self where no model can be learnt", .need = where_learnt});
  if (options.scoring.training_rounds.value_or(0) > 0 && !can_learn(read))
    throw bad_usage({.what = "rounds of training where nothing can be learnt", .need = where_learnt});
  if (!options.outputs.model_out.empty() && !options.outputs.is_annotation() && read.rules.training.n_rounds == 0)
    throw bad_usage({.what = "--model-out where no splice model is learnt or chosen",
                     .got = options.outputs.model_out,
                     .need = std::string(where_learnt) + ", and a splice model that is trained, such as auto or self"});
}

learnt_model train(const placed_run& run, const spliced::engine& engine, progress_notes& notes, report& problems) {
  const predict_inputs& inputs = run.inputs;
  learnt_model learnt{inputs.first_model};
  // What is wrong with the floor is reported before the pass.
  significant_options(inputs.rules.models, run, learnt.model, engine);
  const training_places places = places_to_learn_from(run);
  const auto& [n_rounds, plan] = inputs.rules.training;
  std::vector<training_material> known = notes.take_rounds();
  while (learnt.rounds.size() < n_rounds) {
    if (learnt.rounds.size() == known.size()) {
      known.push_back(gather_confident(run, learnt.model, engine, places, learnt.costs));
      notes.note(known.back());
    }
    const training_material& material = known[learnt.rounds.size()];
    warn_of_too_large(material.n_too_large, problems);
    training_round round = learn(inputs.sequences, material.confident, plan);
    const run_model before = std::exchange(learnt.model, inputs.model_with(round.name, round.model));
    if (!learnt.model.coding) round.coding.name.clear();  // nobody is reported of bits that are not taken
    learnt.rounds.push_back(std::move(round));
    if (align_alike(learnt.model, before)) break;
  }
  return learnt;
}

namespace {

std::string sites_text(const training_round& last) {
  const std::string n_genes = counted({last.counts.n_transcripts, "confident gene", "confident genes"});
  if (last.choice != chosen_by::genes)
    return fmt::format("splice sites: {} model{}; only {} to train on", last.name,
                       last.choice == chosen_by::composition ? ", selected by the composition of the genome" : "",
                       n_genes);
  const std::string n_introns = counted({last.counts.n_gt_ag, "intron", "introns"});
  std::string text =
      last.name == self_splice_model
          ? fmt::format("splice sites: trained on {} with {}", n_genes, n_introns)
          : fmt::format("splice sites: {} model, the best fit to {} with {}", last.name, n_genes, n_introns);
  if (last.is_too_few) text += fmt::format("; fewer than {} introns: too few to train a model", fewest_sites);
  return text;
}

std::string codons_text(const std::string& name) {
  if (name.empty()) return "";
  return name == self_splice_model ? "; codon usage: trained on this genome"
                                   : fmt::format("; codon usage: {} model", name);
}

json choice_entry(chosen_by choice) {
  switch (choice) {
    case chosen_by::genes:
      return "genes";
    case chosen_by::composition:
      return "composition";
    case chosen_by::nothing:
      return nullptr;
  }
  throw std::logic_error("an unknown choice");
}

}  // namespace

std::string training_text(const std::vector<training_round>& rounds) {
  return sites_text(rounds.back()) + codons_text(rounds.back().coding.name);
}

std::string model_text(const learnt_model& learnt) {
  if (learnt.rounds.empty()) return "# Given to the run, which learnt nothing.\n" + to_yaml(learnt.model.sites);
  const training_round& last = learnt.rounds.back();
  const std::string made_by = "exonweave, from the confident genes of a run";
  if (last.choice != chosen_by::genes) return fmt::format("# {}.\n", sites_text(last)) + to_yaml(last.model);
  if (last.own_fraction == 0)
    return fmt::format("# Chosen by {}: {} introns, {} starts.\n", made_by, last.counts.n_gt_ag, last.counts.n_starts) +
           to_yaml(last.model);
  trained_model own = *last.own;
  own.model = last.model;
  return fmt::format(
             "# {:.0f}% of the genome's own bits, of which the counts and orders below tell, and {:.0f}% of "
             "those of {}.\n",
             100 * last.own_fraction, 100 * (1 - last.own_fraction), last.own_base) +
         to_yaml(own, made_by);
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
                       {"chosen_by", choice_entry(each.choice)},
                       {"own_share", each.own_fraction},
                       {"own_base", each.own_base.empty() ? json(nullptr) : json(each.own_base)},
                       {"lead_bits", each.gain},
                       {"codons", each.coding.n_codons},
                       {"codon_bits", codon_fits},
                       {"codons_of", each.coding.name.empty() ? json(nullptr) : json(each.coding.name)}});
  }
  return entries;
}

}  // namespace exonweave::apps
