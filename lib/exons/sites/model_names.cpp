#include "exons/sites/model_names.hpp"

namespace exonweave {

bool is_learnt_model(std::string_view splice_model) {
  return splice_model == auto_splice_model || splice_model == self_splice_model;
}

std::string first_model_name(const std::string& splice_model) {
  return is_learnt_model(splice_model) ? "vertebrate" : splice_model;
}

}  // namespace exonweave
