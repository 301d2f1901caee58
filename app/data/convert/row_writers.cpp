#include "app/data/convert/row_writers.hpp"

#include <algorithm>

#include "app/base/csv.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/packed_output.hpp"
#include "app/data/feature_names.hpp"

namespace fedltr {
namespace {

/// Appends ` index:value` for each feature.
void append_features(std::string& line, const LetorRow& row,
                     std::uint32_t first) {
  for (const auto& [index, value] : row.features) {
    line += ' ';
    line += std::to_string(index - 1 + first);
    line += ':';
    line += exact(value);
  }
}

class LetorWriter : public RowWriter {
 public:
  explicit LetorWriter(const std::string& file) : output_(file) {}

  void add(const LetorRow& row) override {
    line_.clear();
    append_letor_row(line_, row);
    output_.write(line_);
  }
  void commit() override { output_.commit(); }

 private:
  PackedOutput output_;
  std::string line_;
};

class LightGbmWriter : public RowWriter {
 public:
  explicit LightGbmWriter(const std::string& file)
      : rows_(file), queries_(lightgbm_files_beside(file)[0]) {}

  void add(const LetorRow& row) override {
    if (in_query_ > 0 && row.query != query_) end_query();
    query_ = row.query;
    ++in_query_;
    line_ = std::to_string(row.label);
    append_features(line_, row, 0);
    line_ += '\n';
    rows_.write(line_);
  }
  void commit() override {
    end_query();
    queries_.commit();
    rows_.commit();
  }

 private:
  void end_query() {
    queries_.write(std::to_string(in_query_) + "\n");
    in_query_ = 0;
  }

  PackedOutput rows_;
  PackedOutput queries_;
  std::string query_;
  std::uint64_t in_query_ = 0;
  std::string line_;
};

/// Refuses features with the name of another column, which a reader of the
/// table would misinterpret.
void refuse_names_of_others(const std::vector<std::string>& features) {
  for (const char* const other : {"label", "qid", "docno"})
    if (std::ranges::count(features, other) > 0)
      throw DataError(std::string("feature '") + other +
                      "': the name of another column of CSV files; rename "
                      "the feature");
}

class CsvWriter : public RowWriter {
 public:
  CsvWriter(const std::string& file, const RowShape& shape)
      : output_(file),
        named_(shape.counts.named > 0),
        labelled_(shape.labelled) {
    std::vector<std::string> names = shape.feature_names;
    if (names.empty()) names = numbered_feature_names(shape.counts.features, 1);
    values_.resize(names.size());
    refuse_names_of_others(names);
    if (labelled_) add_text("label");
    add_text("qid");
    if (named_) add_text("docno");
    for (const std::string& name : names) add_text(name);
    end_line();
  }

  void add(const LetorRow& row) override {
    if (labelled_) line_ += std::to_string(row.label) + ",";
    add_text(row.query);
    if (named_) add_text(row.document);
    std::ranges::fill(values_, 0.0);
    for (const auto& [index, value] : row.features)
      values_.at(index - 1) = value;
    for (const double value : values_) line_ += exact(value) + ",";
    end_line();
  }
  void commit() override { output_.commit(); }

 private:
  void add_text(const std::string& text) {
    append_csv_text(line_, text, ',');
    line_ += ',';
  }
  void end_line() {
    line_.back() = '\n';
    output_.write(line_);
    line_.clear();
  }

  PackedOutput output_;
  bool named_;
  bool labelled_;
  std::vector<double> values_;
  std::string line_;
};

}  // namespace

void append_letor_row(std::string& text, const LetorRow& row) {
  if (row.label != LetorRow::kNoLabel) text += std::to_string(row.label) + ' ';
  text += "qid:";
  text += row.query;
  append_features(text, row, 1);
  if (!row.document.empty()) text += " # docid = " + row.document;
  text += '\n';
}

std::unique_ptr<RowWriter> make_letor_writer(const std::string& file,
                                             const RowShape& /*shape*/) {
  return std::make_unique<LetorWriter>(file);
}

std::unique_ptr<RowWriter> make_lightgbm_writer(const std::string& file,
                                                const RowShape& /*shape*/) {
  return std::make_unique<LightGbmWriter>(file);
}

std::vector<std::string> lightgbm_files_beside(const std::string& file) {
  return {(file.ends_with(".gz") ? file.substr(0, file.size() - 3) : file) +
          ".query"};
}

std::unique_ptr<RowWriter> make_csv_writer(const std::string& file,
                                           const RowShape& shape) {
  return std::make_unique<CsvWriter>(file, shape);
}

}  // namespace fedltr
