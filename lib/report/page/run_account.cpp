#include "report/page/run_account.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/byte_source.hpp"
#include "base/files/line_reader.hpp"

namespace exonweave {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t max_times = 4000;     // regions, evenly among all: enough to see how they lie
constexpr std::size_t greatest_depth = 32;  // what lies deeper is left out: writing it again would climb the stack
constexpr std::size_t max_letters_reported = 60;  // of a value, in messages
constexpr std::string_view requested_account = "run.json of annotate, or a file of predict --summary";

// The bytes of a file, a piece of them at a time.
class file_bytes {
 public:
  explicit file_bytes(const std::string& path) : source_(path) {
    read();
    head_ = std::string(piece_.data(), std::min(n_, max_letters_reported));
    head_ = head_.substr(0, head_.find('\n'));
  }
  [[nodiscard]] const std::string& head() const { return head_; }  // of the first line
  [[nodiscard]] bool has_ended() const { return n_ == 0; }
  [[nodiscard]] char current() const { return piece_[next_]; }
  void advance() {
    if (++next_ == n_) read();
  }

 private:
  void read() {
    n_ = source_.read(piece_.data(), piece_.size());
    next_ = 0;
  }

  byte_source source_;
  std::vector<char> piece_ = std::vector<char>(std::size_t{1} << 16);
  std::size_t n_ = 0, next_ = 0;
  std::string head_;
};

// As nlohmann's parser reads them.
struct byte_iterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  file_bytes* bytes = nullptr;  // null: the end

  char operator*() const { return bytes->current(); }
  byte_iterator& operator++() {
    bytes->advance();
    return *this;
  }
  bool operator==(const byte_iterator& other) const {
    return (bytes == nullptr || bytes->has_ended()) == (other.bytes == nullptr || other.bytes->has_ended());
  }
};

// What is left of the regions of a run.
class region_sums {
 public:
  void add(const json& region) {
    if (!region.is_object()) return;
    ++n_;
    const json target = region.value("target", json());
    if (target.is_string()) {
      targets_.insert(target.get<std::string>());
      if (region.value("outcome", json()) == "model") placed_.insert(target.get<std::string>());
    }
    const json predicted = region.value("predicted_seconds", json()), taken = region.value("cpu_seconds", json());
    if (predicted.is_number() && taken.is_number()) times_.emplace_back(predicted.get<double>(), taken.get<double>());
  }

  // Null where there are none.
  [[nodiscard]] json entry() const {
    if (n_ == 0) return nullptr;
    json some = json::array();
    const std::size_t step = times_.size() / max_times + 1;
    for (std::size_t k = 0; k < times_.size(); k += step) some.push_back({times_[k].first, times_[k].second});
    return {{"targets", targets_}, {"with_model", placed_.size()}, {"times", some}};
  }

 private:
  std::size_t n_ = 0;
  std::set<std::string> targets_, placed_;
  std::vector<std::pair<double, double>> times_;  // predicted and measured, seconds
};

