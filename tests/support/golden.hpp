#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "algorithms/core/linalg.hpp"

namespace fedltr::test {

/// Vectors and data shared by the developers: FEDLTR_SHARED, by default beside
/// the project.
inline std::filesystem::path shared_folder() {
  const char* const folder = std::getenv("FEDLTR_SHARED");
  return folder != nullptr ? folder : "../shared";
}

/// A file of the shared folder, or nothing, said so, where there is none.
inline std::optional<std::filesystem::path> shared_file(
    const std::string& name) {
  const auto path = shared_folder() / name;
  if (std::filesystem::exists(path)) return path;
  MESSAGE("skipped: no " << path.string() << " (set FEDLTR_SHARED)");
  return std::nullopt;
}

/// golden/NAME, or nothing, said so.
inline std::optional<nlohmann::json> golden(const std::string& name) {
  const auto path = shared_file("golden/" + name);
  if (!path) return std::nullopt;
  std::ifstream file(*path);
  return nlohmann::json::parse(file);
}

inline Vector to_vector(const nlohmann::json& values) {
  const auto numbers = values.get<std::vector<double>>();
  return Eigen::Map<const Vector>(numbers.data(),
                                  static_cast<Index>(numbers.size()));
}

inline Matrix to_matrix(const nlohmann::json& rows) {
  Matrix matrix(static_cast<Index>(rows.size()),
                rows.empty() ? 0 : static_cast<Index>(rows[0].size()));
  for (Index i = 0; i < matrix.rows(); ++i)
    matrix.row(i) = to_vector(rows[static_cast<std::size_t>(i)]).transpose();
  return matrix;
}

}  // namespace fedltr::test
