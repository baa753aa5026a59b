// Accessions in names of records, as NCBI and UniProt write them: XP_1.1 in gi|123|ref|XP_1.1|, P12345 in
// sp|P12345|NAME_HUMAN. Some programs write the whole name in their tables, and some the accession alone.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace exonweave {

/// The parts between bars of a name that begins with a database's (ref, sp, lcl, ...), without the databases: views of
/// `name`. What means nothing alone stays together: gi|5, the entry and chain of pdb, both parts of gnl. Of any other
/// name the name itself.
std::vector<std::string_view> accessions_of(std::string_view name);

/// Which records have an accession.
class accession_index {
 public:
  void add(std::string_view name, std::size_t record);

  /// All records that share an accession with `name`, ascending: a name means a record if it is the only one.
  [[nodiscard]] std::vector<std::size_t> records_of(std::string_view name) const;

 private:
  std::map<std::string, std::vector<std::size_t>, std::less<>> records_;  // by accession
};

}  // namespace exonweave
