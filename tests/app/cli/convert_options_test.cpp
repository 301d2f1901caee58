#include "app/cli/convert_options.hpp"

#include <sstream>

#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::convert_options_test {
using namespace fedltr::test;

namespace {

/// Returns the refusal of options for a format; empty if it takes them all.
std::string refusal(std::vector<std::string> options, const char* format) {
  options.insert(options.begin(), "in.txt");
  Command command = convert_options();
  std::ostringstream out;
  REQUIRE(command.parse(options, out));
  try {
    refuse_useless_options(command, find_input_format(format));
    return "";
  } catch (const UsageError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE(
    "an option that a format does not use is refused, with those that do") {
  CHECK(refusal({"--out", "o"}, "letor") == "");
  CHECK(refusal({"--separator", ";", "--no-header"}, "clicks") == "");
  CHECK(refusal({"--separator", ";"}, "csv") == "");
  has(refusal({"--separator", ";"}, "letor"),
      "--separator: can't be used with --from letor");
  has(refusal({"--features", "f"}, "csv"), "--features");
}

TEST_CASE("the help lists each format once") {
  std::ostringstream out;
  print_formats(out);
  for (const char* name : {"letor", "csv", "clicks", "npy"})
    CHECK_MESSAGE(out.str().find(name) != std::string::npos, name);
}

}  // namespace fedltr::convert_options_test
