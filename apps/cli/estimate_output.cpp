#include "cli/estimate_output.hpp"

#include "base/files/output_group.hpp"
#include "cli/messages.hpp"

namespace exonweave::apps {

estimate_output::estimate_output(const std::string& json_path, bool is_quiet, const std::string& table_path)
    : is_quiet_(is_quiet) {
  if (!json_path.empty()) json_.emplace(json_path);
  if (!table_path.empty()) table_.emplace(table_path);
  if (json_path != "-" && table_path != "-") text_.emplace("-");
}

void estimate_output::write(const nlohmann::ordered_json& figures, const std::string& text) {
  if (json_) json_->write(figures.dump(1) + "\n");
  if (text_)
    text_->write(text);
  else if (!is_quiet_)
    tell("{}", text);
}

void estimate_output::write_table(const std::string& table) { table_.value().write(table); }

void estimate_output::commit() {
  output_group all;
  for (auto* file : {&json_, &table_, &text_})
    if (*file) all.add(**file);
  all.commit();
}

}  // namespace exonweave::apps
