#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/spilled_bytes.hpp"

namespace fedltr {

/// Sorts any number of records by their keys, as bytes; records of equal keys
/// keep the order in which they were added. Memory is bounded: what exceeds it
/// is sorted in runs on disk, see SpilledBytes, which visit() merges.
class RecordSorter {
 public:
  using Visit =
      std::function<void(std::string_view key, std::string_view value)>;

  /// @param memory  bytes of a run
  explicit RecordSorter(std::size_t memory = kSpillFrom);

  /// @param key, value  below 4 GiB each
  /// @throws std::runtime_error  e.g. for a full disk
  void add(std::string_view key, std::string_view value);
  /// Passes on all records, in order; views are valid during a call. Then it
  /// is empty.
  void visit(const Visit& visit);

 private:
  struct Part {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };

  void sort_groups();
  void end_run();
  void merge(const Visit& visit);

  std::size_t memory_;
  std::string records_;       ///< of the current run, see add()
  std::vector<Part> groups_;  ///< adjacent records of it with equal keys
  SpilledBytes sorted_;       ///< runs
  std::vector<Part> runs_;
};

/// Returns a number as a key that sorts as the number does.
std::string sortable(std::uint64_t number);

}  // namespace fedltr
