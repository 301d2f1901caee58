#include "scenarios/base/folders.hpp"

#include "scenarios/base/files.hpp"

namespace fedltr {

void create_folders(const std::filesystem::path& folder) {
  const std::filesystem::path parent = folder.parent_path();
  if (std::filesystem::is_directory(folder)) return;
  if (!parent.empty() && parent != folder) create_folders(parent);
  // Another may have made it meanwhile.
  if (std::filesystem::create_directory(folder))
    sync_folder(parent.empty() ? "." : parent);
}

}  // namespace fedltr
