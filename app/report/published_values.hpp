#pragma once

#include <optional>
#include <string>
#include <vector>

#include "algorithms/statistics/spread.hpp"
#include "app/report/shown_results.hpp"

// Values that a scenario's source prints, beside those of the runs.
namespace fedltr {

/// The published values of a figure or a table.
class PublishedValues {
 public:
  /// A value, and its text as the source prints it: with its zeros, and with 0
  /// before the point.
  struct Printed {
    double value;
    std::string text;
  };

  /// @param picture  as the manifest describes it
  explicit PublishedValues(const Json& picture);

  const std::string& source() const { return source_; }
  /// True if there is no value.
  bool empty() const { return values_.empty(); }

  /// Returns the value that the source prints for a run; nullopt if none.
  std::optional<Printed> of(const ShownResult& shown,
                            const std::string& metric) const;
  /// Returns the same for a place on an axis of time, as is_time() has it,
  /// with those places, ascending.
  std::vector<MarkedPoint> over(const ShownResult& shown,
                                const std::string& time) const;

 private:
  struct Value {
    std::vector<std::pair<std::string, std::string>> place;
    Printed printed;

    /// True if a run has the settings of the place, except those of `but`.
    bool is_of(const ShownResult& shown, const std::string& but) const;
    std::string at(const std::string& key) const;
  };

  std::string source_;
  std::vector<Value> values_;
};

/// Values of runs at one place of a picture: a panel's or a column's, whose
/// lines or rows are compared.
struct ComparedPlace {
  struct Entry {
    std::string name;
    double published;
    Spread ours;
    const RunFolder* run = nullptr;  ///< with the value; null: no test
  };

  std::string name;  ///< may be empty
  std::vector<Entry> entries = {};
};

/// Describes which orders of the published values hold in the runs: how many
/// pairs agree, then both orders of each place. Pairs that are published as
/// equal do not count. Empty if no place has two values.
std::vector<std::string> orders_in_words(
    const std::vector<ComparedPlace>& places);

/// Describes the significance of our differences, by the test of fedltr
/// compare: in pairs whose order is the published one, and in the others, with
/// their smallest p. Empty if there is no pair of runs that can be tested, or
/// there are more than a thousand.
std::string orders_tested(const std::vector<ComparedPlace>& places,
                          const std::string& metric);

}  // namespace fedltr
