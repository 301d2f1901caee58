// The tables of formats.
#include "app/data/convert/formats.hpp"

#include <set>

#include "app/base/errors.hpp"
#include "tests/app/data/convert/convert_support.hpp"

namespace fedltr::formats_test {
using namespace fedltr::test;

TEST_CASE("each format has a name of its own, a summary and known options") {
  std::set<std::string> names;
  const std::string help = convert_files({"--help"}).out;
  for (const InputFormat& format : input_formats()) {
    CHECK(names.insert(format.name).second);
    CHECK((format.rows == nullptr) != (format.clicks == nullptr));
    CHECK(help.find(format.summary) != std::string::npos);
    for (const std::string& option : format.options)
      CHECK_MESSAGE(help.find("--" + option + " ") != std::string::npos,
                    option);
  }
  for (const OutputFormat& format : output_formats())
    CHECK((format.rows == nullptr) != (format.clicks == nullptr));
  const std::string list = fedltr_command({"list", "formats"}).out;
  CHECK(list.find("lightgbm") != std::string::npos);
}

TEST_CASE("formats are found by their names alone") {
  for (const InputFormat& format : input_formats())
    CHECK(&find_input_format(format.name) == &format);
  for (const OutputFormat& format : output_formats())
    CHECK(&find_output_format(format.name) == &format);
  for (const char* const name : {"", "LETOR", "lightgb", "npz", "parquet"}) {
    CHECK_THROWS_AS(find_input_format(name), UsageError);
    CHECK_THROWS_AS(find_output_format(name), UsageError);
  }
}

TEST_CASE("each option of a format has an effect on it") {
  const Conversion files;
  const std::string help = convert_files({"--help"}).out;
  for (const char* const option : {"first-index", "groups",
                                   "labels",      "query-ids",
                                   "label",       "qid",
                                   "document",    "leave-out",
                                   "features",    "of-users",
                                   "most-active", "earliest",
                                   "latest",      "write-feature-names",
                                   "write-users", "unlabelled",
                                   "merge",       "quote-names",
                                   "duplicates",  "no-header",
                                   "separator",   "decimal-comma"})
    for (const InputFormat& format : input_formats()) {
      if (std::ranges::count(format.options, option) > 0) continue;
      const std::string flag = "--" + std::string(option);
      CHECK(help.find(flag + " ") != std::string::npos);
      has(files.fault({"nothing", "--from", format.name, flag, "1"}, 2),
          flag + ": can't be used with --from " + format.name);
    }
}

}  // namespace fedltr::formats_test
