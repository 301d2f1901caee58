#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "algorithms/text/collection.hpp"
#include "scenarios/data/data_source.hpp"
#include "scenarios/schema/scenario.hpp"

namespace fedltr {

/// A collection of texts and what it was read or made of.
struct LoadedCollection {
  std::shared_ptr<const Collection> collection;
  std::vector<DataFile> files;
  std::string queries;  ///< the file they were read from, or what was made
  CollectionNotes notes;
  Index grades = 3;
};

/// Reads or makes the texts of a scenario with a [silo].
/// @throws DataError  naming file and line
LoadedCollection load_collection(const Scenario& scenario);

/// Whether the files are there, without reading them.
/// @throws DataError
void check_text_files(const Scenario& scenario);

/// Of synthetic.like = text.
SyntheticTextOptions synthetic_text_options(const Scenario& scenario);

}  // namespace fedltr
