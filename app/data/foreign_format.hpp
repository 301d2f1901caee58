#pragma once

#include <string>
#include <string_view>

namespace fedltr {

/// Describes a format of other tools that is no text, with the way to convert
/// it; empty for any other start. Recognises UTF-16, Parquet, Arrow, NumPy,
/// HDF5, pickle, SQLite, TFRecord, web pages, ARFF, models of LightGBM and
/// RankLib, and Solr's XML.
/// @param start  of the file, at least 12 bytes unless the file is shorter
std::string foreign_format(std::string_view start);

/// Describes JSON of an engine, a model, a log or rows, in place of rows, with
/// the way to convert it; empty for any other start.
std::string json_for_rows(std::string_view start);
/// @param name  of the file, for the message
/// @throws DataError  if json_for_rows() knows the start
void refuse_json_for_rows(std::string_view start, const std::string& name);

/// @param name  of the file, for the message
/// @throws DataError  if foreign_format() knows the start
void refuse_foreign_format(std::string_view start, const std::string& name);

}  // namespace fedltr
