#include "app/audit/audit_setting.hpp"

#include <spdlog/fmt/fmt.h>

namespace fedltr {
namespace {

std::string confounders_of(const AuditSetting& setting) {
  if (setting.real_rows == 0) return "none";
  return setting.confounders == Confounders::kRandom ? "random" : "colliding";
}

}  // namespace

std::string retrieval_of(const AuditSetting& setting) {
  return setting.naive ? "naive" : "rtk";
}

Json described(const AuditSetting& setting) {
  return {{"noise", setting.noise},
          {"retrieval", retrieval_of(setting)},
          {"real_rows", setting.real_rows},
          {"confounders", confounders_of(setting)},
          {"dummy_terms", setting.dummy_terms},
          {"round_sizes", setting.round_sizes}};
}

std::string audit_heading(const Json& row) {
  const auto rows = row["real_rows"].get<std::uint32_t>();
  return fmt::format("  {:<12}{:<6}{:>4} {:<11}{:>7}{:>6}",
                     row["noise"].get<std::string>(),
                     row["retrieval"].get<std::string>(),
                     rows == 0 ? "all" : std::to_string(rows),
                     row["confounders"].get<std::string>(),
                     row["dummy_terms"].get<std::uint32_t>(),
                     row["round_sizes"].get<std::uint32_t>());
}

}  // namespace fedltr
