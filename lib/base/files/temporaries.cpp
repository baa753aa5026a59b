// Each slot goes free -> filling -> live -> free; its path is read only while live, so the handler that
// interrupts a thread in the middle of a change never sees half a path.
#include "base/files/temporaries.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <climits>
#include <cstring>

#include "base/files/output.hpp"
#include "base/files/report.hpp"

namespace exonweave {
namespace {

enum class slot_state : int { free, filling, live };

struct slot {
  std::atomic<slot_state> state{slot_state::free};
  std::array<char, PATH_MAX> path{};  // ends in NUL
};
static_assert(std::atomic<slot_state>::is_always_lock_free, "signal handlers read the table");

constexpr std::size_t max_temporaries = 64;
std::array<slot, max_temporaries> table;

bool take(slot& candidate) {
  auto expected = slot_state::free;
  return candidate.state.compare_exchange_strong(expected, slot_state::filling);
}

[[noreturn]] void refuse(const std::string& path, const char* why) {
  problem_report problem;
  problem.where.file = path;
  problem.what = why;
  throw cannot_create(problem);
}

}  // namespace

std::size_t register_temporary(const std::string& path) {
  if (path.size() >= PATH_MAX) refuse(path, "cannot create the output: the path is too long");
  for (std::size_t place = 0; place < table.size(); ++place) {
    if (!take(table[place])) continue;
    std::memcpy(table[place].path.data(), path.c_str(), path.size() + 1);
    table[place].state = slot_state::live;
    return place;
  }
  refuse(path, "cannot create the output: 64 others are being written");
}

void forget_temporary(std::size_t place) noexcept { table[place].state = slot_state::free; }

void remove_temporaries() noexcept {
  for (auto& entry : table)
    if (entry.state == slot_state::live) ::unlink(entry.path.data());
}

}  // namespace exonweave
