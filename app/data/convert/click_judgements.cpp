#include "app/data/convert/click_judgements.hpp"

#include <map>
#include <string_view>

#include <spdlog/fmt/fmt.h>

#include "algorithms/data/lines.hpp"
#include "app/base/record_sorter.hpp"
#include "app/data/convert/packed_fields.hpp"
#include "app/data/convert/packed_output.hpp"

namespace fedltr {
namespace {

/// Shows and clicks of a document for a query.
struct Shown {
  double clicks = 0;
  double expected = 0;

  int grade() const {
    const double ratio = (clicks + 1) / (expected + 1);
    return ratio >= 3 ? 2 : ratio >= 1.5 ? 1 : 0;
  }
};

/// Clicks that a log's positions or propensities explain.
class Expectation {
 public:
  explicit Expectation(const ClickLog& log) {
    double weights = 0;
    double clicks = 0;
    for (const LoggedSearch& search : log)
      for (const ShownDocument& shown : search.shown) {
        by_position_[shown.position].add(shown.clicked);
        weighs_ = weighs_ && shown.propensity > 0;
        weights += shown.propensity;
        clicks += shown.clicked ? 1 : 0;
      }
    if (clicks == 0) throw DataError("the log has no clicks to judge by");
    if (weighs_) scale_ = clicks / weights;
  }

  double of(const ShownDocument& shown) const {
    if (weighs_) return shown.propensity * scale_;
    const CountedPart& part = by_position_.at(shown.position);
    return static_cast<double>(part.some) / static_cast<double>(part.all);
  }

 private:
  std::map<std::uint32_t, CountedPart> by_position_;  ///< clicks, shows
  bool weighs_ = true;
  double scale_ = 1;
};

const std::string& require_cell(const std::string& name) {
  if (name.find_first_of("\t\r\n") != std::string::npos)
    throw DataError(in_quotes(name) +
                    ": a name in a file of judgements has no tab or line "
                    "break");
  return name;
}

/// Writes the grade of each pair, whose shows come one after the other.
class GradeLines {
 public:
  explicit GradeLines(const std::string& file) : output_(file) {
    output_.write("query-id\tcorpus-id\tscore\n");
  }

  void add(std::string_view pair, const Shown& more) {
    if (pair != pair_) {
      write();
      pair_ = pair;
      shown_ = {};
    }
    shown_.clicks += more.clicks;
    shown_.expected += more.expected;
  }
  void commit() {
    write();
    output_.commit();
  }

 private:
  void write() {
    if (!pair_.empty())
      output_.write(fmt::format("{}\t{}\n", pair_, shown_.grade()));
  }

  PackedOutput output_;
  std::string pair_;  ///< names, with a tab between them; empty: none yet
  Shown shown_;
};

}  // namespace

void write_click_judgements(const std::string& file, const ClickLog& log) {
  const Expectation expectation(log);
  RecordSorter pairs;
  for (const LoggedSearch& search : log)
    for (const ShownDocument& shown : search.shown) {
      FieldWriter value;
      value.number(shown.clicked ? 1 : 0);
      value.real(expectation.of(shown));
      pairs.add(
          require_cell(search.query) + "\t" + require_cell(shown.document),
          value.bytes());
    }
  GradeLines lines(file);
  pairs.visit([&](std::string_view pair, std::string_view value) {
    FieldReader read(value);
    const auto clicks = static_cast<double>(read.number());
    lines.add(pair, {clicks, read.real()});
  });
  lines.commit();
}

}  // namespace fedltr
