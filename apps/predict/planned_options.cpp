#include "predict/planned_options.hpp"

#include <algorithm>
#include <string_view>

#include "base/files/report.hpp"
#include "predict/predict_parts.hpp"

namespace exonweave::apps {
namespace {

// "--name", "--name=value" or "-nvalue".
bool gives(const std::string& argument, const CLI::Option& option) {
  if (argument.starts_with("--")) return option.check_name(argument.substr(0, argument.find('=')));
  return argument.size() > 1 && argument.front() == '-' && option.check_name(argument.substr(0, 2));
}

bool is_given(const std::vector<std::string>& arguments, const CLI::Option& option) {
  return std::ranges::any_of(arguments, [&](const std::string& each) { return gives(each, option); });
}

// Empty: none.
std::string plan_in(const std::vector<std::string>& arguments) {
  constexpr std::string_view name = "--plan", with_value = "--plan=";
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k].starts_with(with_value)) return arguments[k].substr(with_value.size());
    if (arguments[k] == name && k + 1 < arguments.size()) return arguments[k + 1];
  }
  return {};
}

// What no run does without.
bool has_inputs(const CLI::App& command, const std::vector<std::string>& arguments) {
  return is_given(arguments, *command.get_option("--genome")) && is_given(arguments, *command.get_option("--targets"));
}

// A plan that is not there is the only one of several mistakes that is told here, and only where nothing else is told
// before it.
std::vector<noted_option> read_options(const CLI::App& command, const std::vector<std::string>& arguments,
                                       const std::string& plan) {
  try {
    return options_of_plan(plan);
  } catch (const missing_input&) {
    if (!has_inputs(command, arguments)) throw;
    return {};
  }
}

}  // namespace

std::vector<std::string> with_options_of_plan(const CLI::App& app, std::vector<std::string> arguments) {
  if (arguments.empty() || (arguments.front() != "predict" && arguments.front() != "merge")) return arguments;
  const std::string plan = plan_in(arguments);
  if (plan.empty()) return arguments;
  const CLI::App* const command = app.get_subcommand(arguments.front());
  std::vector<std::string> planned;
  for (const auto& [name, values] : read_options(*command, arguments, plan)) {
    const CLI::Option* const option = command->get_option_no_throw(name);
    if (option == nullptr || is_given(arguments, *option)) continue;
    if (values.empty()) planned.push_back(name);
    for (const std::string& value : values) planned.push_back(name + "=" + value);
  }
  arguments.insert(arguments.begin() + 1, planned.begin(), planned.end());
  return arguments;
}

}  // namespace exonweave::apps
