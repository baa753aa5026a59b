#include "predict/planned_options.hpp"

#include <algorithm>
#include <utility>

#include "base/files/report.hpp"
#include "cli/options.hpp"
#include "predict/predict_parts.hpp"

namespace exonweave::apps {
namespace {

// A value that stands alone, or an option with its value, as CLI11 will read them.
struct argument {
  const CLI::Option* option;  // null: none of the command
  std::string value;          // empty: none
};

bool takes_value(const CLI::Option* option) { return option != nullptr && option->get_items_expected_max() > 0; }

class argument_reader {
 public:
  argument_reader(const CLI::App& command, const std::vector<std::string>& words)
      : command_(command), words_(words), positionals_(command.get_options(&CLI::Option::get_positional)) {}

  std::vector<argument> read() {
    bool are_options_over = false;
    for (next_ = 1; next_ < words_.size();) {
      const std::string& word = words_[next_++];
      if (are_options_over || word.size() < 2 || word.front() != '-')
        found_.push_back({positional(), word});
      else if (word == "--")
        are_options_over = true;
      else if (word.starts_with("--"))
        read_name(word, word.find('='));
      else
        read_letters(word);
    }
    return std::move(found_);
  }

 private:
  // The last one takes what comes after it.
  const CLI::Option* positional() {
    return positionals_.empty() ? nullptr : positionals_[std::min(n_positionals_++, positionals_.size() - 1)];
  }

  void add(const CLI::Option* option, const std::string& attached) {
    const bool is_next = attached.empty() && takes_value(option) && next_ < words_.size();
    found_.push_back({option, is_next ? words_[next_++] : attached});
  }

  // --name, or --name=value.
  void read_name(const std::string& word, std::size_t sign) {
    add(command_.get_option_no_throw(word.substr(0, sign)), sign == std::string::npos ? "" : word.substr(sign + 1));
  }

  // -n, -nvalue, or letters of flags before them.
  void read_letters(const std::string& word) {
    const CLI::Option* option = nullptr;
    for (std::size_t letter = 1; letter < word.size() && !takes_value(option); ++letter) {
      option = command_.get_option_no_throw({'-', word[letter]});
      add(option, takes_value(option) ? word.substr(letter + 1) : "");
    }
  }

  const CLI::App& command_;
  const std::vector<std::string>& words_;
  const std::vector<const CLI::Option*> positionals_;
  std::size_t next_ = 1, n_positionals_ = 0;
  std::vector<argument> found_;
};

// By its name, or standing alone.
bool is_given(const std::vector<argument>& arguments, const CLI::Option& option) {
  return std::ranges::any_of(arguments, [&, alone = lone_form(option)](const argument& each) {
    return each.option != nullptr && (each.option == &option || each.option == alone);
  });
}

// What no run does without.
bool has_inputs(const CLI::App& command, const std::vector<argument>& arguments) {
  return is_given(arguments, *command.get_option("--genome")) && is_given(arguments, *command.get_option("--targets"));
}

// A plan that is not there is the only one of several mistakes that is reported here, and only where nothing else is
// reported before it.
std::vector<noted_option> read_options(const CLI::App& command, const std::vector<argument>& arguments,
                                       const std::string& plan) {
  try {
    return options_of_plan(plan);
  } catch (const missing_input&) {
    if (!has_inputs(command, arguments)) throw;
    return {};
  }
}

}  // namespace

std::vector<std::string> with_options_of_plan(const CLI::App& app, std::vector<std::string> words) {
  if (words.empty() || (words.front() != "predict" && words.front() != "merge")) return words;
  const CLI::App* const command = app.get_subcommand(words.front());
  const std::vector<argument> arguments = argument_reader(*command, words).read();
  const auto plan = std::ranges::find(arguments, command->get_option("--plan"), &argument::option);
  if (plan == arguments.end() || plan->value.empty()) return words;
  std::vector<std::string> planned;
  for (const auto& [name, values] : read_options(*command, arguments, plan->value)) {
    const CLI::Option* const option = command->get_option_no_throw(name);
    if (option == nullptr || is_given(arguments, *option)) continue;
    if (values.empty()) planned.push_back(name);
    for (const std::string& value : values) planned.push_back(name + "=" + value);
  }
  words.insert(words.begin() + 1, planned.begin(), planned.end());
  return words;
}

}  // namespace exonweave::apps
