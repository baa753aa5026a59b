#include "exons/gene_finding/gene_model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/file_text.hpp"
#include "base/files/yaml_map.hpp"
#include "exons/gene_finding/gene_parameters.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/settings/setting_values.hpp"

namespace exonweave {
namespace {

constexpr std::string_view form = "1";                      // of the file
constexpr std::size_t max_depth = 3;                        // map, lists, list
constexpr std::size_t largest_file = std::size_t{8} << 20;  // bytes: of 500,000 different lengths of introns and more

constexpr std::int64_t max_count = 1'000'000'000'000'000;  // doubles are exact, and 64 bits hold the sum of any list
// 64 bits hold the sum of the lengths.
constexpr std::int64_t max_introns = 10'000'000;
constexpr std::int64_t longest_intron = 100'000'000'000;  // nt

constexpr std::uint64_t min_gene_length = 2 * codon_length;  // nt: a start codon and a stop codon

constexpr std::string_view header =
    R"(# A gene model of exonweave: counts of training genes and of intergenic sequence, from which
# 'exonweave genes --gene-model' makes the scores of genes.
#   coding_bases      nt of the training genes, with start and stop codons
#   upstream_starts   training genes with another start codon further up in their frame
#   start_codons, stop_codons   training genes by their first codon and by their last one
#   intron_lengths    introns by their length in nt
#   composition       coding bases A, C, G, T
#   coding_masks, intergenic_masks   pairs of neighbouring bases: [neither, the second], [the first, both] soft-masked
#   donor, acceptor, start   a list for each position: A, C, G, T after A, then after C, after G and after T. Donors are
#                     3 exon bases and 6 intron bases, acceptors 20 and 3, starts the 12 bases before the codon
#   branch_introns, branch_points   introns in which a motif before the acceptor was looked for, and those that have it
#   branch_motif      a list for each position of the motif: A, C, G, T
#   branch_distances  the motifs by the distance of their first base from the end of the intron, from 9 to 80 nt
#   coding_1, coding_2, coding_3   words that end at each codon position: lists of words of 1 base, of 2 and so on, in
#                     the order A, C, G, T, the last base fastest
#   intron, intergenic   the same of introns and of both strands of intergenic sequence
)";

// Numbers after a key.
struct count_key {
  std::string_view name;
  std::uint64_t* count;
  std::int64_t least;
};

std::array<count_key, 5> counts_of(learnt_gene_model& model) {
  return {count_key{"training_genes", &model.genes.n_genes, 1},
          count_key{"coding_bases", &model.genes.n_coding_bases, 0},
          count_key{"upstream_starts", &model.genes.n_with_upstream_start, 0},
          count_key{"branch_introns", &model.genes.branches.n_introns, 0},
          count_key{"branch_points", &model.genes.branches.n_with, 0}};
}

// Maps of codons after a key: those that stand 0 times are left out.
struct codon_key {
  std::string_view name;
  std::array<std::uint64_t, n_codon_numbers>* counts;
};

std::array<codon_key, 2> codons_of(learnt_gene_model& model) {
  return {codon_key{"start_codons", &model.genes.start_codons}, codon_key{"stop_codons", &model.genes.stop_codons}};
}

// Lists of counts after a key; of a single one the key has its numbers.
struct table_key {
  std::string_view name;
  std::vector<std::span<std::uint64_t>> lists;
};

std::vector<std::span<std::uint64_t>> lists_of(markov_counts& counts) {
  std::vector<std::span<std::uint64_t>> lists;
  for (std::size_t order = 0; order <= counts.order(); ++order) lists.push_back(counts.of_words(order));
  return lists;
}

std::vector<std::span<std::uint64_t>> lists_of(site_counts& counts) {
  std::vector<std::span<std::uint64_t>> lists;
  for (std::size_t row = 0; row < static_cast<std::size_t>(counts.rows().count()); ++row)
    lists.push_back(counts.of_pairs(row));
  return lists;
}

std::vector<std::span<std::uint64_t>> lists_of(branch_counts& counts) {
  return {counts.motif.begin(), counts.motif.end()};
}

std::array<table_key, 13> tables_of(learnt_gene_model& model) {
  gene_counts& genes = model.genes;
  return {table_key{"composition", {genes.composition}},
          table_key{"coding_masks", {genes.masks[0], genes.masks[1]}},
          table_key{"intergenic_masks", {model.others.masks[0], model.others.masks[1]}},
          table_key{"donor", lists_of(genes.donors)},
          table_key{"acceptor", lists_of(genes.acceptors)},
          table_key{"branch_motif", lists_of(genes.branches)},
          table_key{"branch_distances", {genes.branches.distances}},
          table_key{"start", lists_of(genes.starts)},
          table_key{"coding_1", lists_of(genes.coding[0])},
          table_key{"coding_2", lists_of(genes.coding[1])},
          table_key{"coding_3", lists_of(genes.coding[2])},
          table_key{"intron", lists_of(genes.intron)},
          table_key{"intergenic", lists_of(model.others.bases)}};
}

std::vector<std::string> known_keys(learnt_gene_model& model) {
  std::vector<std::string> names = {"gene_model", "version", "introns", "self_test", "intron_lengths"};
  for (const auto& key : counts_of(model)) names.emplace_back(key.name);
  for (const auto& key : codons_of(model)) names.emplace_back(key.name);
  for (const auto& key : tables_of(model)) names.emplace_back(key.name);
  return names;
}

// "a, b, c", so many on a line.
template <class Items>
std::string on_lines(const Items& items, std::size_t max_on_a_line, std::string_view indent) {
  std::string text;
  std::size_t n = 0;
  for (const auto& item : items) {
    if (n > 0) text += n % max_on_a_line == 0 ? fmt::format(",\n{}", indent) : ", ";
    text += fmt::format("{}", item);
    ++n;
  }
  return text;
}

std::string text_of(const codon_key& key) {
  std::vector<std::string> items;
  for (std::size_t codon = 0; codon < key.counts->size(); ++codon)
    if ((*key.counts)[codon] > 0) items.push_back(fmt::format("{}: {}", codon_of(codon), (*key.counts)[codon]));
  return fmt::format("{}: {{{}}}\n", key.name, on_lines(items, 8, "  "));
}

std::string text_of(const table_key& key) {
  if (key.lists.size() == 1) return fmt::format("{}: [{}]\n", key.name, on_lines(key.lists.front(), 16, "  "));
  std::string text = fmt::format("{}:\n", key.name);
  for (const auto& list : key.lists) text += fmt::format("  - [{}]\n", on_lines(list, 16, "     "));
  return text;
}

// Needs them ascending.
std::string text_of_lengths(const std::vector<std::int64_t>& lengths) {
  std::vector<std::string> items;
  for (auto first = lengths.begin(); first != lengths.end();) {
    const auto last = std::upper_bound(first, lengths.end(), *first);
    items.push_back(fmt::format("{}: {}", *first, last - first));
    first = last;
  }
  return fmt::format("intron_lengths: {{{}}}\n", on_lines(items, 10, "  "));
}

// Puts the tree of one file into a model.
class gene_model_reader {
 public:
  gene_model_reader(const yaml_node& root, std::string file, report& problems)
      : root_(root),
        file_(std::move(file)),
        problems_(problems),
        n_errors_before_(problems.error_count()),
        keys_(root, {"a gene model", example}, known_keys(model_), file_, problems) {}

