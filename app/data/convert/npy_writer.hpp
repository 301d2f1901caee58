#pragma once

#include "app/data/convert/row_writers.hpp"

namespace fedltr {

/// Returns the start of a .npy file of version 1.0, as numpy.save writes it.
/// @param type   "<f8"
/// @param shape  one or two numbers
std::string npy_start(const std::string& type,
                      const std::vector<std::uint64_t>& shape);

/// Writes features (#documents by #features, doubles), and labels and sizes of
/// queries (8-byte integers) to files beside it. Names of queries and documents
/// are lost.
std::unique_ptr<RowWriter> make_npy_writer(const std::string& file,
                                           const RowShape& shape);
/// Returns FILE.labels.npy and FILE.groups.npy for FILE.npy.
std::vector<std::string> npy_files_beside(const std::string& file);

}  // namespace fedltr
