#pragma once

#include <filesystem>

namespace fedltr {

/// Makes a folder and those above it that are missing, so that they survive a
/// loss of power (see sync_folder()).
void create_folders(const std::filesystem::path& folder);

}  // namespace fedltr
