#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <zip.h>

namespace fedltr::test {

enum class Packing : bool { kStored, kDeflated };

/// A zip archive of these files, names with their contents, as numpy.savez and
/// savez_compressed write it.
inline std::string npz(
    const std::vector<std::pair<std::string, std::string>>& files,
    Packing packing = Packing::kStored) {
  const auto expect = [](bool holds) {
    if (!holds) throw std::runtime_error("libzip failed");
  };
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const archive = zip_source_buffer_create(nullptr, 0, 0, &error);
  expect(archive != nullptr);
  zip_source_keep(archive);
  zip_t* const zip = zip_open_from_source(archive, ZIP_TRUNCATE, &error);
  expect(zip != nullptr);
  for (const auto& [name, text] : files) {
    zip_source_t* const source =
        zip_source_buffer(zip, text.data(), text.size(), 0);
    const auto index = zip_file_add(zip, name.c_str(), source, 0);
    expect(index >= 0);
    const auto at = static_cast<zip_uint64_t>(index);
    expect(zip_set_file_compression(
               zip, at,
               packing == Packing::kStored ? ZIP_CM_STORE : ZIP_CM_DEFLATE,
               0) == 0);
    expect(zip_file_set_mtime(zip, at, 946684800, 0) == 0);
  }
  expect(zip_close(zip) == 0);
  expect(zip_source_open(archive) == 0);
  zip_stat_t status;
  expect(zip_source_stat(archive, &status) == 0);
  std::string bytes(status.size, '\0');
  expect(zip_source_read(archive, bytes.data(), bytes.size()) ==
         static_cast<zip_int64_t>(bytes.size()));
  zip_source_close(archive);
  zip_source_free(archive);
  return bytes;
}

}  // namespace fedltr::test