  static constexpr const char* example = "gene_model: 1";

  learnt_gene_model read() {
    if (const yaml_node* value = required("version")) read_version(*value);
    for (const count_key& key : counts_of(model_))
      if (const yaml_node* value = required(key.name))
        *key.count = read_count(*value, key.name, key.least, max_count).value_or(0);
    if (const yaml_node* value = required("introns"))
      n_introns_ = read_count(*value, "introns", 0, max_introns).value_or(0);
    if (const auto* entry = keys_.find("self_test")) read_self_test(*entry->value);
    for (const codon_key& key : codons_of(model_))
      if (const yaml_node* value = required(key.name)) read_codons(*value, key);
    if (const yaml_node* value = required("intron_lengths")) read_intron_lengths(*value);
    for (const table_key& key : tables_of(model_))
      if (const yaml_node* value = required(key.name)) read_table(*value, key);
    if (problems_.error_count() == n_errors_before_) check_sums();
    return std::move(model_);
  }

 private:
  const yaml_node* required(std::string_view name) {
    const auto* found = keys_.find(name);
    if (found == nullptr) keys_.error(root_, {.what = "missing key", .need = std::string(name)});
    return found == nullptr ? nullptr : found->value;
  }

  void read_version(const yaml_node& value) {
    if (value.is == yaml_node::kind::scalar && is_text(value.text))
      model_.version = value.text;
    else
      keys_.error(value, {.what = "version is no text",
                          .got = value.is == yaml_node::kind::scalar ? "" : shown(value),
                          .need = "UTF-8 without control characters"});
  }

