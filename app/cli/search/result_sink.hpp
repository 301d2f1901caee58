#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

#include "app/base/files.hpp"
#include "app/cli/command.hpp"

namespace fedltr {

/// Adds --out and --force.
void add_sink(Command& command);
/// Adds --tag, for a TREC run.
void add_tag(Command& command);
/// @throws UsageError  unless it is a word
std::string tag_of(const Command& command);

/// @throws UsageError  if the file exists, without --force
void require_new(const Command& command, const std::filesystem::path& file);

/// Output of a command's results: --out, written completely or not at all, or
/// the command's own stream.
class ResultSink {
 public:
  /// @throws UsageError  if --out exists, without --force
  ResultSink(const Command& command, std::ostream& out);

  void write(std::string_view text);
  void commit();

 private:
  std::ostream& out_;
  std::unique_ptr<WholeFile> file_;
  std::filesystem::path folder_;  ///< folder of the file
};

}  // namespace fedltr
