#include "app/cli/search/result_sink.hpp"

#include <ostream>

#include "app/base/errors.hpp"

namespace fedltr {

void add_sink(Command& command) {
  command.option<std::string>("out", "file instead of standard output");
  command.flag("force", "overwrite it");
}

void add_tag(Command& command) {
  command.option<std::string>("tag",
                              "last word of each line of a TREC run, fedltr");
}

std::string tag_of(const Command& command) {
  const std::string tag = command.text("tag").value_or("fedltr");
  if (tag.empty() || tag.find_first_of(" \t\r\n") != std::string::npos)
    throw UsageError("--tag '" + tag + "': expected a word without blanks");
  return tag;
}

void require_new(const Command& command, const std::filesystem::path& file) {
  if (std::filesystem::exists(file) && !command.has("force"))
    throw UsageError(file.string() +
                     ": exists already; give --force to overwrite it");
}

ResultSink::ResultSink(const Command& command, std::ostream& out) : out_(out) {
  const auto file = command.text("out");
  if (!file) return;
  require_new(command, *file);
  file_ = std::make_unique<WholeFile>(*file);
  const auto parent = std::filesystem::path(*file).parent_path();
  folder_ = parent.empty() ? "." : parent;
}

void ResultSink::write(std::string_view text) {
  if (file_)
    file_->write(text);
  else
    out_ << text;
}

void ResultSink::commit() {
  if (!file_) return;
  file_->commit();
  sync_folder(folder_);
}

}  // namespace fedltr
