#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "actors/silo/envelope.hpp"

namespace fedltr {

/// A party's book of answers: a line each, appended and on disk before the
/// answer leaves. One book for all runs.
class AnswerLedger {
 public:
  /// @param members  by party
  /// @param run      which it is, for the lines: no comma. What an earlier
  ///                 process of it entered is not entered again
  /// @throws DataError  for a file that is no such book
  AnswerLedger(const std::filesystem::path& file,
               std::vector<std::string> members, std::string run);
  ~AnswerLedger();
  AnswerLedger(const AnswerLedger&) = delete;
  AnswerLedger& operator=(const AnswerLedger&) = delete;

  /// @throws std::runtime_error  unless it is on disk
  void enter(const SiloMessage& answer);

  /// Answers of other runs that were in it before.
  std::size_t earlier() const { return earlier_; }

 private:
  void append(const std::string& line);

  std::filesystem::path file_;
  std::vector<std::string> members_;
  std::string run_;
  std::size_t earlier_ = 0;
  std::size_t again_ = 0;  ///< answers that are in it already
  int descriptor_ = -1;
};

}  // namespace fedltr
