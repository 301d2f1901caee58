#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "algorithms/text/merged.hpp"
#include "app/data/data_source.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// A collection of texts and what it was read or made of.
struct LoadedCollection {
  std::shared_ptr<const Collection> collection;
  std::vector<DataFile> files;
  std::string queries;  ///< the file they were read from, or what was made
  CollectionNotes notes;
  Index grades = 3;
  /// With silo.members: what each has, of which the collection is all.
  std::vector<std::shared_ptr<const Collection>> own;
  std::shared_ptr<const MergedCollections> merged;
};

/// Reads or makes the texts of a scenario with a [silo].
/// @throws DataError  naming file and line
LoadedCollection load_collection(const Scenario& scenario);

/// Warns of what was left out of a collection, or cut.
/// @param of  what the collection is, for the log: its folder
void log_notes(const std::string& of, const CollectionNotes& notes);

/// Reads the folder of one of the scenario's members, in BEIR's layout, and
/// nothing else.
/// @throws DataError  likewise, and for a grade above silo.grades
LoadedCollection load_member(const Scenario& scenario,
                             const std::filesystem::path& folder);

/// Whether the files are there, without reading them.
/// @throws DataError
void check_text_files(const Scenario& scenario);

/// Of synthetic.like = text.
SyntheticTextOptions synthetic_text_options(const Scenario& scenario);

}  // namespace fedltr
