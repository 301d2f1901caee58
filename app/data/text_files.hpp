#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "algorithms/text/merged.hpp"
#include "app/data/data_source.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

class OwnRows;

/// A collection of texts and its sources.
struct LoadedCollection {
  std::shared_ptr<const Collection> collection;
  std::vector<DataFile> files;
  std::string queries;  ///< their file, or a description of synthetic ones
  CollectionNotes notes;
  Index grades = 3;
  /// With silo.members: each party's texts; the collection is their union.
  std::vector<std::shared_ptr<const Collection>> own;
  std::shared_ptr<const MergedCollections> merged;
  /// By party, with data.own-rows: none has a row if it has no such file.
  std::vector<std::shared_ptr<const OwnRows>> own_rows;
};

/// Reads or generates the texts of a scenario with a [silo].
/// @param threads  1 or more, which draw synthetic texts
/// @throws DataError  naming file and line
LoadedCollection load_collection(const Scenario& scenario,
                                 std::size_t threads = 1);

/// Warns of parts of a collection that were left out or cut.
/// @param of  name of the collection for the log: its folder
void log_notes(const std::string& of, const CollectionNotes& notes);

/// Reads only the folder of one of the scenario's members, in BEIR's layout.
/// @throws DataError  with file and line; also for a grade above silo.grades
LoadedCollection load_member(const Scenario& scenario,
                             const std::filesystem::path& folder);

/// Checks that the files exist, without reading them.
/// @throws DataError
void check_text_files(const Scenario& scenario);

/// Returns the options of synthetic.like = text.
SyntheticTextOptions synthetic_text_options(const Scenario& scenario);

}  // namespace fedltr
