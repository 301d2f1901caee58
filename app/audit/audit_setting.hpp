#pragma once

#include <cstdint>
#include <string>

#include "algorithms/sketch/query.hpp"
#include "app/base/json.hpp"

namespace fedltr {

/// Protocol setting under attack.
struct AuditSetting {
  std::string noise;
  bool naive = false;
  std::uint32_t real_rows = 0;  ///< 0 = all
  Confounders confounders = Confounders::kRandom;
  std::uint32_t dummy_terms = 0;
  std::uint32_t round_sizes = 1;

  friend bool operator==(const AuditSetting&, const AuditSetting&) = default;
};

/// Fields that identify a setting in a row of audit.json.
Json described(const AuditSetting& setting);
/// @param row  a row that begins with the fields of described()
std::string audit_heading(const Json& row);
inline constexpr const char* kAuditColumns =
    "  noise       lists   z1 confounders dummies sizes";

/// "naive" or "rtk".
std::string retrieval_of(const AuditSetting& setting);

}  // namespace fedltr
