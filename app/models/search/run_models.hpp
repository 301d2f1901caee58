#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fedltr {

/// LETOR files, and the model file that ranks them.
struct RankedFiles {
  std::filesystem::path model;
  std::vector<std::string> files;
};

/// Chooses the model of each file, in their order: the given one; of a run
/// folder the only one; or, of the models of several folds, the one whose fold
/// tests on the file, by SHA-256, so that no model ranks its training queries.
/// @param model  a model file or a run folder
/// @param files  LETOR files, or - for standard input
/// @throws DataError  if a folder has several models and none, or more than
///                    one, tests on a file; names them
std::vector<RankedFiles> models_of_files(const std::filesystem::path& model,
                                         const std::vector<std::string>& files);

}  // namespace fedltr
