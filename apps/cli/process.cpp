// Handlers do only what is async-signal-safe: atomics, alarm, unlink and _exit.
#include "cli/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <limits>
#include <string_view>
#include <system_error>

#include "base/files/output.hpp"
#include "base/memory/allocator.hpp"
#include "cli/failures.hpp"
#include "cli/messages.hpp"

namespace exonweave::apps {
namespace {

constexpr unsigned grace = 2;  // seconds for a run to stop by itself

std::atomic<run_control*> stoppable = nullptr;
std::atomic<int> stopped_by = 0;
static_assert(std::atomic<run_control*>::is_always_lock_free);

extern "C" void end_on_signal(int number) {
  remove_temporaries();
  ::_exit(exit_signal + number);
}

// The first time a run is told to stop; the second time it ends whatever it does.
extern "C" void stop_on_signal(int number) {
  run_control* const run = stoppable;
  if (run == nullptr || run->is_stopped()) end_on_signal(number);
  stopped_by = number;
  run->stop();
  ::alarm(grace);
}

// The grace is over, or somebody else's alarm tells the run to stop.
extern "C" void stop_on_alarm(int number) {
  if (stopped_by != 0) end_on_signal(stopped_by);
  stop_on_signal(number);
}

void handle(int number, void (*handler)(int), bool even_if_ignored) {
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;  // a run that goes on for a while sees no interrupted calls
  ::sigemptyset(&action.sa_mask);
  ::sigaction(number, nullptr, &before);
  if (before.sa_handler == SIG_IGN && !even_if_ignored) return;
  ::sigaction(number, &action, nullptr);
}

// Opened the wrong way round on purpose: reading from it or writing to it is an error, not silence.
void fill_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

[[noreturn]] void end_on_uncaught() {
  remove_temporaries();
  if (std::current_exception()) ::_exit(explain_current_exception());
  write_message(error_head());
  write_message("internal error: terminated. This is a bug in exonweave: please report it\n");
  ::_exit(exit_bug);
}

}  // namespace

std::vector<std::string> command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

void prepare_process() {
  keep_freed_memory(std::numeric_limits<std::uint64_t>::max());
  fill_closed_streams();
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2})
    handle(number, stop_on_signal, false);
  handle(SIGPIPE, end_on_signal, true);
  handle(SIGALRM, stop_on_alarm, true);
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(end_on_uncaught);
}

void keep_within(std::uint64_t bytes) {
  constexpr std::uint64_t parts = 256;
  keep_freed_memory(bytes / parts);
}

stoppable_run::stoppable_run(run_control& run) { stoppable = &run; }
stoppable_run::~stoppable_run() { stoppable = nullptr; }

int code_of_stop() { return exit_signal + stopped_by; }

int finish_standard_output(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  tell("{}standard output: cannot write: {}\n", error_head(), std::generic_category().message(errno));
  return code == exit_ok ? exit_io_failure : code;
}

namespace {

// Notes are padded to words of four bytes.
std::string id_in_notes(std::string_view notes) {
  constexpr std::uint32_t build_id_type = 3;  // NT_GNU_BUILD_ID
  const auto padded = [](std::size_t size) { return (size + 3) / 4 * 4; };
  ElfW(Nhdr) head;
  while (notes.size() >= sizeof head) {
    std::memcpy(&head, notes.data(), sizeof head);
    const std::size_t content = sizeof head + padded(head.n_namesz), end = content + padded(head.n_descsz);
    if (end > notes.size()) break;
    if (head.n_type == build_id_type && notes.substr(sizeof head, head.n_namesz) == std::string_view("GNU", 4)) {
      std::string id;
      for (const char byte : notes.substr(content, head.n_descsz))
        id += fmt::format("{:02x}", static_cast<std::uint8_t>(byte));
      return id;
    }
    notes.remove_prefix(end);
  }
  return {};
}

int take_id(dl_phdr_info* loaded, std::size_t /*size*/, void* id) {
  for (int k = 0; k < loaded->dlpi_phnum; ++k) {
    const ElfW(Phdr)& segment = loaded->dlpi_phdr[k];
    if (segment.p_type == PT_NOTE)
      *static_cast<std::string*>(id) +=
          id_in_notes({reinterpret_cast<const char*>(loaded->dlpi_addr + segment.p_vaddr), segment.p_memsz});
  }
  return 1;  // the first of all that is loaded is the program; no other is looked at
}

}  // namespace

// Not a checksum of /proc/self/exe: that may be the loader, or not be there.
std::string build_id() {
  std::string id;
  dl_iterate_phdr(take_id, &id);
  return id;
}

}  // namespace exonweave::apps
