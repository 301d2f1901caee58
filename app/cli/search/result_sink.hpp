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
/// Adds --tag, of a TREC run.
void add_tag(Command& command);
/// @throws UsageError  unless it is a word
std::string tag_of(const Command& command);

/// @throws UsageError  if it is there, without --force
void require_new(const Command& command, const std::filesystem::path& file);

/// Where a command's results go: --out, which appears whole, or what the
/// command was given.
class ResultSink {
 public:
  /// @throws UsageError  if --out is there, without --force
  ResultSink(const Command& command, std::ostream& out);

  void write(std::string_view text);
  void commit();

 private:
  std::ostream& out_;
  std::unique_ptr<WholeFile> file_;
  std::filesystem::path folder_;  ///< it is in
};

}  // namespace fedltr
