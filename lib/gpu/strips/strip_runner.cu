#include <vector_types.h>

#include <cstdint>
#include <map>

#include "gpu/device/cuda_call.cuh"
#include "gpu/strips/strip_batch.hpp"
#include "gpu/strips/strip_runner.hpp"

namespace exonweave::gpu {

// What a launch of the strip kernel gets.

/// One pair, as the device sees it. Pointers are the device's.
struct placed_pair {
  const strip_task* tasks;
  const strip_lane* lanes;
  const strip_entry* entries;
  const strip_input* inputs;
  const strip_exit* exits;
  const std::uint8_t* residues;
  const std::uint16_t* symbols;  // [n_columns]
  const uint2* gains;            // [n_dna_codes]
  std::uint32_t* rows;           // [n_rows][row_words], 0 before the launch
  std::uint32_t* sink_row;       // [n_columns]: gets the row of `sink`
  std::uint32_t n_columns = 0, row_words = 0;
  std::uint32_t sink = strip_program::no_row;
  std::uint32_t source = 0;  // the source's half at column 0
};

struct strip_launch {
  const placed_pair* pairs;
  std::uint32_t n_pairs = 0;
  const strip_turn* turns;
  std::uint32_t n_turns = 0;
  std::uint32_t* next_turn;         // a counter, 0 before the launch
  std::uint32_t extend = 0;         // what a gap's symbol costs
  std::uint32_t source_stride = 0;  // what the source's half gains with each column
};

/// Starts a launch on a stream, of as many blocks as the current device runs at once. Throws device_failure. `stream`:
/// a cudaStream_t.
void launch(const strip_launch& all, void* stream);

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

// Warps take tasks in their order. A strip's warp goes over the columns once, a step for each: lane l, with its rows in
// registers, is l columns after lane 0, and gets the row above its first one from the lane before it. Every 32 steps
// the warp reads what its entries need in the next 32, and writes what its exits have made.
//
// Rows are 0 before a launch and nowhere 0 when they are made: so a word says itself whether it is there, and nothing
// else has to be reported or ordered. All that a task waits for was taken before, by warps that run: there is always
// one that need not wait.

namespace {

#define EXONWEAVE_DEVICE __device__ __forceinline__

constexpr unsigned all_lanes = 0xFFFFFFFFu;
constexpr unsigned warps_per_block = 4;
constexpr int steps_at_once = 32;
constexpr int ring = 64;  // columns
constexpr std::uint32_t no_symbols = 0x7777;

/// Shared memory of a warp. Rows of one word more, so that lanes which read or write several of them in one step meet
/// different banks.
struct warp_space {
  std::uint32_t symbols[4 * steps_at_once];                   // a ring of 64 columns, twice
  std::uint32_t entries[max_entries + 1][steps_at_once + 1];  // by step; the last one is 0 for lanes without any
  std::uint32_t exits[max_exits][steps_at_once + 1];          // by step
};

EXONWEAVE_DEVICE std::uint32_t splat(std::uint32_t half) { return half * 0x10001u; }

/// Bytes of gains. __byte_perm masks its selector, which needs none here.
EXONWEAVE_DEVICE std::uint32_t pick(uint2 gains, std::uint32_t symbols) {
  std::uint32_t picked;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(picked) : "r"(gains.x), "r"(gains.y), "r"(symbols));
  return picked;
}

// Words of rows, which other warps write or read meanwhile.
EXONWEAVE_DEVICE std::uint32_t read_word(const std::uint32_t* address) {
  std::uint32_t word;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(address));
  return word;
}
EXONWEAVE_DEVICE void write_word(std::uint32_t* address, std::uint32_t word) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" : : "l"(address), "r"(word));
}

/// A task of a pair, as its warp keeps it: in registers, since what is read of it between words of rows would be read
/// again.
struct warp_task {
  std::uint32_t* rows;
  std::uint32_t row_words;
  int n_columns;
  int lane;
  strip_task task;

  EXONWEAVE_DEVICE warp_task(const placed_pair& on, std::uint32_t id, int lane)
      : rows(on.rows),
        row_words(on.row_words),
        n_columns(static_cast<int>(on.n_columns)),
        lane(lane),
        task(on.tasks[id]) {}

  [[nodiscard]] EXONWEAVE_DEVICE bool is_column(int column) const { return column >= 0 && column < n_columns; }
};

/// Of the inputs of a task's entries, one for each lane.
struct lane_input {
  std::uint32_t offset = 0;  // of its row
  int weight = 0;
  int lane = 0;  // of the entry
  int entry = 0;
};

struct lane_inputs {
  lane_input mine;
  int n_inputs = 0;

  EXONWEAVE_DEVICE lane_inputs(const placed_pair& on, const warp_task& work) {
    for (int e = 0; e < work.task.n_entries; ++e) {
      const strip_entry entry = on.entries[work.task.first_entry + e];
      const int k = work.lane - n_inputs;
      n_inputs += static_cast<int>(entry.n_inputs);
      if (k < 0 || k >= static_cast<int>(entry.n_inputs)) continue;
      const strip_input input = on.inputs[entry.first_input + k];
      mine = {input.row * work.row_words, input.weight, static_cast<int>(input.lane), e};
    }
  }
};

