#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/privacy/signature.hpp"

namespace fedltr {

/// A model that an epoch has made.
struct ModelLink {
  std::uint32_t epoch = 0;
  std::string model;  ///< digest_of_model()

  auto fields(auto&& f) { return f(epoch, model); }
};

std::string digest_of_model(const VectorView& model);

/// End of a federation's history of models: equal for all who have seen the
/// same models after the same epochs (a hash chain). Lost epochs and
/// evaluations are not in it.
struct HistoryHead {
  ModelLink last;      ///< epoch 0: the initial model
  std::string digest;  ///< of all links

  auto fields(auto&& f) { return f(last, digest); }
};

/// @param run  digest of the agreement
HistoryHead first_head(const std::string& run, const VectorView& initial);

/// Appends a link. @throws std::invalid_argument  unless its epoch is later
HistoryHead next_head(const HistoryHead& head, const ModelLink& link);

}  // namespace fedltr