  std::optional<std::uint64_t> read_count(const yaml_node& value, std::string_view what, std::int64_t least,
                                          std::int64_t most) {
    const auto number = is_plain_scalar(value) ? parse_plain_integer(value.text) : std::nullopt;
    if (number && least <= *number && *number <= most) return static_cast<std::uint64_t>(*number);
    keys_.error(value, {.what = fmt::format("{} is {}", what, number ? "out of range" : "not a whole number"),
                        .got = shown(value),
                        .need = fmt::format("a whole number from {} to {}", least, most)});
    return std::nullopt;
  }

  void read_self_test(const yaml_node& value) {
    const std::size_t n_errors = problems_.error_count();
    const yaml_map keys(value, {"a self-test", "genes: 60"}, {"genes", "found"}, file_, problems_);
    if (problems_.error_count() > n_errors) return;
    self_test_result made;
    const auto read = [&](const char* name, std::size_t& count, std::int64_t least, std::int64_t most) {
      const auto* found = keys.find(name);
      if (found == nullptr)
        keys.error(value, {.what = "missing key of self_test", .need = name});
      else
        count = read_count(*found->value, fmt::format("{} of self_test", name), least, most).value_or(0);
    };
    read("genes", made.n_genes, 1, max_count);
    read("found", made.n_found, 0, static_cast<std::int64_t>(made.n_genes));
    model_.self_test = made;
  }

  void read_codons(const yaml_node& value, const codon_key& key) {
    const yaml_map codons(value, {"a map of codons", "ATG: 60"}, codon_names(), file_, problems_);
    for (std::size_t codon = 0; codon < key.counts->size(); ++codon)
      if (const auto* found = codons.find(codon_of(codon)))
        (*key.counts)[codon] =
            read_count(*found->value, fmt::format("the count of {} in {}", codon_of(codon), key.name), 0, max_count)
                .value_or(0);
  }

  void read_intron_lengths(const yaml_node& value) {
    if (value.is != yaml_node::kind::map) {
      keys_.error(value, {.what = "intron_lengths is not a map of lengths",
                          .got = shown(value),
                          .need = "a map such as '60: 12', or {} without introns"});
      return;
    }
    std::int64_t longest = 0;
    for (std::size_t i = 0; i + 1 < value.children.size(); i += 2) {
      const yaml_node &key = value.children[i], &number = value.children[i + 1];
      const auto length = read_count(key, "a length in intron_lengths", intron_lengths::shortest, longest_intron);
      const auto n = read_count(number, "a count in intron_lengths", 1, max_introns);
      if (length && n) add_introns(key, static_cast<std::int64_t>(*length), *n, longest);
    }
  }

  void add_introns(const yaml_node& key, std::int64_t length, std::uint64_t n, std::int64_t& longest) {
    auto& lengths = model_.genes.intron_lengths;
    if (length <= longest)
      keys_.error(key, {.what = "lengths in intron_lengths are not ascending",
                        .got = shown(key),
                        .need = fmt::format("more than {}", longest)});
    else if (lengths.size() + n > static_cast<std::uint64_t>(max_introns))
      keys_.error(key, {.what = "intron_lengths has too many introns",
                        .got = fmt::format("{}", lengths.size() + n),
                        .need = fmt::format("at most {}", max_introns)});
    else
      lengths.insert(lengths.end(), n, length);
    longest = std::max(longest, length);
  }

  void read_table(const yaml_node& value, const table_key& key) {
    if (key.lists.size() == 1) {
      read_list(value, std::string(key.name), key.lists.front());
      return;
    }
    if (value.is != yaml_node::kind::sequence || value.children.size() != key.lists.size()) {
      keys_.error(value, {.what = fmt::format("{} has another number of lists", key.name),
                          .got = shown_size(value, "lists"),
                          .need = fmt::format("{} lists", key.lists.size())});
      return;
    }
    for (std::size_t i = 0; i < key.lists.size(); ++i)
      read_list(value.children[i], fmt::format("list {} of {}", i + 1, key.name), key.lists[i]);
  }

  void read_list(const yaml_node& value, const std::string& what, std::span<std::uint64_t> counts) {
    if (value.is != yaml_node::kind::sequence || value.children.size() != counts.size()) {
      keys_.error(value, {.what = what + " has another length",
                          .got = shown_size(value, "numbers"),
                          .need = fmt::format("{} numbers", counts.size())});
      return;
    }
    for (std::size_t i = 0; i < counts.size(); ++i)
      counts[i] = read_count(value.children[i], fmt::format("number {} in {}", i + 1, what), 0, max_count).value_or(0);
  }

