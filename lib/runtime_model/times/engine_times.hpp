// What an engine has to do with how long work takes: who does it, who counts it beforehand, for what price, and how
// many threads help.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "exons/scoring/chain_scoring.hpp"
#include "spliced/costs/cost_model.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave {

/// Whose prices the work of an engine has: its substitute's with a scoring that is out of its scope. Throws
/// std::invalid_argument for a name that is not known.
const spliced::engine_facts& working_engine(std::string_view name, const chain_scoring& scoring);

/// The fastest engine of the CPU with the graphs (is_literal) and the sweeps (may_sweep) of another: expect_work()
/// counts with it, and needs no GPU. Throws std::invalid_argument where there is none.
std::unique_ptr<spliced::engine> make_counting_engine(const spliced::engine_facts& other);

/// Prices of an engine that does its own work: cells that a GPU computes for one of a GPU, as it takes them.
spliced::cost_model prices_for(const spliced::engine_facts& engine, spliced::cost_model prices);

/// What work of so many seconds on one thread takes on `n_threads`, with the start of a GPU. Of threads that work
/// with a GPU at most engine_facts::max_threads count.
double seconds_on_threads(const spliced::engine_facts& engine, const spliced::cost_model& prices, double thread_seconds,
                          unsigned n_threads);

/// What a genome in so many pieces takes on `n_threads` whose pieces take so many seconds on one thread together. Where
/// there are more threads than pieces, that they help one another is not counted.
double seconds_of_pieces(double thread_seconds, std::size_t n_pieces, unsigned n_threads);

}  // namespace exonweave
