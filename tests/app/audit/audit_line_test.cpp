#include "app/audit/audit_line.hpp"

#include <doctest/doctest.h>

namespace fedltr::audit_line_test {

TEST_CASE("a line has a row's members, formatted as fmt does") {
  const Json row = {{"name", "sound"}, {"right", {{"mean", 0.12345}}},
                    {"rows", 7},       {"share", 0.25},
                    {"zero", 0.0},     {"none", nullptr}};
  CHECK(audit_line("  {name:<7}|{rows:>4}|{right/mean:>8.3f} +- {zero:.2f}\n",
                   row) == "  sound  |   7|   0.123 +- 0.00\n");
  CHECK(audit_line("{share:>5.0%}", row) == "   25%");
  CHECK(audit_line("{right/mean:.4g}", row) == "0.1235");
  CHECK(audit_line("no member", row) == "no member");
}

TEST_CASE("a missing number is a dash, a missing bound is infinite") {
  const Json row = {{"none", nullptr}};
  CHECK(audit_line("{none:>9.3f}|", row) == "        -|");
  CHECK(audit_line("{none:<5.4g}|", row) == "inf  |");
  CHECK_THROWS_AS(audit_line("{other:>3}", row), std::exception);
}

}  // namespace fedltr::audit_line_test
