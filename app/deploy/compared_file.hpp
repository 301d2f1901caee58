#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "algorithms/members/held_out_exam.hpp"

namespace fedltr {

/// File of the comparisons by all members' users.
inline constexpr const char* kComparedFile = "compared.csv";

/// Writes the file whole: `opened,kept,members,users,preference,lower,upper,
/// verdict`.
void write_compared(const std::filesystem::path& folder,
                    const std::vector<HeldOutPoint>& points);

/// Returns a comparison for a log: "preference 0.613 of 312 users of 4
/// members, since model 5 was kept; 0.524 to 0.702 with 95 %".
std::string compared_text(const HeldOutPoint& point);

/// Logs a comparison, as a warning if a model is withdrawn.
void log_compared(std::uint32_t epoch, const HeldOutPoint& point);

}  // namespace fedltr
