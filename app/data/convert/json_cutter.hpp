#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace fedltr {

/// Cuts a text that arrives in pieces into its JSON objects: one per line, over
/// several lines, in arrays, or as `hits.hits` of answers of OpenSearch's
/// _search, one or several. For any contents, memory holds one object. Checks
/// the nesting, not all of the syntax: parse the objects.
class JsonCutter {
 public:
  /// Maximum bytes of an object, and maximum nesting depth.
  static constexpr std::size_t kMaxObject = std::size_t{1} << 20;
  static constexpr std::size_t kMaxDepth = 64;

  /// Receives an object's text, valid until it returns, and the line where it
  /// begins, from 1.
  using Visit = std::function<void(std::string_view object, std::size_t line)>;

  /// @param name      of the file, for messages
  /// @param expected  description of an object, for messages: "an event of ..."
  JsonCutter(std::string name, std::string expected, Visit visit);

  /// @throws DataError  with name and line
  void feed(std::string_view piece);
  /// @throws DataError  with the line of an object or array that does not end
  void end();

 private:
  void take(char c);
  void take_in_text(char c);
  void open(char c);
  void close(char c);
  void keep(char c);
  bool is_outside() const { return !is_recording_ && !is_skipping_; }
  bool opens_hits(char c) const;
  [[noreturn]] void fail(std::size_t line, const std::string& what) const;

  std::string name_;
  std::string expected_;
  Visit visit_;

  bool is_first_ = true;
  std::size_t line_ = 1;
  std::string stack_;  ///< open brackets
  char last_ = '\n';   ///< last character that is neither blank nor in a text
  bool in_text_ = false;
  bool is_escaped_ = false;
  std::string text_;  ///< the last text's begin

  bool is_recording_ = false;  ///< in an object
  std::string object_;
  std::size_t begin_ = 1;     ///< line of the object's begin
  std::size_t base_ = 0;      ///< depth around it
  std::size_t answer_ = 0;    ///< depth around the answer whose hits are read
  std::size_t hits_ = 0;      ///< depth within hits.hits; 0: not in an answer
  bool is_skipping_ = false;  ///< behind an answer's hits
  std::array<std::string, 2> members_;  ///< names that lead to a value
};

}  // namespace fedltr
