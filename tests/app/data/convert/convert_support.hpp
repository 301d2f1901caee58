#pragma once

#include "app/data/convert/click_log.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::test {

/// `fedltr data convert` with these arguments.
inline Outcome convert_files(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"data", "convert"});
  return fedltr_command(arguments);
}

/// All searches of a log.
inline std::vector<LoggedSearch> searches_in(const ClickLog& log) {
  std::vector<LoggedSearch> all;
  for (const LoggedSearch& search : log) all.push_back(search);
  return all;
}

/// The metric of a row of rounds.csv, its fifth column.
inline double metric_of(const std::string& row) {
  std::istringstream stream(row);
  std::string value;
  for (int i = 0; i < 5; ++i) std::getline(stream, value, ',');
  return std::stod(value);
}
inline double first_metric(const std::string& rounds) {
  return metric_of(rounds.substr(rounds.find('\n') + 1));
}
inline double last_metric(const std::string& rounds) {
  return metric_of(rounds.substr(rounds.rfind('\n', rounds.size() - 2) + 1));
}

/// Input files of a conversion, and its output.
struct Conversion {
  TemporaryFolder folder;
  std::string out = (folder / "out.txt").string();

  /// Runs the conversion with --out.
  Outcome convert(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--out", out});
    return convert_files(arguments);
  }
  /// The converted text.
  std::string text(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all = arguments;
    all.push_back("--force");
    const Outcome outcome = convert(all);
    CHECK_MESSAGE(outcome.code == 0, outcome.err);
    return read_text(out);
  }
  /// Error message for invalid data; checks that no file was written.
  std::string fault(const std::vector<std::string>& arguments,
                    int code = 3) const {
    std::filesystem::remove(out);
    const Outcome outcome = convert(arguments);
    CHECK(outcome.code == code);
    CHECK(outcome.out == "");
    CHECK_FALSE(std::filesystem::exists(out));
    CHECK_FALSE(std::filesystem::exists(out + ".tmp"));
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
    return outcome.err;
  }
};

}  // namespace fedltr::test
