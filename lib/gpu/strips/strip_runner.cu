#include <map>

#include "gpu/device/cuda_call.cuh"
#include "gpu/strips/strip_kernel.cuh"
#include "gpu/strips/strip_runner.hpp"

namespace exonweave::gpu {
namespace {

class runner final : public strip_runner {
 public:
  /// `device` is the current one.
  explicit runner(int device) : device_(device) {
    std::size_t free = 0;
    check(cudaMemGetInfo(&free, &memory_), "the memory of the device");
  }

  spliced::large_vector<std::uint32_t> run(std::span<const strip_pair> pairs, const strip_scoring& scoring,
                                           launch_times* times) override {
    check(cudaSetDevice(device_), "the device");
    const cudaStream_t on = stream_.get();
    staged_arrays staged;
    const wait_at_end guard(on);
    staged.turns = order_tasks(pairs);
    staged.pairs = place(pairs, staged);
    strip_launch all;
    all.pairs = send(std::span<const placed_pair>(staged.pairs), placed_, on);
    all.n_pairs = static_cast<std::uint32_t>(staged.pairs.size());
    all.turns = send(std::span<const strip_turn>(staged.turns), turns_, on);
    all.n_turns = static_cast<std::uint32_t>(staged.turns.size());
    all.next_turn = send(std::span<const std::uint32_t>(&staged.next_turn, 1), counter_, on);
    all.extend = static_cast<std::uint32_t>(scoring.extend);
    all.source_stride = scoring.has_free_ends ? all.extend : 0;
    begin_.record(on);
    launch(all, on);
    end_.record(on);
    auto rows = fetch<spliced::large_vector<std::uint32_t>>(sinks_.room_for<std::uint32_t>(staged.n_sink_words),
                                                            staged.n_sink_words, on);
    stream_.wait();
    if (times != nullptr) times->kernel_ms += end_.ms_since(begin_), ++times->n_launches;
    return rows;
  }

  [[nodiscard]] std::size_t memory() const override { return memory_; }

 private:
  // What copies to the device read.
  struct staged_arrays {
    gathered<strip_task> tasks;
    gathered<strip_lane> lanes;
    gathered<strip_entry> entries;
    gathered<strip_input> inputs;
    gathered<strip_exit> exits;
    gathered<std::uint8_t> residues;
    gathered<std::uint16_t> symbols;
    gathered<strip_gains> gains;
    std::vector<strip_turn> turns;
    std::vector<placed_pair> pairs;
    std::uint32_t next_turn = 0;
    std::size_t n_sink_words = 0;
  };
  // Of a pair, in elements of each array.
  struct places {
    std::size_t symbols, gains, rows, sink;
  };
  struct program_places {
    std::size_t tasks, lanes, entries, inputs, exits, residues;
  };

  // Rows begin where lines of the cache do.
  static std::uint32_t row_words(const strip_pair& pair) { return (pair.n_columns + 31) / 32 * 32; }

  std::vector<placed_pair> place(std::span<const strip_pair> pairs, staged_arrays& staged) {
    std::map<const strip_program*, program_places> programs;
    std::vector<places> places_of_pairs;
    std::size_t n_words = 0;
    for (const strip_pair& pair : pairs) {
      const strip_program& program = *pair.program;
      if (!programs.contains(&program))
        programs[&program] = {staged.tasks.add(program.tasks),     staged.lanes.add(program.lanes),
                              staged.entries.add(program.entries), staged.inputs.add(program.inputs),
                              staged.exits.add(program.exits),     staged.residues.add(program.residues)};
      places_of_pairs.push_back(
          {staged.symbols.add(pair.symbols), staged.gains.add(pair.gains), n_words, staged.n_sink_words});
      n_words += std::size_t{program.n_rows} * row_words(pair);
      staged.n_sink_words += pair.n_columns;
    }
    const cudaStream_t on = stream_.get();
    const strip_task* const tasks = staged.tasks.send(tasks_, on);
    const strip_lane* const lanes = staged.lanes.send(lanes_, on);
    const strip_entry* const entries = staged.entries.send(entries_, on);
    const strip_input* const inputs = staged.inputs.send(inputs_, on);
    const strip_exit* const exits = staged.exits.send(exits_, on);
    const std::uint8_t* const residues = staged.residues.send(residues_, on);
    const std::uint16_t* const symbols = staged.symbols.send(symbols_, on);
    const strip_gains* const gains = staged.gains.send(gains_, on);
    std::uint32_t* const rows = rows_.room_for<std::uint32_t>(n_words);
    std::uint32_t* const sinks = sinks_.room_for<std::uint32_t>(staged.n_sink_words);
    check(cudaMemsetAsync(rows, 0, n_words * sizeof(std::uint32_t), on), "clearing");
    std::vector<placed_pair> made(pairs.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const strip_program& program = *pairs[k].program;
      const program_places& of_program = programs[&program];
      made[k] = {tasks + of_program.tasks,
                 lanes + of_program.lanes,
                 entries + of_program.entries,
                 inputs + of_program.inputs,
                 exits + of_program.exits,
                 residues + of_program.residues,
                 symbols + places_of_pairs[k].symbols,
                 reinterpret_cast<const uint2*>(gains + places_of_pairs[k].gains),
                 rows + places_of_pairs[k].rows,
                 sinks + places_of_pairs[k].sink,
                 pairs[k].n_columns,
                 row_words(pairs[k]),
                 program.sink,
                 source_half(program)};
    }
    return made;
  }

  int device_;
  std::size_t memory_ = 0;
  stream stream_;
  event begin_, end_;
  buffer<device_memory> tasks_, lanes_, entries_, inputs_, exits_, residues_, symbols_, gains_, rows_, made_, sinks_,
      placed_, turns_, counter_;
};

}  // namespace

std::unique_ptr<strip_runner> make_strip_runner(int device) {
  check(cudaSetDevice(device), "the device");
  return std::make_unique<runner>(device);
}

}  // namespace exonweave::gpu
