#include "app/study/monitor/metrics_file.hpp"

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::metrics_file_test {
using test::read_text;
using test::TemporaryFolder;

constexpr const char* kMetrics = "# HELP fedltr_info Always 1.\n";

TEST_CASE("metrics of an earlier run are replaced, another file is not") {
  const TemporaryFolder folder;
  folder.write("old.prom", kMetrics);
  MetricsFile(folder / "old.prom").write("new");
  CHECK(read_text(folder / "old.prom") == "new");
  for (const char* other : {"", "thesis\n", "# HELP node_cpu Other.\n"}) {
    folder.write("other.prom", other);
    CHECK_THROWS_WITH_AS(MetricsFile(folder / "other.prom"),
                         doctest::Contains("not overwritten"), UsageError);
    CHECK(read_text(folder / "other.prom") == other);
  }
  CHECK_THROWS_AS(MetricsFile(folder.text()), UsageError);
  folder.write("target.prom", kMetrics);
  std::filesystem::create_symlink("target.prom", folder / "link.prom");
  CHECK_THROWS_AS(MetricsFile(folder / "link.prom"), UsageError);
}

TEST_CASE("a result that the run wrote there stays") {
  const TemporaryFolder folder;
  MetricsFile file(folder / "summary.json");
  file.write(kMetrics);
  folder.write("summary.json", "{}\n");
  CHECK_THROWS_AS(file.write(kMetrics), UsageError);
  CHECK_NOTHROW(file.try_to_write(kMetrics));
  CHECK(read_text(folder / "summary.json") == "{}\n");
}

TEST_CASE("a file is due again once the pause is over") {
  const TemporaryFolder folder;
  MetricsFile rare(folder / "a.prom", std::chrono::hours(1));
  CHECK(rare.is_due());
  rare.write(kMetrics);
  CHECK_FALSE(rare.is_due());
  MetricsFile frequent(folder / "a.prom", std::chrono::nanoseconds(0));
  frequent.write(kMetrics);
  CHECK(frequent.is_due());
}

TEST_CASE(
    "a missing folder is reported at the start, and later harms no run there") {
  const TemporaryFolder folder;
  MetricsFile file(folder / "none/a.prom");
  CHECK_THROWS_WITH(file.write(kMetrics), doctest::Contains("a.prom"));
  CHECK_NOTHROW(file.try_to_write(kMetrics));
}

}  // namespace fedltr::metrics_file_test
