#include "base/files/yaml_map.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "base/files/byte_source.hpp"
#include "base/files/line_reader.hpp"

namespace exonweave {
namespace {

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known) {
  const auto nearest = nearest_names(name, known);
  if (nearest.empty()) return fmt::format("the keys are {}", fmt::join(known, ", "));
  return fmt::format("did you mean '{}'?", fmt::join(nearest, "', '"));
}

}  // namespace

yaml_map::yaml_map(const yaml_node& root, const yaml_map_kind& kind, const std::vector<std::string>& known,
                   std::string file, report& problems)
    : file_(std::move(file)), problems_(problems) {
  if (root.is == yaml_node::kind::null) return;
  if (root.is != yaml_node::kind::map) {
    error(root,
          {.what = "not " + kind.what, .got = shown(root), .need = fmt::format("a map such as '{}'", kind.example)});
    return;
  }
  for (std::size_t i = 0; i + 1 < root.children.size(); i += 2) add(root.children[i], root.children[i + 1], known);
}

void yaml_map::add(const yaml_node& key, const yaml_node& value, const std::vector<std::string>& known) {
  if (key.is != yaml_node::kind::scalar)
    error(key, {.what = "a key that is not a name", .got = shown(key), .need = "a name"});
  else if (std::find(known.begin(), known.end(), key.text) == known.end())
    error(key, {.what = "unknown key", .got = key.text, .hint = did_you_mean(key.text, known)});
  else if (const entry* first = find(key.text))
    error(key, {.what = fmt::format("duplicate key, first on line {}", first->key->line), .got = key.text});
  else
    entries_.push_back({&key, &value});
}

const yaml_map::entry* yaml_map::find(std::string_view name) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [name](const entry& e) { return e.key->text == name; });
  return found == entries_.end() ? nullptr : &*found;
}

void yaml_map::error(const yaml_node& node, problem_report problem) const {
  problem.where = {file_, node.line};
  problems_.error(std::move(problem));
}

namespace {

// Leaves the parser at the first thing that is YAML but not requested.
struct refused {
  std::uint64_t line;
  std::string what;
  std::string hint;
};

std::uint64_t line_of(const YAML::Mark& mark) { return static_cast<std::uint64_t>(mark.line) + 1; }

class tree_builder : public YAML::EventHandler {
 public:
  explicit tree_builder(std::size_t max_depth) : max_depth_(max_depth) {}

  yaml_node root{};

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++n_documents_ > 1) throw refused{.line = line_of(mark), .what = "a second YAML document", .hint = "keep one"};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add({}, mark, anchor); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw refused{.line = line_of(mark), .what = "YAML alias", .hint = "write the value out"};
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_tag(mark, tag);
    add({yaml_node::kind::scalar, value, tag != "!", 0, {}}, mark, anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(yaml_node::kind::sequence, mark, tag, anchor);
  }
  void OnSequenceEnd() override { path_.pop_back(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(yaml_node::kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { path_.pop_back(); }

 private:
  // "?" stands for no tag, "!" for a quoted scalar.
  static void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (!tag.empty() && tag != "?" && tag != "!")
      throw refused{.line = line_of(mark), .what = "YAML tag " + tag, .hint = "remove it"};
  }

  yaml_node& add(yaml_node node, const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != 0)
      throw refused{.line = line_of(mark), .what = "YAML anchor", .hint = "write the value out where it is needed"};
    node.line = line_of(mark);
    const bool is_lost = node.is == yaml_node::kind::null && !path_.empty() && path_.back()->children.size() % 2 == 1;
    if (is_lost) node.line = path_.back()->children.back().line;  // yaml-cpp puts a missing value after its key
    if (path_.empty()) return root = std::move(node);
    return path_.back()->children.emplace_back(std::move(node));
  }

  // A node on path_ does not move: its parent gets no other child while it is open.
  void open(yaml_node::kind is, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    refuse_tag(mark, tag);
    if (path_.size() >= max_depth_)
      throw refused{.line = line_of(mark), .what = "nested too deeply", .hint = "see the keys in the manual"};
    path_.push_back(&add({is, "", false, 0, {}}, mark, anchor));
  }

  std::size_t max_depth_;
  int n_documents_ = 0;
  std::vector<yaml_node*> path_;  // the open containers, outermost first
};

// What yaml-cpp would read silently in another way than people mean it: byte 4 ends its input, tabs separate.
std::optional<refused> refuse_bytes(std::string_view text) {
  std::uint64_t line = 1;
  bool in_comment = false;
  for (const char c : text) {
    if (c == '\n') {
      ++line;
      in_comment = false;
      continue;
    }
    in_comment = in_comment || c == '#';
    if (c == '\t' && !in_comment) return refused{.line = line, .what = "tab character", .hint = "use blanks"};
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\t' && c != '\r') || byte == 0x7f)
      return refused{.line = line,
                     .what = fmt::format("control character \\x{:02x}", byte),
                     .hint = "the file must be plain text"};
  }
  return std::nullopt;
}

// One byte more reports that there are more.
std::string read_bounded(byte_source& source, std::size_t max_bytes) {
  std::string text(max_bytes + 1, '\0');
  text.resize(source.read(text.data(), text.size()));
  return text;
}

yaml_node parse(const std::string& text, std::size_t max_depth) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  tree_builder builder(max_depth);
  while (parser.HandleNextDocument(builder)) {
  }
  return std::move(builder.root);
}

}  // namespace

yaml_node read_yaml(const std::string& path, std::size_t max_depth, report& problems, std::size_t max_bytes) {
  byte_source source(path);
  return parse_yaml(read_bounded(source, max_bytes), source.name(), max_depth, problems, max_bytes);
}

yaml_node parse_yaml(const std::string& text, const std::string& name, std::size_t max_depth, report& problems,
                     std::size_t max_bytes) {
  if (is_utf16(text)) {
    problems.error(utf16_problem({name, 1}));
    return {};
  }
  try {
    if (text.size() > max_bytes)
      throw refused{.line = 0, .what = fmt::format("larger than {} bytes", max_bytes), .hint = "is it the right file?"};
    if (const auto byte = refuse_bytes(text)) throw refused(*byte);
    return parse(text, max_depth);
  } catch (const refused& error) {
    problems.error({.where = {name, error.line}, .what = error.what, .hint = error.hint});
  } catch (const YAML::Exception& error) {
    const std::uint64_t line = error.mark.is_null() ? 0 : line_of(error.mark);
    problems.error({.where = {name, line}, .what = "not valid YAML: " + error.msg});
  }
  return {};
}

std::string shown(const yaml_node& value) {
  switch (value.is) {
    case yaml_node::kind::scalar:
      return value.is_plain ? value.text : '"' + value.text + '"';
    case yaml_node::kind::sequence:
      return "a list";
    case yaml_node::kind::map:
      return "a map";
    default:
      return "nothing";
  }
}

std::string shown_size(const yaml_node& value, std::string_view noun) {
  return value.is == yaml_node::kind::sequence ? fmt::format("{} {}", value.children.size(), noun) : shown(value);
}

}  // namespace exonweave
