// The subcommands: each adds itself to the command line in a file of its own.
#pragma once

#include "cli/command_line.hpp"

namespace exonweave::apps {

struct predict_options;

// Each declares its options on a new subcommand of `app` and sets a callback that does the work.
// Errors leave the callback as exceptions (base/files/report.hpp); main turns them into exit codes.
void add_annotate(CLI::App& app);
/// `estimate` does what its --estimate asks for.
void add_predict(CLI::App& app, void (*estimate)(const predict_options&));
void add_miniprot(CLI::App& app);
void add_estimate(CLI::App& app);
void add_shard(CLI::App& app);
void add_merge(CLI::App& app);
void add_genes(CLI::App& app);
void add_graph(CLI::App& app);
void add_report(CLI::App& app);
void add_compare(CLI::App& app);
void add_validate(CLI::App& app);
void add_simulate(CLI::App& app);
void add_analyze(CLI::App& app);
void add_blocks(CLI::App& app);
void add_search(CLI::App& app);
void add_scan(CLI::App& app);
void add_align(CLI::App& app);
void add_train(CLI::App& app);
void add_devices(CLI::App& app);
void add_calibrate(CLI::App& app);
/// `man` and `completion`, of all that `app` has when they are called.
void add_manual(CLI::App& app);

}  // namespace exonweave::apps
