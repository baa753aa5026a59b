// The names of splice models that are no models yet.
#pragma once

#include <string>
#include <string_view>

namespace exonweave {

/// Where no splice model is requested.
constexpr std::string_view no_splice_model = "none";
/// The one that fits the run's own genes best; and one that is learnt from them.
constexpr std::string_view auto_splice_model = "auto";
constexpr std::string_view self_splice_model = "self";
/// Whether a model is one of these two, so that there is none before something was learnt.
bool is_learnt_model(std::string_view splice_model);
/// The model to begin with: the one that is named, for those two `vertebrate`.
std::string first_model_name(const std::string& splice_model);

}  // namespace exonweave
