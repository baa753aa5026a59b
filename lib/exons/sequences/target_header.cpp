#include "exons/sequences/target_header.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <vector>

#include "base/files/line_reader.hpp"

namespace exonweave {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_capital(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_either(char c) { return is_digit(c) || is_capital(c); }
bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// The forms of headers ------------------------------------------------------------------------------------------------

// A value in a description: after `key`, up to the first of `ends`, else up to the end. A value in quotation marks
// ends with them. Without a key it is where the description begins.
struct field {
  std::string_view key;
  std::array<std::string_view, 2> ends{};
};

using field_list = std::array<std::optional<field>, 3>;  // the first that the header has counts

struct known_form {
  std::string_view mark;  // somewhere in "NAME DESCRIPTION"; after '^': where the description begins
  field_list symbol{};
  field_list product{};
};

constexpr field_list ncbi_symbol{field{"[gene=", {"]"}}, field{"[locus_tag=", {"]"}}, field{"[protein_id=", {"]"}}};
constexpr field_list ncbi_product{field{"[protein=", {"] ["}}};
constexpr field_list ensembl_symbol{field{"gene_symbol:", {" "}}};
constexpr field_list ensembl_product{field{"description:", {" [Source:"}}};
constexpr field_list veupathdb_symbol{field{"gene_name=", {" |"}}};
constexpr field_list veupathdb_product{field{"gene_product=", {" |"}}, field{"transcript_product=", {" |"}},
                                       field{"product=", {" |"}}};
constexpr field_list tair_symbol{field{"Symbols:", {",", "|"}}, field{"Symbol:", {",", "|"}}};
// Name:"Similar to SYMBOL: WORDS (Species)"
constexpr field_list maker_product{field{": ", {" (", "\""}}, field{"Name:\"Similar to ", {" (", "\""}},
                                   field{"Name:"}};
constexpr field_list orthodb_product{field{"\"description\":", {"}"}}, field{"\"og_name\":", {"}"}}};

// The first one whose mark a header has counts. A form without a field says nothing about that.
constexpr std::array known_forms{
    known_form{"[protein=", ncbi_symbol, ncbi_product},  // NCBI, proteins of coding sequences
    known_form{"[protein_id=", ncbi_symbol},
    known_form{"[locus_tag=", ncbi_symbol},
    known_form{"\"pub_og_id\":", {}, orthodb_product},
    known_form{"\"pub_gene_id\":", {}, orthodb_product},
    known_form{"\"organism_taxid\":", {}, orthodb_product},
    known_form{"; name=", {field{"name=", {";"}}}},  // FlyBase
    known_form{"gene_product=", veupathdb_symbol, veupathdb_product},
    known_form{"| product=", veupathdb_symbol, veupathdb_product},
    known_form{"wormpep=", {field{"locus=", {" "}}}, {field{"product=", {" "}}}},                  // WormBase
    known_form{" status:", {field{"locus:", {" "}}}, {field{"WBGene", {" status:", " locus:"}}}},  // WormBase to WS246
    known_form{"SGDID:", {field{"", {" SGDID:"}}}, {field{", \"", {";", "\""}}}},                  // yeast
    known_form{"AspGDID:", {field{"", {" AspGDID:"}}}, {field{"ORF; ", {";"}}}},                   // Aspergillus
    known_form{"CGDID:", {field{"", {" CGDID:"}}}, {field{"ORF; ", {";"}}}},                       // Candida
    known_form{"Symbols:", tair_symbol, {field{" | ", {" | "}}}},                                  // TAIR10
    known_form{"Symbol:", tair_symbol, {field{" | ", {" | "}}}},                                   // TAIR8
    known_form{":pep ", {field{"", {"|"}}}, {field{"|"}}},                                         // PomBase
    known_form{"|Protein|gene: ", {field{"gene: ", {" on "}}}},                                    // dictyBase
    known_form{"|Chain", {}, {field{"|", {"|"}}}},                                                 // PDB
    known_form{"AED:", {}, maker_product},
    known_form{"evm.model."},
    known_form{"EVM prediction"},
    known_form{"ORF type:"},  // TransDecoder
    known_form{"^pep ", ensembl_symbol, ensembl_product},
    known_form{"^pep:", ensembl_symbol, ensembl_product},
    known_form{"gene_symbol:", ensembl_symbol, ensembl_product},
    known_form{"^protein|", {}, {field{"protein|"}}},                  // rice of MSU
    known_form{"RepID=", {}, {field{"", {" n="}}}},                    // UniRef
    known_form{" OS=", {field{"GN=", {" "}}}, {field{"", {" OS="}}}},  // UniProt
    known_form{"^OS=", {field{"GN=", {" "}}}},
};

std::optional<std::string_view> value_of(const field& requested, std::string_view text) {
  const auto is_key = [&](std::size_t place) {
    return place == 0 || !is_word_character(requested.key.empty() ? ' ' : requested.key[0]) ||
           !is_word_character(text[place - 1]);
  };
  std::size_t place = text.find(requested.key);
  while (place != std::string_view::npos && !is_key(place)) place = text.find(requested.key, place + 1);
  if (place == std::string_view::npos) return std::nullopt;
  std::string_view value = trimmed(text.substr(place + requested.key.size()));
  if (value.starts_with('"')) {
    value.remove_prefix(1);
    std::size_t end = value.find('"');
    while (end != std::string_view::npos && end > 0 && value[end - 1] == '\\') end = value.find('"', end + 1);
    return value.substr(0, end);
  }
  for (const std::string_view end : requested.ends)
    if (!end.empty()) value = value.substr(0, value.find(end));
  return value;
}

// Of the first field that has one.
std::string_view first_value(const field_list& fields, std::string_view text) {
  for (const auto& each : fields)
    if (each)
      if (const auto value = value_of(*each, text); value && !trimmed(*value).empty()) return trimmed(*value);
  return {};
}

const known_form* form_of(const target& record, std::string_view description) {
  const std::string header = record.name + " " + std::string(description);
  const auto form = std::ranges::find_if(known_forms, [&](const known_form& each) {
    return each.mark.starts_with('^') ? description.starts_with(each.mark.substr(1))
                                      : header.find(each.mark) != std::string::npos;
  });
  return form == known_forms.end() ? nullptr : &*form;
}

// Names and accessions ------------------------------------------------------------------------------------------------

// As UniProt has them, with the number of an isoform or without: P12345, A0A024R1R8, P12345-2.
bool is_uniprot(std::string_view text) {
  const auto dash = text.find('-');
  if (dash != std::string_view::npos) {
    const std::string_view number = text.substr(dash + 1);
    if (number.empty() || !std::ranges::all_of(number, is_digit)) return false;
    text = text.substr(0, dash);
  }
  constexpr std::size_t brief = 6, lengthy = 10;
  return (text.size() == brief || text.size() == lengthy) && is_capital(text[0]) && is_digit(text[1]) &&
         is_digit(text.back()) && std::ranges::all_of(text, is_either);
}

// NP_001234.1, and those of models and of genomes.
bool is_refseq(std::string_view text) {
  constexpr std::array<std::string_view, 5> prefixes{"NP_", "XP_", "YP_", "WP_", "AP_"};
  constexpr std::size_t length = 3;
  if (std::ranges::find(prefixes, text.substr(0, length)) == prefixes.end()) return false;
  const auto numbers = split(text.substr(length), '.');
  return numbers.size() <= 2 && std::ranges::all_of(numbers, [](std::string_view number) {
           return !number.empty() && std::ranges::all_of(number, is_digit);
         });
}

// What no reader takes for words: FBpp0070000, AT1G01010, evm.TU.chr1.2, a|b.
bool is_id(std::string_view word) {
  constexpr std::ptrdiff_t max_digits = 2;  // of p53 and such
  const std::size_t dot = std::min(word.find('.'), word.size());
  return word.find_first_of("_|:~%") != std::string_view::npos || dot + 1 < word.size() ||
         std::ranges::count_if(word, is_digit) > max_digits;
}

bool is_symbol(std::string_view text) {
  return std::ranges::any_of(text, is_word_character) && text.find(' ') == std::string_view::npos;
}

// What the parts between bars say: UniProt's, GENCODE's, those of NCBI.
void read_name(std::string_view name, target_header& header) {
  constexpr std::array<std::string_view, 5> databases{"gb", "emb", "dbj", "ref", "tpg"};
  constexpr std::size_t symbol_of_translation = 6, symbol_of_transcript = 5;
  const auto parts = split(name, '|');
  if (parts.size() == 3 && (parts[0] == "sp" || parts[0] == "tr") && is_uniprot(parts[1])) {
    header.accession = "UniProtKB:" + std::string(parts[1]);
    header.name = parts[2].empty() ? parts[1] : parts[2];
  } else if (const auto found = std::ranges::find_if(parts, is_refseq); found != parts.end()) {
    header.accession = "RefSeq:" + std::string(*found);
    header.name = *found;
  } else if (parts.size() > symbol_of_translation && name.starts_with("ENS")) {
    const bool is_translation = parts[1].find("T0") != std::string_view::npos;  // of a transcript
    header.name = parts[is_translation ? symbol_of_translation : symbol_of_transcript];
  } else if (const auto tag = std::ranges::find_first_of(parts, databases);
             tag != parts.end() && tag + 1 != parts.end() && !(tag + 1)->empty()) {
    header.name = *(tag + 1);
  }
  constexpr std::string_view pombase = ":pep";
  if (header.name.ends_with(pombase)) header.name.resize(header.name.size() - pombase.size());
}

// Products ------------------------------------------------------------------------------------------------------------

// The name of an organism in brackets at the end, in which there may be others.
std::string_view without_organism(std::string_view text) {
  if (!text.ends_with(']')) return text;
  std::size_t n_open = 0;
  for (std::size_t place = text.size(); place-- > 0;) {
    if (text[place] == ']') ++n_open;
    if (text[place] == '[' && --n_open == 0)  // not of "3-oxoacyl-[acyl-carrier-protein]"
      return place == 0 || text[place - 1] == ' ' ? text.substr(0, place) : text;
  }
  return text;
}

// key=value, chr1:3760-5630, [12 - 34].
bool is_key_or_place(std::string_view word) {
  const auto equal = word.find('=');
  if (equal != std::string_view::npos && equal > 0 && equal + 1 < word.size() &&
      std::ranges::all_of(word.substr(0, equal), [](char c) { return is_word_character(c) || c == '-'; }))
    return true;
  const auto colon = word.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view range = word.substr(colon + 1);
  const std::size_t n = std::min(range.find_first_not_of("0123456789"), range.size());
  return n > 0 && (range.substr(n).starts_with('-') || range.substr(n).starts_with("..")) && n + 1 < range.size() &&
         is_digit(range[range.find_first_not_of("-.", n)]);
}

std::string_view before_keys(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (is_key_or_place(text.substr(begin, end - begin))) return text.substr(0, begin);
    begin = end + 1;
  }
  return text;
}

bool has_words(std::string_view text) {
  const auto words = split(text, ' ');
  return std::ranges::any_of(words, [](std::string_view word) {
    return !is_id(word) &&
           std::ranges::any_of(word, [](char c) { return std::isalpha(static_cast<unsigned char>(c)); });
  });
}

// Of columns between bars the first one that has words.
std::string_view first_column(std::string_view text) {
  if (text.find('|') == std::string_view::npos) return text;
  for (const std::string_view column : split(text, '|'))
    if (const auto words = trimmed(before_keys(trimmed(column))); has_words(words)) return words;
  return {};
}

// "isoform X3", where that is all that follows, and UniProt's "Isoform 2 of" and "Isoform of P12345,".
std::string_view without_isoform(std::string_view text) {
  constexpr std::string_view word = "isoform ", first_word = "Isoform ", given = " of ", listed = "Isoform of ";
  if (text.starts_with(listed) && text.find(", ") != std::string_view::npos) return text.substr(text.find(", "));
  if (text.starts_with(first_word) && text.find(given) != std::string_view::npos)
    return text.substr(text.find(given) + given.size());
  const auto place = text.rfind(word);
  if (place == std::string_view::npos || place == 0) return text;
  return text.find(' ', place + word.size()) == std::string_view::npos ? text.substr(0, place) : text;
}

// "(310 aa)".
std::string_view without_length(std::string_view text) {
  constexpr std::string_view end = " aa)";
  const auto begin = text.rfind('(');
  if (!text.ends_with(end) || begin == std::string_view::npos) return text;
  const std::string_view number = text.substr(begin + 1, text.size() - end.size() - begin - 1);
  return std::ranges::all_of(number, is_digit) ? text.substr(0, begin) : text;
}

// The number of a gene after "WBGene", and the ID of another genome's gene of which nothing is known.
std::string_view without_ids(std::string_view text) {
  constexpr std::size_t digits_of_gene = 8;
  const std::size_t n_digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (n_digits == digits_of_gene) text = trimmed(text.substr(n_digits));
  constexpr std::array<std::string_view, 4> unknown{"hypothetical protein", "Hypothetical protein",
                                                    "uncharacterized protein", "Uncharacterized protein"};
  for (const std::string_view words : unknown)
    if (text.starts_with(words) && text.size() > words.size() && text[words.size()] == ' ' &&
        text.find(' ', words.size() + 1) == std::string_view::npos && is_id(text.substr(words.size() + 1)))
      return words;
  return text;
}

std::string_view without_marks(std::string_view text, const target& record) {
  constexpr std::array<std::string_view, 7> heads{
      "PREDICTED: ", "LOW QUALITY PROTEIN: ", "MULTISPECIES: ", "Cluster: ", "TPA: ", "RecName: Full=", "Similar to "};
  constexpr std::array<std::string_view, 6> tails{", partial",   "(Fragment)",    "(Fragments)",
                                                  ", expressed", "(translation)", "."};
  const std::string own_name = "(" + record.name + ")";
  for (std::string_view before; before != text;) {
    before = text = trimmed(text, " ,;|");
    for (const std::string_view head : heads)
      if (text.starts_with(head)) text.remove_prefix(head.size());
    for (const std::string_view tail : tails)
      if (text.ends_with(tail)) text.remove_suffix(tail.size());
    for (const std::string& own : {own_name, record.name})
      if (text.starts_with(own + " ")) text.remove_prefix(own.size());
    if (text.ends_with(own_name)) text.remove_suffix(own_name.size());
    text = without_isoform(without_length(text.substr(0, text.find(" (AHRD V"))));
  }
  return text;
}

// What is said of a protein where nothing is known of it.
bool says_nothing(std::string_view text) {
  constexpr std::array<std::string_view, 5> empty_words{"protein", "polypeptide", "peptide", "unnamed protein product",
                                                        "unspecified product"};
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::ranges::find(empty_words, lower) != empty_words.end();
}

std::string clean_product(std::string_view text, const target& record) {
  const std::string_view words = without_ids(without_marks(without_organism(trimmed(before_keys(text))), record));
  if (!has_words(words) || says_nothing(words)) return "";
  std::string product(words);
  std::erase(product, '\\');
  return product;
}

}  // namespace

target_header read_header(const target& record) {
  target_header header{.name = record.name};
  read_name(record.name, header);
  const std::string_view description = trimmed(record.description);
  const known_form* form = form_of(record, description);
  if (form == nullptr) {
    header.product = clean_product(first_column(description), record);
    if (const auto gene = value_of({"gene=", {" ", ";"}}, description); gene && is_symbol(*gene) && !is_id(*gene))
      header.name = *gene;
    return header;
  }
  const bool is_bracketed = form->mark.starts_with('[') && description.ends_with(']');
  header.product = clean_product(
      first_value(form->product, description.substr(0, description.size() - (is_bracketed ? 1 : 0))), record);
  if (const auto symbol = first_value(form->symbol, description); is_symbol(symbol)) header.name = symbol;
  if (const auto id = value_of({"[protein_id=", {"]"}}, description); id && is_refseq(*id))
    header.accession = "RefSeq:" + std::string(*id);
  return header;
}

std::string product_of_all(const std::vector<target>& targets) {
  if (targets.empty()) return "";
  const std::string first = read_header(targets.front()).product;
  const auto has_it = [&first](const target& each) { return read_header(each).product == first; };
  return std::ranges::all_of(targets, has_it) ? first : "";
}

}  // namespace exonweave
