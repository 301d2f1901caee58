#pragma once

#include <string>
#include <vector>

#include "app/report/run_data.hpp"

// Results as the pictures of a scenario show them: by their values of keys.
namespace fedltr {

/// Returns the texts of an array that is a member of a picture.
std::vector<std::string> names_at(const Json& json, const char* member);

/// Returns a key as pictures call it: for a list of named points, its name.
std::string shown_name(const std::string& key);

/// Results of a run, or of one method of a run of silos.
struct ShownResult {
  const RunFolder* run;
  const ReportFiles* files;
  std::string method;  ///< empty: the run itself

  /// Returns the value of a key or list of named points; "-" if there is none.
  std::string value(const std::string& key) const;
  std::vector<std::string> values(const std::vector<std::string>& keys) const;
  /// True if the run has a setting, "key=value".
  bool holds(const std::string& setting) const;
};

/// Returns those of all runs, in their order.
/// @param by_method  a silo's methods one by one
std::vector<ShownResult> shown_results(const ReportData& data, bool by_method);

/// Returns a final value with its deviation over runs (n is 2 for several);
/// NaN if there is none.
Spread final_value(const ShownResult& shown, const std::string& metric);

/// Returns keys that vary but have no place in a picture: neither by themselves
/// nor, for a list of named points, by a key that the points set.
std::vector<std::string> unplaced_keys(const ReportData& data,
                                       const std::vector<std::string>& placed);

}  // namespace fedltr
