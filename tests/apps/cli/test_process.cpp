// The frame of the program, each case in a process of its own: what a signal or an exception leaves behind.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <new>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/files/output.hpp"
#include "base/files/report.hpp"
#include "base/memory/allocator.hpp"
#include "catch.hpp"
#include "cli/failures.hpp"
#include "cli/process.hpp"
#include "contains.hpp"

namespace fs = std::filesystem;
using namespace exonweave;
using namespace exonweave::apps;
using exonweave::testing::contains;

namespace {

struct outcome {
  int code = -1;  // of exit; -1 when it did not exit by itself
  std::string errors;
  bool left_files = false;
};

// Runs `body` in a child whose current directory is empty and whose standard error is kept; its return is the
// code.
outcome in_a_process(const std::function<int()>& body) {
  std::string name = (fs::temp_directory_path() / "exonweave-test-XXXXXX").string();
  const fs::path dir = ::mkdtemp(name.data());
  const fs::path log = dir.string() + ".log";
  std::cout.flush();  // or the child has its copy to write
  const pid_t child = ::fork();
  if (child == 0) {
    const int file = ::open(log.c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(file, STDERR_FILENO);
    fs::current_path(dir);
    prepare_process();
    ::_exit(body());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  std::ostringstream errors;
  errors << std::ifstream(log).rdbuf();
  const outcome seen{WIFEXITED(status) ? WEXITSTATUS(status) : -1, errors.str(), !fs::is_empty(dir)};
  fs::remove_all(dir);
  fs::remove(log);
  return seen;
}

// What main does around a subcommand.
template <typename Exception>
outcome thrown(const Exception& exception) {
  return in_a_process([&exception] {
    try {
      throw exception;
    } catch (...) {
      return explain_current_exception();
    }
  });
}

problem_report problem(std::string what) {
  problem_report made;
  made.where = {"in.gff3", 3};
  made.what = std::move(what);
  return made;
}

}  // namespace

TEST_CASE("a signal removes the temporaries and gives 128 plus its number") {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM}) {
    const auto seen = in_a_process([number] {
      output_file out("models.gff3");
      out.write("half");
      ::raise(number);
      return 0;
    });
    CHECK(seen.code == 128 + number);
    CHECK_FALSE(seen.left_files);
    CHECK(seen.errors.empty());
  }
}

TEST_CASE("a run is told to stop first, and the program ends with the signal's code when it has") {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM}) {
    const auto seen = in_a_process([number] {
      try {
        output_file out("models.gff3");
        out.write("half");
        run_control control;
        const stoppable_run run(control);
        ::raise(number);
        control.throw_if_stopped();
      } catch (...) {
        return explain_current_exception();
      }
      return 0;
    });
    CHECK(seen.code == 128 + number);
    CHECK_FALSE(seen.left_files);
    CHECK(seen.errors.empty());
  }
}

TEST_CASE("a run that does not stop is ended by a second signal, or by time") {
  for (const bool is_requested_again : {true, false}) {
    const auto seen = in_a_process([is_requested_again] {
      output_file out("models.gff3");
      run_control control;
      const stoppable_run run(control);
      ::raise(SIGTERM);
      if (is_requested_again) ::raise(SIGINT);
      std::this_thread::sleep_for(std::chrono::seconds(5));
      return 0;
    });
    CHECK(seen.code == 128 + (is_requested_again ? SIGINT : SIGTERM));
    CHECK_FALSE(seen.left_files);
  }
}

TEST_CASE("behind a run signals end the program at once again") {
  const auto seen = in_a_process([] {
    run_control control;
    { const stoppable_run run(control); }
    ::raise(SIGINT);
    return 0;
  });
  CHECK(seen.code == 128 + SIGINT);
}

TEST_CASE("a signal ignored from the start stays ignored") {
  std::signal(SIGHUP, SIG_IGN);
  const auto seen = in_a_process([] {
    ::raise(SIGHUP);
    return 7;
  });
  std::signal(SIGHUP, SIG_DFL);
  CHECK(seen.code == 7);
}

