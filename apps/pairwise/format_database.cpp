#include "pairwise/format_database.hpp"

#include "base/files/output.hpp"
#include "base/files/report.hpp"
#include "cli/closing_line.hpp"
#include "cli/input_watch.hpp"
#include "cli/stage_clock.hpp"
#include "pairwise/scan/format_proteins.hpp"
#include "pairwise/scan_files.hpp"
#include "pairwise/stoppable.hpp"

namespace exonweave::apps {
namespace {

formatted_size write_database(const scan_options& options, output_file& out, input_watch& watch, report& problems,
                              run_control& control) {
  const auto shown = [&](const auto& work) {
    return stoppable({.what = "formatting", .is_quiet = options.quiet}, control, work);
  };
  const auto all_is_read = [&] {
    watch.all_are_open();
    print_and_check(problems, watch);
  };
  if (options.genome.empty() && formatted_database(options) == nullptr) {
    const target_set proteins = shown([&] { return read_targets(options.databases, target_type::protein, problems); });
    problems.throw_if_errors();
    all_is_read();
    return shown([&] { return format_proteins(proteins, mask_of_database(options), out); });
  }
  const scan_database made = shown([&] { return read_database(options, problems, control); });
  all_is_read();
  check_mask(options, made);
  made.write(out);
  made.throw_if_changed();  // it may be a formatted one itself
  return {made.blocks().n_sequences(), made.n_residues()};
}

}  // namespace

void format_database(const scan_options& options) {
  const stage_clock clock;
  output_file out(options.format_db);
  if (out.temporary().empty()) refuse_database_file(options);
  input_watch watch(scan_input_paths(options));
  report problems;
  run_control control;
  const formatted_size made = write_database(options, out, watch, problems, control);
  control.throw_if_stopped();  // at the last moment
  out.commit();
  if (!options.quiet)
    print_closing_line({{static_cast<std::size_t>(made.n_sequences), "sequence", "sequences"},
                        {static_cast<std::size_t>(made.n_residues), "residue", "residues"}},
                       clock.total());
}

}  // namespace exonweave::apps
