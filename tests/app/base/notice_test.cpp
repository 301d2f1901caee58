#include "app/base/notice.hpp"

#include <doctest/doctest.h>

#include "tests/support/log_text.hpp"

namespace fedltr::notice_test {

TEST_CASE("a notice has the log's form where warnings have not") {
  const test::LogText log(spdlog::level::err);
  spdlog::warn("unheard");
  notice("3 values {} were cut");
  CHECK(log.text() == "warning: 3 values {} were cut\n");
}

}  // namespace fedltr::notice_test