  // What whole genes have by their kind. Needs all keys.
  void check_sums() {
    const gene_counts& genes = model_.genes;
    if (n_introns_ != genes.intron_lengths.size())
      disagree("introns", "introns is not the number of introns in intron_lengths", n_introns_,
               fmt::format("{}", genes.intron_lengths.size()));
    if (genes.n_with_upstream_start > genes.n_genes)
      disagree("upstream_starts", "upstream_starts is more than all training genes", genes.n_with_upstream_start,
               fmt::format("at most {}", genes.n_genes));
    const std::uint64_t min_bases = std::max(min_gene_length * genes.n_genes, n_introns_ + 1);
    if (genes.n_coding_bases < min_bases)
      disagree("coding_bases", "coding_bases is too low for its training genes and introns", genes.n_coding_bases,
               fmt::format("at least {}", min_bases));
    check_branches(genes.branches);
    for (const codon_key& key : codons_of(model_)) {
      const std::uint64_t sum = sum_of(*key.counts);
      if (sum != genes.n_genes)
        disagree(key.name, fmt::format("{} has not one codon of each training gene", key.name), sum,
                 fmt::format("{}", genes.n_genes));
    }
  }

  void check_branches(const branch_counts& branches) {
    if (branches.n_introns > n_introns_)
      disagree("branch_introns", "branch_introns is more than all introns", branches.n_introns,
               fmt::format("at most {}", n_introns_));
    if (branches.n_with > branches.n_introns)
      disagree("branch_points", "branch_points is more than branch_introns", branches.n_with,
               fmt::format("at most {}", branches.n_introns));
    for (const auto& row : branches.motif) check_sum_of_branches("branch_motif", row);
    check_sum_of_branches("branch_distances", branches.distances);
  }

  void check_sum_of_branches(std::string_view key, std::span<const std::uint64_t> counts) {
    if (const std::uint64_t sum = sum_of(counts); sum != model_.genes.branches.n_with)
      disagree(key, fmt::format("{} has not each branch point once", key), sum,
               fmt::format("{}", model_.genes.branches.n_with));
  }

  static std::uint64_t sum_of(std::span<const std::uint64_t> counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  }

  void disagree(std::string_view key, std::string what, std::uint64_t got, std::string need) {
    keys_.error(*keys_.find(key)->value,
                {.what = std::move(what), .got = fmt::format("{}", got), .need = std::move(need)});
  }

  const yaml_node& root_;
  std::string file_;
  report& problems_;
  std::size_t n_errors_before_;
  learnt_gene_model model_;
  std::uint64_t n_introns_ = 0;
  yaml_map keys_;
};

// Its value; nullptr: the root is no map that has the key.
const yaml_node* find_mark(const yaml_node& root) {
  if (root.is != yaml_node::kind::map) return nullptr;
  for (std::size_t i = 0; i + 1 < root.children.size(); i += 2)
    if (root.children[i].text == "gene_model") return &root.children[i + 1];
  return nullptr;
}

}  // namespace

std::string text_of_gene_model(learnt_gene_model model) {
  std::ranges::sort(model.genes.intron_lengths);
  std::string text = fmt::format("{}gene_model: {}\nversion: {}\n", header, form, quoted(model.version));
  for (const count_key& key : counts_of(model)) text += fmt::format("{}: {}\n", key.name, *key.count);
  text += fmt::format("introns: {}\n", model.genes.intron_lengths.size());
  if (model.self_test)
    text += fmt::format("self_test: {{genes: {}, found: {}}}\n", model.self_test->n_genes, model.self_test->n_found);
  for (const codon_key& key : codons_of(model)) text += text_of(key);
  text += text_of_lengths(model.genes.intron_lengths);
  for (const table_key& key : tables_of(model)) text += text_of(key);
  return text;
}

learnt_gene_model read_gene_model(const std::string& path, report& problems) {
  const auto refuse = [&](const place& where, std::string what, std::string got) {
    problems.error({.where = where,
                    .what = std::move(what),
                    .got = std::move(got),
                    .need = gene_model_reader::example,
                    .hint = "'exonweave genes --train ... --model-out FILE' writes one"});
    return learnt_gene_model{};
  };
  report syntax;
  const yaml_node root = read_yaml(path, max_depth, syntax, largest_file);
  if (syntax.error_count() > 0) {
    const problem_report& problem = syntax.errors().front();
    return refuse(problem.where, "not a gene model: " + problem.what, problem.got);
  }
  const std::string file = path == "-" ? "standard input" : path;
  const yaml_node* mark = find_mark(root);
  if (mark == nullptr)
    return refuse({file, root.line}, "not a gene model", root.is == yaml_node::kind::map ? "" : shown(root));
  if (mark->text != form) return refuse({file, mark->line}, "a gene model of another format", shown(*mark));
  return gene_model_reader(root, file, problems).read();
}

}  // namespace exonweave
