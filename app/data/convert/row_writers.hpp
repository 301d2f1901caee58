#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Writes rows to files that appear once all rows are written.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  virtual void add(const LetorRow& row) = 0;
  virtual void commit() = 0;
};

/// Appends a row as a line of LETOR's, features from 1; numbers are exact when
/// read back. A row without label begins with qid:.
void append_letor_row(std::string& text, const LetorRow& row);

/// Properties of the rows, known before they are written.
struct RowShape {
  RowCounts counts;                        ///< empty unless counts_first
  std::vector<std::string> feature_names;  ///< by index; or empty
  bool labelled = true;                    ///< false: kNoLabel in all rows
};

/// Writes rows by append_letor_row().
std::unique_ptr<RowWriter> make_letor_writer(const std::string& file,
                                             const RowShape& shape);

/// Writes LightGBM's rows, features from 0, and FILE.query with the number of
/// documents of each query. Names of queries and documents are lost.
std::unique_ptr<RowWriter> make_lightgbm_writer(const std::string& file,
                                                const RowShape& shape);
/// Returns FILE.query, also for FILE.gz.
std::vector<std::string> lightgbm_files_beside(const std::string& file);

/// Writes CSV with columns label if rows have one, qid, docno if documents have
/// names, and one per feature, named f1, f2 ... by default.
/// @throws DataError  for a feature with the name of another column
std::unique_ptr<RowWriter> make_csv_writer(const std::string& file,
                                           const RowShape& shape);

}  // namespace fedltr
