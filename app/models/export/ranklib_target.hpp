#pragma once

#include "app/models/export/target.hpp"

namespace fedltr {

/// `ranklib`: a model file of RankLib, Linear Regression or RankNet.
ExportTarget ranklib_target();

/// Returns the text of that file, with bounds folded into its weights. A
/// network's output weights are scaled by a power of 2 so that their absolute
/// values sum to at most 1: RankNet's score is the sigmoid of ours, which is
/// flat for large values in single precision.
std::string ranklib_text(const ExportedModel& model);

/// Returns RankNet's scores of documents with features in single precision.
Vector ranknet_scores(const ExportedModel& model, const Table<float>& x);

}  // namespace fedltr
