#include "exons/sequences/shared_bases.hpp"

#include <algorithm>
#include <exception>

namespace exonweave {
namespace {

constexpr std::size_t chunks_of_all = 32, chunks_of_thread = 8;
constexpr std::size_t fewest_chunks = 4;

std::size_t count_chunks(std::size_t n_threads, std::uint64_t max_bytes) {
  const std::uint64_t room = max_bytes / static_cast<std::uint64_t>(shared_bases::chunk_length);
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>(room, fewest_chunks, chunks_of_all + chunks_of_thread * n_threads));
}

}  // namespace

shared_bases::shared_bases(genome& sequences, std::size_t n_threads, std::uint64_t max_bytes)
    : sequences_(sequences), max_chunks_(count_chunks(n_threads, max_bytes)) {}

// Letters that are no nucleotides matter where they are requested, not where they lie near it: of their chunk just that
// part is read.
std::string shared_bases::fetch(std::size_t sequence, interval where) {
  std::string bases;
  bases.reserve(static_cast<std::size_t>(where.length()));
  for (std::int64_t next = where.start; next < where.end;) {
    const std::int64_t number = next / chunk_length, begin = number * chunk_length;
    const std::int64_t end = std::min(where.end, begin + chunk_length);
    if (const chunk whole = chunk_of({sequence, number}))
      bases.append(*whole, static_cast<std::size_t>(next - begin), static_cast<std::size_t>(end - next));
    else
      bases += sequences_.fetch(sequence, {next, end});
    next = end;
  }
  return bases;
}

// One that the disk does not give is not held: the next who asks for it tries again.
shared_bases::chunk shared_bases::chunk_of(chunk_name name) {
  std::promise<chunk> to_read;
  bool is_held = false;
  const std::shared_future<chunk> bases = find_or_hold(name, to_read, is_held);
  if (is_held) return bases.get();
  try {
    to_read.set_value(read(name));
  } catch (...) {
    to_read.set_exception(std::current_exception());
    const std::lock_guard lock(holding_);
    held_.erase(name);
  }
  return bases.get();
}

shared_bases::chunk shared_bases::read(chunk_name name) try {
  const std::int64_t begin = name.second * chunk_length;
  const std::int64_t end = std::min(sequences_.catalog().length(name.first), begin + chunk_length);
  return std::make_shared<const std::string>(sequences_.fetch(name.first, {begin, end}));
} catch (const bad_data&) {
  return nullptr;
}

// A new one stands in place of the one that nobody has requested longest.
std::shared_future<shared_bases::chunk> shared_bases::find_or_hold(chunk_name name, std::promise<chunk>& to_read,
                                                                   bool& is_held) {
  const std::lock_guard lock(holding_);
  const auto found = held_.find(name);
  is_held = found != held_.end();
  if (!is_held && held_.size() >= max_chunks_)
    held_.erase(std::ranges::min_element(held_, {}, [](const auto& entry) { return entry.second.last_requested; }));
  held_chunk& entry =
      is_held ? found->second : held_.emplace(name, held_chunk{to_read.get_future().share(), 0}).first->second;
  entry.last_requested = ++n_requested_;
  return entry.bases;
}

}  // namespace exonweave