EXONWEAVE_DEVICE std::uint32_t add_weight(std::uint32_t halves, int weight) {
  const int low = max(0, static_cast<int>(halves & 0xFFFFu) + weight);
  const int high = max(0, static_cast<int>(halves >> 16) + weight);
  return static_cast<std::uint32_t>(low) | static_cast<std::uint32_t>(high) << 16;
}

/// The values of all entries in the next steps, each lane those of one step. One function for all strips: copies of it
/// would not fit the instruction cache.
__device__ __noinline__ void take_entries(warp_task work, lane_inputs inputs, int first_step, warp_space* space) {
  constexpr int abreast = 2;
  for (int e = 0; e < work.task.n_entries; ++e) space->entries[e][work.lane] = 0;
  for (int first = 0; first < inputs.n_inputs; first += abreast) {
    std::uint32_t halves[abreast];
    bool are_there = false;
    while (true) {
      are_there = true;
#pragma unroll
      for (int i = 0; i < abreast; ++i) {
        const int input = min(first + i, inputs.n_inputs - 1);
        const int column = first_step + work.lane - __shfl_sync(all_lanes, inputs.mine.lane, input);
        const std::uint32_t offset = __shfl_sync(all_lanes, inputs.mine.offset, input);
        const bool is_column = work.is_column(column);
        halves[i] = is_column ? read_word(work.rows + offset + column) : 0;
        are_there = are_there && (halves[i] != 0 || !is_column);
      }
      if (__all_sync(all_lanes, are_there) != 0) break;
      __nanosleep(20);
    }
#pragma unroll
    for (int i = 0; i < abreast; ++i) {
      const int input = min(first + i, inputs.n_inputs - 1);
      const int weight = __shfl_sync(all_lanes, inputs.mine.weight, input);
      const int entry = __shfl_sync(all_lanes, inputs.mine.entry, input);
      if (halves[i] == 0) continue;
      std::uint32_t& value = space->entries[entry][work.lane];
      value = __vmaxu2(value, add_weight(halves[i], weight));
    }
  }
}

/// Of the rows that a task leaves, one for each lane.
struct lane_exit {
  std::uint32_t offset = 0;
  int lane = 0;              // that has the exit
  std::uint32_t excess = 0;  // to take off

  EXONWEAVE_DEVICE lane_exit(const strip_launch& all, const placed_pair& on, const warp_task& work) {
    if (work.lane >= work.task.n_exits) return;
    const strip_exit exit = on.exits[work.task.first_exit + work.lane];
    offset = exit.row * work.row_words;
    lane = exit.lane;
    excess = splat(all.extend * exit.n_rows);
  }
};

/// What lanes with exits have made in the last steps.
__device__ __noinline__ void put_exits(warp_task work, lane_exit mine, int first_step, const warp_space* space) {
  for (int x = 0; x < work.task.n_exits; ++x) {
    const int column = first_step + work.lane - __shfl_sync(all_lanes, mine.lane, x);
    const std::uint32_t offset = __shfl_sync(all_lanes, mine.offset, x);
    const std::uint32_t excess = __shfl_sync(all_lanes, mine.excess, x);
    if (work.is_column(column)) write_word(work.rows + offset + column, space->exits[x][work.lane] - excess);
  }
}

EXONWEAVE_DEVICE void make_source(const strip_launch& all, const placed_pair& on, const warp_task& work) {
  for (int j = work.lane; j < work.n_columns; j += warpSize)
    write_word(work.rows + j, splat(on.source + j * all.source_stride));
}

EXONWEAVE_DEVICE void gather(const strip_launch& all, const placed_pair& on, const warp_task& work, warp_space& space) {
  const lane_inputs inputs(on, work);
  const lane_exit exit(all, on, work);
  for (int first = 0; first < work.n_columns; first += steps_at_once) {
    take_entries(work, inputs, first, &space);
    space.exits[0][work.lane] = space.entries[0][work.lane];
    put_exits(work, exit, first, &space);
  }
}

/// A lane's rows of a strip, one column after the other.
template <int kRows>
class lane_rows {
 public:
  /// Rows that a piece does not have, and lanes that the strip does not, gain nothing: what lies above goes through
  /// them.
  EXONWEAVE_DEVICE lane_rows(const placed_pair& on, const strip_lane& mine) {
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const int row = r - (kRows - mine.n_rows);
      gains_[r] = row < 0 ? uint2{0, 0} : on.gains[on.residues[mine.first_residue + row]];
      left_[r] = 0;
    }
  }

  /// `above`: of this column. Returns its last row.
  EXONWEAVE_DEVICE std::uint32_t step(std::uint32_t above, std::uint32_t symbols) {
    std::uint32_t diagonal = corner_, up = above;
    corner_ = above;
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      const std::uint32_t paired = diagonal + pick(gains_[r], symbols);
      diagonal = left_[r];
      left_[r] = up = __vimax3_u16x2(paired, up, left_[r]);
    }
    return up;
  }

 private:
  uint2 gains_[kRows];
  std::uint32_t left_[kRows];  // of the column before
  std::uint32_t corner_ = 0;   // above the first row there
};

