#include "exons/sequences/shared_bases.hpp"

#include <algorithm>

namespace exonweave {
namespace {

constexpr std::size_t chunks_of_all = 32, chunks_of_thread = 8;

}  // namespace

shared_bases::shared_bases(genome& in, std::size_t n_threads)
    : in_(in), most_chunks_(chunks_of_all + chunks_of_thread * n_threads) {}

// Letters that are no nucleotides matter where they are asked for, not where they lie near it: then just that part is read.
std::string shared_bases::fetch(std::size_t sequence, interval where) {
  try {
    return fetch_in_chunks(sequence, where);
  } catch (const bad_data&) {
    const std::lock_guard lock(reading_);
    return in_.fetch(sequence, where);
  }
}

std::string shared_bases::fetch_in_chunks(std::size_t sequence, interval where) {
  std::string bases;
  bases.reserve(static_cast<std::size_t>(where.length()));
  for (std::int64_t next = where.start; next < where.end;) {
    const std::int64_t number = next / chunk_length, begin = number * chunk_length;
    const std::int64_t end = std::min(where.end, begin + chunk_length);
    bases.append(*chunk_of({sequence, number}), static_cast<std::size_t>(next - begin),
                 static_cast<std::size_t>(end - next));
    next = end;
  }
  return bases;
}

// Who waited for the genome looks once more: the thread before may have read that very chunk.
shared_bases::chunk shared_bases::chunk_of(chunk_name name) {
  if (chunk known = find(name)) return known;
  const std::lock_guard lock(reading_);
  if (chunk known = find(name)) return known;
  const std::int64_t begin = name.second * chunk_length;
  const std::int64_t end = std::min(in_.catalog().length(name.first), begin + chunk_length);
  const auto read = std::make_shared<const std::string>(in_.fetch(name.first, {begin, end}));
  hold(name, read);
  return read;
}

shared_bases::chunk shared_bases::find(chunk_name name) {
  const std::lock_guard lock(holding_);
  const auto found = held_.find(name);
  if (found == held_.end()) return nullptr;
  found->second.last_asked = ++n_asked_;
  return found->second.bases;
}

// In place of the one that nobody has asked for longest.
void shared_bases::hold(chunk_name name, chunk bases) {
  const std::lock_guard lock(holding_);
  if (held_.size() >= most_chunks_)
    held_.erase(
        std::ranges::min_element(held_, {}, [](const auto& entry) { return entry.second.last_asked; }));
  held_[name] = {std::move(bases), ++n_asked_};
}

}  // namespace exonweave
