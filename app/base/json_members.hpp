#pragma once

#include <concepts>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/base/json.hpp"

namespace fedltr {

/// Maximum nesting depth of objects and arrays that read_json() accepts, and
/// maximum number of values.
inline constexpr int kMaxJsonDepth = 8;
inline constexpr std::size_t kMaxJsonValues = std::size_t{1} << 22;

/// Reads a JSON file from an untrusted source, also as .gz, with at most 500
/// bytes of memory per byte of text.
/// @param most  maximum bytes of its text
/// @throws DataError  with the file if it is larger, deeper, or not JSON
Json read_json(const std::filesystem::path& file, std::size_t most);
/// The same for a file's text. @param file  for messages
Json parse_json(const std::string& text, const std::string& file);

/// Members of a JSON object, read with checks of type and bounds. Each function
/// throws DataError with the file and the member's path if it is missing, of
/// another type or out of bounds.
class JsonMembers {
 public:
  /// @param file  for messages
  JsonMembers(const Json& object, std::string file, std::string path = "");

  bool has(const std::string& name) const;
  bool flag(const std::string& name) const;
  /// Returns NaN for null.
  double real(const std::string& name) const;
  std::string text(const std::string& name) const;
  template <std::integral Whole>
  Whole whole(const std::string& name, std::uint64_t least,
              std::uint64_t most) const {
    return static_cast<Whole>(whole_within(name, least, most));
  }
  /// Returns finite numbers.
  Vector reals(const std::string& name, std::size_t least,
               std::size_t most) const;
  /// Returns arrays of `size` finite numbers each.
  std::vector<Vector> rows(const std::string& name, std::size_t size) const;
  /// The same, each row of `least` to `most` numbers.
  std::vector<Vector> rows(const std::string& name, std::size_t least,
                           std::size_t most) const;
  /// Returns the same; null is an empty array.
  std::vector<Vector> rows_or_null(const std::string& name,
                                   std::size_t size) const;
  std::vector<std::string> texts(const std::string& name,
                                 std::size_t most) const;
  /// Returns the members' names.
  std::vector<std::string> names() const;
  JsonMembers object(const std::string& name) const;
  /// Visits the objects of an array, in order.
  void each_object(const std::string& name,
                   const std::function<void(const JsonMembers&)>& visit) const;
  /// Returns the value of one of the names.
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
  std::string path_;  ///< of the object, ends with a dot
};

}  // namespace fedltr
