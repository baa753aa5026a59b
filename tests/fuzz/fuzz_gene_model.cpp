#include "exons/gene_finding/gene_model_file.hpp"
#include "settings_fuzzing.hpp"

namespace exonweave {
static std::string to_yaml(const learnt_gene_model& model) { return text_of_gene_model(model); }
}  // namespace exonweave

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  exonweave::fuzzing::fuzz_settings(data, size, exonweave::read_gene_model);
  return 0;
}
