// What went wrong and where: every problem of the user's data as one value, collected so that all bad lines
// are reported at once, and the exceptions that carry problems to main, the only place that knows exit codes.
#pragma once

#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace exonweave {

/// A place in the user's input. `line` is 1-based; 0 means "the file as a whole".
struct place {
  std::string file = {};  // NOLINT(readability-redundant-member-init): as below
  std::uint64_t line = 0;
};

/// One problem, in the parts that its message needs. `got`, `need` and `hint` may be empty.
/// Bytes of the input may stand in `got`; text() escapes control characters and cuts long values.
struct problem_report {
  // The initializers let members be left out. NOLINTBEGIN(readability-redundant-member-init)
  place where = {};
  std::string what = {};  // "end lies before start"
  std::string got = {};   // "100..50", the offending value
  std::string need = {};  // "start <= end", the accepted range
  std::string hint = {};  // "swap the columns", a whole sentence without its full stop
  // NOLINTEND(readability-redundant-member-init)

  /// "FILE:LINE: what (got 'x', need y). Hint: ..." without the program's name and the level.
  [[nodiscard]] std::string text() const;
};

/// Collects errors (the first 20 are kept, all are counted) and warnings (one per kind, with its count
/// and first place). Readers take it by reference and go on after an error as long as that makes sense.
class report {
 public:
  static constexpr std::size_t max_errors = 20;

  void error(problem_report problem);

  /// `problem.what` names the kind: warnings with the same `what` in the same file are one message with a
  /// count.
  void warn(problem_report problem);

  [[nodiscard]] std::size_t error_count() const { return n_errors_; }
  [[nodiscard]] const std::vector<problem_report>& errors() const { return errors_; }

  /// One text per kind of warning, ordered by first appearance: "FILE:LINE: what (...) [and N more]".
  [[nodiscard]] std::vector<std::string> warnings() const;

  /// Throws bad_data with everything collected when there is at least one error.
  void throw_if_errors() const;

 private:
  struct counted {
    problem_report first;
    std::size_t count = 0;
  };
  std::vector<problem_report> errors_;
  std::size_t n_errors_ = 0;
  std::vector<counted> warnings_;
  std::map<std::pair<std::string, std::string>, std::size_t> warning_index_;  // (file, what) -> warnings_
};

/// Base of what libraries throw: a problem with its context; main turns the subclass into an exit code.
class failure : public std::exception {
 public:
  explicit failure(problem_report problem);
  explicit failure(std::vector<problem_report> problems, std::size_t n_total);
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }
  [[nodiscard]] const std::vector<problem_report>& problems() const { return problems_; }
  [[nodiscard]] std::size_t total() const { return n_total_; }  // problems found, at least problems().size()

 private:
  std::vector<problem_report> problems_;
  std::size_t n_total_;
  std::string text_;
};

struct bad_usage : failure {
  using failure::failure;
};  // exit 2
struct bad_data : failure {
  using failure::failure;
};  // exit 65
/// For the memory, or for scores of 32 bits.
struct region_too_large : bad_data {
  using bad_data::bad_data;
};
struct missing_input : failure {
  using failure::failure;
};  // exit 66
struct no_usable_device : failure {
  using failure::failure;
};  // exit 69
struct cannot_create : failure {
  using failure::failure;
};  // exit 73
struct io_failure : failure {
  using failure::failure;
};  // exit 74
struct not_enough_memory : failure {
  using failure::failure;
};  // exit 137

/// The names nearest to `name` by edit distance, best first, at most `most`: those that differ in at most a third of
/// their letters, or one, whatever their case, or of which one is the ending of the other (1, chr1). For hints: unknown
/// sequence, key, subcommand.
std::vector<std::string> nearest_names(std::string_view name, const std::vector<std::string>& known,
                                       std::size_t most = 3);

}  // namespace exonweave