TEST_CASE("a file size limit is an I/O error that leaves no file") {
  const auto seen = in_a_process([] {
    const rlimit limit{100, 100};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      output_file out("models.gff3");
      out.write(std::string(1000, 'x'));
      out.commit();
    } catch (const io_failure&) {
      return 74;
    }
    return 0;
  });
  CHECK(seen.code == 74);
  CHECK_FALSE(seen.left_files);
}

TEST_CASE("a closed standard output is refused, not mistaken for a file") {
  const auto seen = in_a_process([] {
    ::close(STDOUT_FILENO);
    prepare_process();
    output_file out("models.gff3");
    output_file standard("-");
    standard.write("lost");
    try {
      standard.commit();
    } catch (...) {
      return explain_current_exception();
    }
    return 0;
  });
  CHECK(seen.code == 74);
  CHECK_THAT(seen.errors, contains("standard output: cannot write"));
}

TEST_CASE("an exception that escapes a thread is a bug that leaves no file") {
  const auto seen = in_a_process([] {
    output_file out("models.gff3");
    std::thread([] { throw std::logic_error("a broken promise"); }).join();
    return 0;
  });
  CHECK(seen.code == 70);
  CHECK_FALSE(seen.left_files);
  CHECK_THAT(seen.errors, contains("a broken promise") && contains("please report"));
}

TEST_CASE("a program that is terminated says so") {
  const auto seen = in_a_process([]() -> int { std::terminate(); });
  CHECK(seen.code == 70);
  CHECK_THAT(seen.errors, contains("please report"));
}

TEST_CASE("each failure has its exit code") {
  CHECK(thrown(bad_usage(problem("a"))).code == 2);
  CHECK(thrown(bad_data(problem("a"))).code == 65);
  CHECK(thrown(missing_input(problem("a"))).code == 66);
  CHECK(thrown(no_usable_device(problem("a"))).code == 69);
  CHECK(thrown(std::out_of_range("a")).code == 70);
  CHECK(thrown(42).code == 70);
  CHECK(thrown(cannot_create(problem("a"))).code == 73);
  CHECK(thrown(io_failure(problem("a"))).code == 74);
  CHECK(thrown(not_enough_memory(problem("a"))).code == 137);
  CHECK(thrown(std::bad_alloc()).code == 137);
}

TEST_CASE("each problem has its line and those beyond the kept ones are counted") {
  const auto seen = thrown(bad_data({problem("end before start"), problem("bad strand")}, 25));
  CHECK(seen.errors ==
        "exonweave: error: in.gff3:3: end before start\n"
        "exonweave: error: in.gff3:3: bad strand\n"
        "exonweave: error: ... and 23 more\n");
}

#ifndef EXONWEAVE_SANITIZES
TEST_CASE("a request for too much memory is told with its size") {
  const auto seen = in_a_process([] {
    try {
      const std::vector<char> too_much(std::size_t{1} << 60);
      return static_cast<int>(too_much.back());
    } catch (...) {
      return explain_current_exception();
    }
  });
  CHECK(seen.code == 137);
  CHECK_THAT(seen.errors, contains("out of memory: 1099511627777 MiB more were needed"));
}
#endif

TEST_CASE("a lack of memory says what was held and what the limit is") {
  const auto seen = in_a_process([] {
    const rlimit limit{rlim_t{1} << 50, rlim_t{1} << 50};  // sanitizers reserve terabytes
    ::setrlimit(RLIMIT_AS, &limit);
    try {
      throw std::bad_alloc();
    } catch (...) {
      return explain_current_exception();
    }
  });
  CHECK_THAT(seen.errors,
             contains("out of memory: ") && contains(" MiB held") && contains("limited to 1073741824 MiB"));
}

using exonweave::apps::build_id;

TEST_CASE("a program that was linked with a build ID tells it, the same each time") {
  const std::string id = build_id();
  CHECK(id == build_id());
  CHECK(id.size() % 2 == 0);
  CHECK(std::ranges::all_of(id, [](unsigned char c) { return std::isxdigit(c) != 0; }));
}
