#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/csv.hpp"

namespace fedltr {

/// A column of a table or a member of a JSON file, as in docs/output.md.
struct OutputField {
  /// For JSON the path, e.g. `runs[].final.METRIC`; capitals are placeholders.
  std::string name;
  std::string meaning;   ///< with the unit
  bool is_text = false;  ///< for a column, as in Column
};

/// A file of a run folder, or a folder in it, as in docs/output.md.
struct FileDescription {
  /// Capitals are placeholders: `model-fF-rR.json` is of fold F and repeat R,
  /// `methods/NAME/` of a method; folders end with '/'.
  std::string name;
  std::string holds;  ///< one sentence
  std::string when;   ///< condition, after "Written"; empty: always
  std::vector<OutputField> fields;
};

/// Returns "f1-r2", in names of files of fold 1 and repeat 2.
inline std::string fold_and_repeat(int fold, std::uint32_t repeat) {
  return "f" + std::to_string(fold) + "-r" + std::to_string(repeat);
}

/// Receives the name and the text of a file.
using AddFile = std::function<void(const std::string&, std::string_view)>;

/// A file written from `Results`: its description, condition and writer.
template <class Results>
struct OutputFile {
  FileDescription about;
  std::function<bool(const Results&)> wanted;  ///< empty: always
  std::function<void(const Results&, const AddFile&)> write;
};

/// A file with the name in its description.
template <class Results>
OutputFile<Results> single_file(
    FileDescription about, std::function<std::string(const Results&)> text,
    std::function<bool(const Results&)> wanted = {}) {
  const std::string name = about.name;
  return {std::move(about), std::move(wanted),
          [name, text = std::move(text)](const Results& results,
                                         const AddFile& add) {
            add(name, text(results));
          }};
}

/// Writes the wanted files, the first of the list last: if it exists, so do the
/// others.
template <class Results>
void write_files(const std::vector<OutputFile<Results>>& files,
                 const Results& results, const AddFile& add) {
  for (auto file = files.rbegin(); file != files.rend(); ++file)
    if (!file->wanted || file->wanted(results)) file->write(results, add);
}

/// Returns the columns of a table as fields of its description.
template <class Row>
std::vector<OutputField> fields_of(const std::vector<Column<Row>>& columns) {
  std::vector<OutputField> fields;
  for (const Column<Row>& column : columns)
    fields.push_back({column.name, column.meaning, column.is_text});
  return fields;
}

}  // namespace fedltr
