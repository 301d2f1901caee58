#include "app/data/letor_input.hpp"

#include <algorithm>

#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/data/line_ends.hpp"

namespace fedltr {

namespace fs = std::filesystem;

namespace {

/// True for FILE.names beside FILE, the names of its features.
bool names_features(const fs::path& file) {
  return file.extension() == ".names" &&
         fs::exists(fs::path(file).replace_extension());
}

}  // namespace

fs::path opened_path(const std::string& name) {
  return name == kStandardInput ? "/dev/stdin" : name;
}

std::string shown_path(const std::string& name) {
  return name == kStandardInput ? "standard input" : name;
}

std::string option_in(const std::string& message, const std::string& file) {
  std::size_t at = message.starts_with(file) ? file.size() : 0;
  while ((at = message.find("--", at + 1)) != std::string::npos) {
    if (message[at - 1] != ' ' && message[at - 1] != '(') continue;
    const std::size_t begin = at + 2;
    const std::size_t end =
        message.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", begin);
    if (end != begin) return message.substr(begin, end - begin);
  }
  return "";
}

std::vector<std::string> letor_inputs(const std::vector<std::string>& given) {
  std::vector<std::string> files;
  for (const std::string& each : given) {
    if (!fs::is_directory(each)) {
      if (!fs::exists(opened_path(each)))
        throw DataError(each + ": there is no such file");
      files.push_back(each);
      continue;
    }
    const std::size_t before = files.size();
    for (const auto& entry : fs::directory_iterator(each))
      if (entry.is_regular_file() && !names_features(entry.path()) &&
          !entry.path().filename().string().starts_with('.'))
        files.push_back(entry.path().string());
    if (files.size() == before)
      throw DataError(each + ": is a folder without files");
    std::ranges::sort(files.begin() + static_cast<std::ptrdiff_t>(before),
                      files.end());
  }
  return files;
}

LetorNotes stream_letor(const std::vector<std::string>& files,
                        std::uint32_t first_id, Index features,
                        const std::function<void(Dataset)>& visit,
                        OtherFeatures others, MissingLabels labels,
                        const MissingValues& missing, TableColumns columns) {
  // Short rows of many columns take more memory than their text.
  const std::size_t together = std::clamp<std::size_t>(
      100'000'000 / static_cast<std::size_t>(features), 1024, 1 << 20);
  LetorStream stream(first_id, features, LetorStream::kMaxQueryText, others,
                     labels, missing);
  const auto take = [&](Dataset data) {
    if (data.queries() > 0) visit(std::move(data));
  };
  LetorNotes notes;
  for (const std::string& file : files) {
    if (columns.add(file, labels) && first_id == 0)
      throw DataError(shown_path(file) +
                      ": features of a table count from 1, the model's from 0");
    stream.begin_file(shown_path(file));
    each_row_text(file, Pipes::kAllowed, missing, labels, notes,
                  [&](std::string_view text) {
                    for (std::size_t at = 0; at < text.size(); at += together)
                      take(stream.feed(text.substr(at, together)));
                  });
    take(stream.end_file());
  }
  notes += stream.notes();
  return notes;
}

std::string input_text(const std::string& name, std::size_t most) {
  std::string text;
  PackedFile input(opened_path(name), Pipes::kAllowed);
  read_lines(input, shown_path(name), [&](std::string_view piece) {
    if (piece.size() > most - text.size())
      throw DataError(shown_path(name) + ": is larger than the " +
                      with_commas(most) + " bytes that are allowed");
    text.append(piece);
  });
  return text;
}

}  // namespace fedltr