template <int kRows>
EXONWEAVE_DEVICE void sweep(const strip_launch& all, const placed_pair& on, const warp_task& work, warp_space& space) {
  const strip_lane mine = work.lane < work.task.n_lanes ? on.lanes[work.task.first_lane + work.lane] : strip_lane{};
  const std::uint32_t* const entry = space.entries[mine.entry == strip_lane::none ? max_entries : mine.entry];
  std::uint32_t* const made = space.exits[mine.exit == strip_lane::none ? 0 : mine.exit];
  const bool has_exit = mine.exit != strip_lane::none;
  lane_rows<kRows> rows(on, mine);
  const lane_inputs inputs(on, work);
  const lane_exit exit(all, on, work);
  const std::uint16_t* const all_symbols = on.symbols;
  space.symbols[work.lane + 32] = space.symbols[work.lane + 96] = no_symbols;  // left of column 0
  std::uint32_t last = 0;
  const int n_steps = work.n_columns + work.task.n_lanes - 1;
  for (int first = 0; first < n_steps; first += steps_at_once) {
    const int next = (first + work.lane) % ring;
    space.symbols[next] = space.symbols[next + ring] =
        first + work.lane < work.n_columns ? all_symbols[first + work.lane] : no_symbols;
    take_entries(work, inputs, first, &space);
    __syncwarp();
    const std::uint32_t* const symbols = space.symbols + (first - work.lane + ring) % ring;
#pragma unroll 2
    for (int k = 0; k < steps_at_once; ++k) {
      std::uint32_t above = __shfl_up_sync(all_lanes, last, 1);
      if (work.lane == 0) above = 0;
      last = rows.step(__vmaxu2(above, entry[k]), symbols[k]);
      if (has_exit) made[k] = last;
    }
    __syncwarp();
    put_exits(work, exit, first, &space);
  }
}

EXONWEAVE_DEVICE void run_task(const strip_launch& all, const placed_pair& on, const warp_task& work, bool is_source,
                               warp_space& space) {
  switch (work.task.rows_per_lane) {
    case 0:
      return is_source ? make_source(all, on, work) : gather(all, on, work, space);
    case 1:
      return sweep<1>(all, on, work, space);
    case 2:
      return sweep<2>(all, on, work, space);
    case 3:
      return sweep<3>(all, on, work, space);
    case 4:
      return sweep<4>(all, on, work, space);
    case 5:
      return sweep<5>(all, on, work, space);
    case 6:
      return sweep<6>(all, on, work, space);
    case 7:
      return sweep<7>(all, on, work, space);
    default:
      static_assert(max_rows_per_lane == 8);
      return sweep<8>(all, on, work, space);
  }
}

__global__ void __launch_bounds__(32 * warps_per_block) run_strips(const strip_launch all) {
  __shared__ warp_space spaces[warps_per_block];
  warp_space& space = spaces[threadIdx.x / warpSize];
  const int lane = static_cast<int>(threadIdx.x % warpSize);
  space.entries[max_entries][lane] = 0;
  while (true) {
    std::uint32_t turn = 0;
    if (lane == 0) turn = atomicAdd(all.next_turn, 1u);
    turn = __shfl_sync(all_lanes, turn, 0);
    if (turn >= all.n_turns) return;
    const strip_turn mine = all.turns[turn];
    const placed_pair& on = all.pairs[mine.pair];
    run_task(all, on, warp_task(on, mine.task, lane), mine.task == 0, space);
  }
}

// The sinks' rows, a block for each pair.
__global__ void collect_sinks(const placed_pair* pairs) {
  const placed_pair& on = pairs[blockIdx.x];
  if (on.sink == strip_program::no_row) return;
  for (std::uint32_t j = threadIdx.x; j < on.n_columns; j += blockDim.x)
    on.sink_row[j] = on.rows[std::size_t{on.sink} * on.row_words + j];
}

}  // namespace

void launch(const strip_launch& all, void* stream) {
  int device = 0, n_processors = 0, n_blocks = 0;
  check(cudaGetDevice(&device), "the device");
  check(cudaDeviceGetAttribute(&n_processors, cudaDevAttrMultiProcessorCount, device), "the device's processors");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n_blocks, run_strips, 32 * warps_per_block, 0),
        "blocks at once");
  if (n_blocks == 0) throw device_failure("no room for a block of the strip kernel");
  run_strips<<<n_processors * n_blocks, 32 * warps_per_block, 0, static_cast<cudaStream_t>(stream)>>>(all);
  check(cudaGetLastError(), "a launch of strips");
  collect_sinks<<<all.n_pairs, 128, 0, static_cast<cudaStream_t>(stream)>>>(all.pairs);
  check(cudaGetLastError(), "a launch that collects rows");
}

}  // namespace exonweave::gpu
