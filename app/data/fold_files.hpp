#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// LETOR files that make one set.
using Files = std::vector<std::filesystem::path>;

/// Returns "A, B", for messages.
std::string joined_names(const Files& files);

/// Files of a fold's sets; without evaluation files, the training queries are
/// used.
struct FoldFiles {
  int number = 1;
  Files train;
  Files evaluation;
  Files validation = {};  ///< empty unless `evaluation.validate` needs them
  Files weights = {};     ///< of the training queries; empty: all are 1
};

/// True if the data of a scenario is read from LETOR files.
bool is_letor(const Scenario& scenario);

/// Returns the numbers of the folds that a scenario uses.
std::vector<int> fold_numbers(const Scenario& scenario);

/// Finds the files of each fold: those that a scenario lists, or those of a
/// folder with Fold1 ... Fold5 or with S1.txt ... S5.txt, also as .gz.
/// @throws DataError  for a folder that holds neither, or lacks a part
std::vector<FoldFiles> find_files(const Scenario& scenario);

}  // namespace fedltr
