#pragma once

#include <concepts>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/base/json.hpp"

namespace fedltr {

/// Most objects and arrays within one another that read_json() takes, and most
/// values in all.
inline constexpr int kMaxJsonDepth = 8;
inline constexpr std::size_t kMaxJsonValues = std::size_t{1} << 22;

/// Reads a JSON file that a stranger may have written, also as .gz; takes no
/// more than 500 bytes of memory for each of its own.
/// @param most  bytes of its text
/// @throws DataError  with the file, for one that is larger, deeper, or no JSON
Json read_json(const std::filesystem::path& file, std::size_t most);

/// Members of a JSON object, read with their types and bounds. Each throws
/// DataError with the file and the member's path for one that is not there, of
/// another type or out of bounds.
class JsonMembers {
 public:
  /// @param file  for messages
  JsonMembers(const Json& object, std::string file, std::string path = "");

  bool has(const std::string& name) const;
  std::string text(const std::string& name) const;
  template <std::integral Whole>
  Whole whole(const std::string& name, std::uint64_t least,
              std::uint64_t most) const {
    return static_cast<Whole>(whole_within(name, least, most));
  }
  /// Finite numbers.
  Vector reals(const std::string& name, std::size_t least,
               std::size_t most) const;
  /// Arrays of so many finite numbers each.
  std::vector<Vector> rows(const std::string& name, std::size_t size) const;
  /// The same; null is an empty one.
  std::vector<Vector> rows_or_null(const std::string& name,
                                   std::size_t size) const;
  std::vector<std::string> texts(const std::string& name,
                                 std::size_t most) const;
  /// Of the members themselves.
  std::vector<std::string> names() const;
  JsonMembers object(const std::string& name) const;
  /// One of the names.
  template <class T>
  T one_of(const std::string& name,
           const std::vector<std::pair<std::string, T>>& choices) const {
    std::vector<std::string> names;
    for (const auto& [each, value] : choices) names.push_back(each);
    return choices[place_of(name, names)].second;
  }

  [[noreturn]] void fail(const std::string& name,
                         const std::string& what) const;

 private:
  const Json& at(const std::string& name) const;
  std::uint64_t whole_within(const std::string& name, std::uint64_t least,
                             std::uint64_t most) const;
  const Json& array_at(const std::string& name) const;
  Vector numbers(const std::string& name, const Json& array, std::size_t least,
                 std::size_t most) const;
  std::size_t place_of(const std::string& name,
                       const std::vector<std::string>& names) const;

  const Json& object_;
  std::string file_;
  std::string path_;  ///< of the object, with a dot at its end
};

}  // namespace fedltr
