#include "algorithms/members/model_history.hpp"

#include "algorithms/core/archive.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// A head before it is a digest.
struct Joint {
  std::string before;  ///< digest, or of the agreement
  ModelLink link;

  auto fields(auto&& f) { return f(before, link); }
};

HistoryHead joined(const char* label, const std::string& before,
                   const ModelLink& link) {
  Joint joint{before, link};
  return {link, digest_of(label + archived(joint))};
}

}  // namespace

std::string digest_of_model(const VectorView& model) {
  Vector values = model;
  return digest_of("fedltr model " + archived(values));
}

HistoryHead first_head(const std::string& run, const VectorView& initial) {
  return joined("fedltr first model ", run, {0, digest_of_model(initial)});
}

HistoryHead next_head(const HistoryHead& head, const ModelLink& link) {
  require(link.epoch > head.last.epoch && link.model.size() == kDigestDigits,
          "a model of an epoch that is not later");
  return joined("fedltr next model ", head.digest, link);
}

}  // namespace fedltr
