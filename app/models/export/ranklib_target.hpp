#pragma once

#include "app/models/export/target.hpp"

namespace fedltr {

/// `ranklib`: a model file of RankLib, Linear Regression or RankNet.
ExportTarget ranklib_target();

/// The text of that file, bounds within its weights. A network's output weights
/// are scaled by a power of 2 so that their sum is at most 1: RankNet's score
/// is the sigmoid of ours, which in single precision is flat where it is large.
std::string ranklib_text(const ExportedModel& model);

}  // namespace fedltr
