#include "app/deploy/transcript.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "app/base/errors.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::transcript_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

TEST_CASE("a transcript is its owner's, and only --resume continues it") {
  const TemporaryFolder folder;
  const fs::path file = folder / "t";
  {
    Transcript transcript(file);
    transcript.add("one");
    CHECK(read_text(file) == "one");
  }
  CHECK(fs::status(file).permissions() ==
        (fs::perms::owner_read | fs::perms::owner_write));
  CHECK_THROWS_AS(Transcript{file}, UsageError);
  Transcript(file, Transcript::Old::kContinued).add("two");
  CHECK(read_text(file) == "onetwo");
}

TEST_CASE("--resume appends to no file that others can read, nor waits") {
  const TemporaryFolder folder;
  const fs::path notes = folder.write("notes", "kept");
  fs::permissions(notes, fs::perms(0644));
  CHECK_THROWS_WITH_AS(Transcript(notes, Transcript::Old::kContinued),
                       doctest::Contains("notes: is no transcript"),
                       UsageError);
  CHECK(read_text(notes) == "kept");
  const fs::path pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_AS(Transcript(pipe, Transcript::Old::kContinued), UsageError);
}

TEST_CASE("a transcript follows no link, and reports a full disk") {
  const TemporaryFolder folder;
  fs::create_symlink(folder.write("notes", "kept"), folder / "link");
  CHECK_THROWS_AS(Transcript(folder / "link", Transcript::Old::kContinued),
                  UsageError);
  CHECK_THROWS_AS(Transcript(folder / "none" / "t"), UsageError);
  Transcript full("/dev/full", Transcript::Old::kContinued);
  CHECK_THROWS_WITH_AS(full.add("one"), "/dev/full: can't be written",
                       std::runtime_error);
}

}  // namespace fedltr::transcript_test
