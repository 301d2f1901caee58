#include "app/base/folders.hpp"

#include <stdexcept>

#include "app/base/files.hpp"

namespace fedltr {

void create_folders(const std::filesystem::path& folder) {
  const std::filesystem::path parent = folder.parent_path();
  if (std::filesystem::is_directory(folder)) return;
  if (!parent.empty() && parent != folder) create_folders(parent);
  // Another process may have created it meanwhile.
  std::error_code error;
  if (std::filesystem::create_directory(folder, error)) sync_folder(parent);
  if (error || !std::filesystem::is_directory(folder))
    throw std::runtime_error(folder.string() + ": this folder can't be made: " +
                             (error ? error.message() : "it is no folder"));
}

}  // namespace fedltr
