#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Writes rows to files that appear whole, when all are written.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  virtual void add(const LetorRow& row) = 0;
  virtual void commit() = 0;
};

/// What is known before of rows that are written.
struct RowShape {
  RowCounts counts;  ///< of writers that ask for it; else of nothing
  std::vector<std::string> feature_names;  ///< by index; or none
};

/// LETOR rows, features from 1, numbers in digits that read back as the same.
std::unique_ptr<RowWriter> make_letor_writer(const std::string& file,
                                             const RowShape& shape);

/// LightGBM's rows, features from 0, and beside them FILE.query with the number
/// of documents of each query. Names of queries and documents are lost.
std::unique_ptr<RowWriter> make_lightgbm_writer(const std::string& file,
                                                const RowShape& shape);
/// FILE.query, for a FILE.gz, too.
std::vector<std::string> lightgbm_files_beside(const std::string& file);

/// CSV with columns label, qid, docno where documents have names, and one a
/// feature, called f1, f2 ... unless it has a name.
/// @throws DataError  for a feature with the name of one of the others
std::unique_ptr<RowWriter> make_csv_writer(const std::string& file,
                                           const RowShape& shape);

}  // namespace fedltr
