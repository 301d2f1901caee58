#pragma once

#include <filesystem>
#include <vector>

#include "app/cli/command.hpp"

namespace fedltr {

/// Refuses results that would go to one file, under whatever names (`c.csv`,
/// `./c.csv`, a link), or to a file they are made of.
/// @param outputs  files; empty ones count for nothing
/// @param inputs   files likewise; of folders their files are to be given
/// @throws UsageError  naming the file
void require_apart(const std::vector<std::filesystem::path>& outputs,
                   const Arguments& inputs);

}  // namespace fedltr
