#pragma once

#include <filesystem>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "algorithms/data/dataset.hpp"
#include "algorithms/silo_search/pointwise_ranker.hpp"
#include "algorithms/text/collection.hpp"
#include "algorithms/text/features.hpp"

namespace fedltr {

/// A query's documents of all members, own ones first.
struct LiveData {
  Dataset data;                      ///< of this query alone, or empty
  std::vector<std::string> members;  ///< by document
};

/// Asks the other members for a query, through the own party's process.
class LiveSearch {
 public:
  /// @param folder  of `fedltr party --answer`
  /// @param member  owner of the own documents
  /// @param constants  of the features that the model was trained on
  /// @param seconds  maximum time to wait for the others' answers to a query
  LiveSearch(std::filesystem::path folder, SiloModelKind kind,
             std::string member, const FeatureConstants& constants,
             std::uint32_t seconds)
      : folder_(std::move(folder)),
        seconds_(seconds),
        kind_(std::move(kind)),
        member_(std::move(member)),
        constants_(constants) {}

  /// Appends the others' documents to the own ones, as MEMBER#NUMBER.
  /// @param own         the query's own documents; may be without a query
  /// @throws NetworkError  if the party does not answer
  /// @throws UsageError    for a session of another member, or whose features
  ///                       have other constants
  LiveData with_others(const Dataset& own, const Collection& collection,
                       std::uint32_t query);

  /// Prints one line per member that withheld documents or was excluded.
  void print_notes(std::ostream& out) const;
  /// @throws NetworkError  naming the members that did not answer in time
  void require_all_in_time() const;

 private:
  std::filesystem::path folder_;
  std::uint32_t seconds_;
  SiloModelKind kind_;
  std::string member_;
  FeatureConstants constants_;
  std::map<std::string, std::uint64_t> withheld_;  ///< documents, by member
  std::uint64_t own_only_ = 0;  ///< queries without a document of others
  std::uint64_t unasked_ = 0;   ///< queries
  std::map<std::string, std::uint64_t> silent_;  ///< queries, by member
  std::map<std::string, std::uint64_t> absent_;  ///< queries, by member
  std::map<std::string, std::uint64_t> late_;    ///< queries, by member
};

/// Place of a document among its owner's, from MEMBER#NUMBER or NUMBER.
/// @param member  owner of the model; empty: a simulation's, of any member
/// @throws UsageError  naming the option, unless it is below `documents` and of
///                     this member
std::size_t place_of_document(const std::string& text,
                              const std::string& member, std::size_t documents);

}  // namespace fedltr
