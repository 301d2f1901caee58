#pragma once

#include <filesystem>
#include <vector>

#include "app/cli/command.hpp"

namespace fedltr {

/// Refuses results that would be written to one file, under any names (`c.csv`,
/// `./c.csv`, a link), or to a file from which they are made.
/// @param outputs  files; empty names are ignored
/// @param inputs   files, empty names ignored; a run folder stands for the
///                 results in it. For another folder, pass its files
/// @throws UsageError  naming the file
void require_apart(const std::vector<std::filesystem::path>& outputs,
                   const Arguments& inputs);

}  // namespace fedltr
