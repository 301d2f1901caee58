#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "algorithms/members/held_out_exam.hpp"

namespace fedltr {

/// File of the metric over all members' held-out queries.
inline constexpr const char* kHeldOutFile = "held_out.csv";

/// Writes the file whole: `opened,members,queries,METRIC`.
void write_held_out(const std::filesystem::path& folder,
                    const std::string& metric,
                    const std::vector<HeldOutPoint>& curve);

/// Returns a point for a log: "held-out ndcg@10 .500 on 95 queries of 4
/// members".
std::string held_out_text(const std::string& metric, const HeldOutPoint& point);

}  // namespace fedltr
