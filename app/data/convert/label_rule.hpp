#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/core/hash.hpp"

namespace fedltr {

struct Place;

/// Makes grades, 0 to 31, of the labels in a file.
struct LabelRule {
  enum class Kind : std::uint8_t {
    kGrades,  ///< labels are grades
    kMap,     ///< `map` replaces labels; the others are grades
    kBins,    ///< the grade is the number of `bounds` that are <= the label
    kClip     ///< labels below 0 become 0, those above 31 become 31
  };

  Kind kind = Kind::kGrades;
  /// Grades of labels; nullopt: rows with this label are left out.
  std::map<double, std::optional<int>> map = {};
  /// The same for labels that are no number, by label_word().
  TextMap<std::optional<int>> words = {};
  std::vector<double> bounds = {};  ///< ascending
};

/// True for a text that names a rule, not a file: `clip`, `map=…`, `bins=…`.
bool is_label_rule(std::string_view text);

/// Returns a label as a map has it: without blanks around it, and truth values
/// as Python writes them.
std::string label_word(std::string_view text);

/// Parses `clip`, `bins=1,10,100` or `map=-1:drop,0.5:1,Exact:3`, where
/// quotes may hold a pair, as in CSV.
/// @throws UsageError
LabelRule parse_label_rule(const std::string& text);

/// Counts of labels as they stood and the grades that they became.
class LabelCounts {
 public:
  void add(double label, std::optional<int> grade);
  void add(std::string_view word, std::optional<int> grade);
  /// Returns words of a rule that no label was, in order.
  std::vector<std::string> words_without_rows(const LabelRule& rule) const;
  /// Returns "-1 left out: 3, 72 -> 31: 1": by label, or, if there are many,
  /// ranges of labels by grade. Empty if nothing was added.
  std::string text() const;

 private:
  struct Range {
    double least = 0;
    double most = 0;
    std::uint64_t count = 0;
  };

  /// Most labels to list one by one.
  static constexpr std::size_t kMostListed = 20;

  std::map<std::pair<double, std::optional<int>>, std::uint64_t> by_label_;
  std::map<std::optional<int>, Range> by_grade_;
  std::map<std::pair<std::string, std::optional<int>>, std::uint64_t> by_word_;
};

/// Holder of labels, for the options that a message names.
enum class LabelsOf : std::uint8_t { kRows, kJudgements };

/// Returns the grade of a label as it stands in a file, also written `1.0` or
/// `+1`; nullopt if its row is to be left out. Counts what a rule other than
/// kGrades did.
/// @throws DataError  with the options that help
std::optional<int> grade_of_label(std::string_view word, const LabelRule& rule,
                                  const Place& place, LabelCounts& counts,
                                  LabelsOf of = LabelsOf::kRows);

}  // namespace fedltr
