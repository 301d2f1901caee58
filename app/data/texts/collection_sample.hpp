#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "algorithms/core/hash.hpp"
#include "app/data/texts/text_layout.hpp"

namespace fedltr {

/// Size of a sample: silo.documents and silo.queries of each party. 0: all.
struct SampleSize {
  std::uint32_t documents = 0;
  std::uint32_t queries = 0;
  std::uint32_t parties = 1;
  std::uint64_t seed = 1;

  std::uint64_t all_documents() const {
    return std::uint64_t{documents} * parties;
  }
  std::uint64_t all_queries() const { return std::uint64_t{queries} * parties; }
};

/// Queries and documents of a collection of files that a sample keeps: queries
/// that have a relevant document, all documents that are judged (or ranked) for
/// a kept query, and others by chance.
///
/// Text and seed alone decide: each query and document has a priority, a hash
/// of its name, and those with the lowest are kept. So the order of a file does
/// not matter, and a larger sample holds a smaller one's queries.
///
/// Reads each file once or twice, one entry at a time. Holds the names of all
/// queries and of the documents that are judged for the kept ones, 16 bytes for
/// each document to be kept, and a bit for each document of the file: a process
/// that keeps 145,600 of 430,000 documents and 800 of 20,000 queries takes 21
/// MB until it reads those texts.
class CollectionSample {
 public:
  /// @throws DataError   naming file and line
  /// @throws UsageError  if the files have too few documents or queries, or if
  ///                     more documents are judged than are to be kept
  CollectionSample(const TextFiles& files, const SampleSize& size);

  bool keeps_query(std::string_view name) const {
    return size_.queries == 0 || queries_.contains(name);
  }
  /// @param number  of a document in its file, from 0
  bool keeps_document(std::size_t number) const {
    return size_.documents == 0 || documents_[number];
  }

 private:
  void choose_queries(const TextFiles& files);
  void choose_documents(const TextFiles& files);

  SampleSize size_;
  TextSet<> queries_;
  std::vector<bool> documents_;  ///< by number
};

}  // namespace fedltr
