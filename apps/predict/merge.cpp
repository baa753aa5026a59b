// `exonweave merge`: the outputs of a run whose parts were worked out one by one.
#include <memory>
#include <utility>

#include "cli/help_formatter.hpp"
#include "cli/subcommands.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_outputs.hpp"
#include "predict/predict_parts.hpp"
#include "predict/predict_whole.hpp"

namespace exonweave::apps {
namespace {

void merge(const predict_options& options) {
  check_run(options);
  predict_outputs outputs(options);
  run_context run(options);
  const predict_inputs inputs = read_run(run);
  run.sum_inputs(inputs);
  refuse_pipes(run.files(), "merge");
  run_plan plan = read_plan(run, inputs);
  const std::size_t n_planned = plan.notes.division->part_of.size();
  plan.notes.results = read_parts(run, inputs, plan);
  run.watch.all_are_open();
  progress_notes notes(options, std::move(plan.notes), nullptr);
  print_outcome(run, predict_whole(run, inputs, {{}, n_planned}, outputs, notes));
}

}  // namespace

void add_merge(CLI::App& app) {
  CLI::App* command = app.add_subcommand("merge", "Write the outputs of a run from its parts");
  show_examples(*command, {{{"exonweave merge --plan run.plan --locus-out genes.gff3 -o models.gff3.gz *.part"},
                            "Write the outputs of the run that run.plan divides."}});
  const auto options = std::make_shared<predict_options>();
  options->journal = no_journal;
  add_predict_options(*command, *options, run_command::merge);
  add_other_options(*command, *options);
  command->callback([options, command] {
    options->given = given_options(*command);
    merge(*options);
  });
}

}  // namespace exonweave::apps
