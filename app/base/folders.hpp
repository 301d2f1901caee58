#pragma once

#include <filesystem>

namespace fedltr {

/// Creates a folder and its missing parents, so that they survive a loss of
/// power (see sync_folder()).
void create_folders(const std::filesystem::path& folder);

}  // namespace fedltr