// Builds the account from what nlohmann's parser finds, without what takes most of a file and is not shown. An entry of
// `loci` goes when it ends.
class account_builder : public nlohmann::json_sax<json> {
 public:
  bool null() override { return take(nullptr); }
  bool boolean(bool value) override { return take(value); }
  bool number_integer(number_integer_t value) override { return take(value); }
  bool number_unsigned(number_unsigned_t value) override { return take(value); }
  bool number_float(number_float_t value, const string_t&) override { return take(value); }
  bool string(string_t& value) override { return take(std::move(value)); }
  bool binary(binary_t&) override { return true; }  // none in text
  bool start_object(std::size_t) override { return open(json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (n_left_out_ > 0) return true;
    is_left_out_ = name == "chains" || name == "costs";
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

  // After all.
  json account() {
    if (!whole_.is_object()) return std::move(whole_);
    whole_.erase("results");
    if (json results = regions_.entry(); !results.is_null()) whole_["results"] = std::move(results);
    return std::move(whole_);
  }

 private:
  bool take(json value) {
    if (!leaves_out(false)) put(std::move(value));
    return true;
  }

  bool open(json value) {
    if (leaves_out(true)) return true;
    const bool is_loci = open_.size() == 1 && value.is_array() && key_ == "loci";
    open_.push_back(put(std::move(value)));
    if (is_loci) loci_ = open_.back();
    return true;
  }

  bool close() {
    if (n_left_out_ > 0) {
      --n_left_out_;
      return true;
    }
    if (open_.back() == loci_) loci_ = nullptr;
    open_.pop_back();
    if (loci_ != nullptr && open_.back() == loci_) {
      regions_.add(loci_->back());
      loci_->clear();
    }
    return true;
  }

  // Whether a value is, and all that is in it.
  bool leaves_out(bool is_open) {
    if (n_left_out_ == 0 && !std::exchange(is_left_out_, false) && open_.size() <= greatest_depth) return false;
    n_left_out_ += is_open ? 1 : 0;
    return true;
  }

  json* put(json value) {
    if (open_.empty()) return &(whole_ = std::move(value));
    json& outer = *open_.back();
    if (outer.is_object()) return &(outer[key_] = std::move(value));
    outer.push_back(std::move(value));
    return &outer.back();
  }

  json whole_;
  std::vector<json*> open_;  // outermost first; nothing next to the innermost grows
  std::string key_;
  bool is_left_out_ = false;    // the value of the key
  std::size_t n_left_out_ = 0;  // that are open
  json* loci_ = nullptr;        // while it is open
  region_sums regions_;
};

enum class value_kind { text, number, flag, list, object };

struct account_key {
  std::string_view path;  // keys, with points between them; '*' is any
  value_kind kind;
};

// What scripts of the page read without asking.
constexpr std::array account_keys{
    account_key{"version", value_kind::text},
    account_key{"command", value_kind::list},
    account_key{"command.*", value_kind::text},
    account_key{"inputs", value_kind::list},
    account_key{"inputs.*", value_kind::object},
    account_key{"inputs.*.role", value_kind::text},
    account_key{"inputs.*.path", value_kind::text},
    account_key{"inputs.*.bytes", value_kind::number},
    account_key{"inputs.*.md5", value_kind::text},
    account_key{"parameters", value_kind::object},
    account_key{"parameters.targets", value_kind::text},
    account_key{"parameters.threads", value_kind::number},
    account_key{"parameters.scoring", value_kind::object},
    account_key{"search_limits", value_kind::object},
    account_key{"search_limits.*", value_kind::object},
    account_key{"training", value_kind::list},
    account_key{"training.*", value_kind::object},
    account_key{"training.*.chosen", value_kind::text},
    account_key{"training.*.genes", value_kind::number},
    account_key{"training.*.introns", value_kind::number},
    account_key{"gene_model", value_kind::object},
    account_key{"gene_model.used", value_kind::flag},
    account_key{"gene_model.verdict", value_kind::text},
    account_key{"gene_model.training_genes", value_kind::number},
    account_key{"gene_model.least_training_genes", value_kind::number},
    account_key{"gene_model.training_introns", value_kind::number},
    account_key{"gene_model.self_test", value_kind::object},
    account_key{"gene_model.self_test.genes", value_kind::number},
    account_key{"gene_model.self_test.found", value_kind::number},
    account_key{"gene_model.self_test.least_share", value_kind::number},
    account_key{"gene_model.agreeing", value_kind::number},
    account_key{"gene_model.replaced", value_kind::number},
    account_key{"gene_model.added", value_kind::number},
    account_key{"gene_model.mobile_elements", value_kind::number},
    account_key{"completeness", value_kind::list},
    account_key{"completeness.*", value_kind::object},
    account_key{"completeness.*.proteins", value_kind::list},
    account_key{"completeness.*.proteins.*", value_kind::text},
    account_key{"completeness.*.n", value_kind::number},
    account_key{"completeness.*.single", value_kind::number},
    account_key{"completeness.*.duplicated", value_kind::number},
    account_key{"completeness.*.fragmented", value_kind::number},
    account_key{"completeness.*.missing", value_kind::number},
    account_key{"options", value_kind::object},
    account_key{"versions", value_kind::object},
    account_key{"totals", value_kind::object},
    account_key{"loci", value_kind::list},
    account_key{"seconds", value_kind::object},
    account_key{"seconds.*", value_kind::number},
    account_key{"predicted_seconds", value_kind::object},
    account_key{"predicted_seconds.*", value_kind::number},
    account_key{"peak_memory_bytes", value_kind::number},
};

bool is_of_kind(const json& value, value_kind kind) {
  switch (kind) {
    case value_kind::text:
      return value.is_string();
    case value_kind::number:
      return value.is_number();
    case value_kind::flag:
      return value.is_boolean();
    case value_kind::list:
      return value.is_array();
    case value_kind::object:
      return value.is_object();
  }
  return false;
}

std::string_view name_of_kind(value_kind kind) {
  constexpr std::array<std::string_view, 5> names{"a text", "a number", "true or false", "a list", "an object"};
  return names[static_cast<std::size_t>(kind)];
}

// `rest` of the path leads on from `value`, which `key` has led to.
void check_kind(const json& value, std::string_view rest, const std::string& key, const account_key& requested,
                const std::string& path, report& problems) {
  const bool is_entry = requested.path.ends_with('*');  // which is there, or it is none
  if (value.is_null() && !(rest.empty() && is_entry)) return;
  if (rest.empty()) {
    if (is_of_kind(value, requested.kind)) return;
    const std::string got = value.dump(-1, ' ', false, json::error_handler_t::replace);
    problems.error({.where = {path},
                    .what = fmt::format("the value of '{}' is not what a run writes", key),
                    .got = got.substr(0, max_letters_reported),
                    .need = std::string(name_of_kind(requested.kind))});
    return;
  }
  const std::string_view step = take_until(rest, '.');
  const auto key_within = [&key](const std::string& name) { return key.empty() ? name : key + "." + name; };
  if (step != "*") {
    const std::string name(step);
    if (value.is_object() && value.contains(name))
      check_kind(value[name], rest, key_within(name), requested, path, problems);
  } else if (value.is_structured()) {
    for (const auto& [name, each] : value.items()) check_kind(each, rest, key_within(name), requested, path, problems);
  }
}

bool is_account(const json& run) {
  if (!run.is_object() || run.value("program", json()) != "exonweave") return false;
  const json subcommand = run.value("subcommand", json());
  return subcommand == "predict" || subcommand == "annotate" || subcommand == "merge";
}

// After the '=' of an option, or its letter.
std::string without_folder(const std::string& word) {
  const bool is_option = word.starts_with('-');
  const std::size_t begin = !is_option                            ? 0
                            : word.find('=') != std::string::npos ? word.find('=') + 1
                            : word.starts_with("--")              ? word.size()
                                                                  : std::min<std::size_t>(2, word.size());
  std::string_view path = std::string_view(word).substr(begin);
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return word.substr(0, begin) + std::string(path.substr(path.size() > 1 ? path.rfind('/') + 1 : 0));
}

void shorten_absolute_paths(json& value) {
  if (value.is_string() && value.get_ref<const std::string&>().starts_with('/'))
    value = without_folder(value.get<std::string>());
  else if (value.is_structured())
    for (json& each : value) shorten_absolute_paths(each);
}

}  // namespace

json read_run_account(const std::string& path, report& problems) {
  file_bytes bytes(path);
  account_builder builder;
  if (!json::sax_parse(byte_iterator{&bytes}, byte_iterator{}, &builder)) {
    problems.error(
        {.where = {path}, .what = "not a JSON file", .got = bytes.head(), .need = std::string(requested_account)});
    return nullptr;
  }
  json run = builder.account();
  if (!is_account(run)) {
    problems.error(
        {.where = {path}, .what = "this JSON does not describe a run", .need = std::string(requested_account)});
    return nullptr;
  }
  const std::size_t n_before = problems.error_count();
  for (const account_key& each : account_keys) check_kind(run, each.path, "", each, path, problems);
  run.erase("loci");
  return problems.error_count() == n_before ? run : json(nullptr);
}

std::vector<run_input> inputs_of_run(const std::string& path, const std::string& role) {
  report reported_elsewhere;
  const json run = read_run_account(path, reported_elsewhere);
  std::vector<run_input> found;
  if (run.is_object() && run.contains("inputs"))
    for (const json& input : run["inputs"])
      if (input.is_object() && input.value("role", json()) == role && input.value("path", json()).is_string() &&
          input.value("bytes", json()).is_number_unsigned())
        found.push_back({input["path"].get<std::string>(), input["bytes"].get<std::uint64_t>()});
  return found;
}

json without_folders(json run) {
  const auto shorten_all = [](json& values) {
    for (json& each : values)
      if (each.is_string()) each = without_folder(each.get<std::string>());
  };
  for (const char* key : {"command", "options"})
    if (run.contains(key)) shorten_all(run[key]);
  for (const auto& [key, within] : {std::pair("inputs", "path"), std::pair("completeness", "proteins")}) {
    if (!run.contains(key)) continue;
    for (json& each : run[key])
      if (each.contains(within)) {
        if (each[within].is_array()) shorten_all(each[within]);
        if (each[within].is_string()) each[within] = without_folder(each[within].get<std::string>());
      }
  }
  shorten_absolute_paths(run);
  return run;
}

}  // namespace exonweave
