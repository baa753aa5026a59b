// `exonweave predict`: the main job. Candidates and targets in, the best chain of exons per target and region
// out.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/help_formatter.hpp"
#include "cli/subcommands.hpp"
#include "predict/predict_parts.hpp"
#include "predict/predict_whole.hpp"

namespace exonweave::apps {

void add_predict(CLI::App& app, void (*estimate)(const predict_options&)) {
  CLI::App* command = app.add_subcommand("predict", "Predict genes by exact spliced alignment of proteins or cDNA");
  show_examples(*command, {{{"exonweave predict genome.fa.gz proteins.fa --locus-out genes.gff3 -o models.gff3.gz"},
                            "Predict the genes of a genome by proteins of related species. The gene set is in "
                            "genes.gff3, every alignment in models.gff3.gz."}});
  const auto options = std::make_shared<predict_options>();
  add_predict_options(*command, *options);
  add_other_options(*command, *options);
  command->callback([options, command, estimate] {
    settle_options(*options, *command);
    if (options->role.is_estimate) return estimate(*options);
    check_part(*options);
    options->role.part ? predict_part(*options) : predict(*options);
  });
}

}  // namespace exonweave::apps
