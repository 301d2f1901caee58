// A relay before its parties connect: everything that it refuses first.
#include "app/deploy/relay_run.hpp"

#include <sstream>

#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::relay_run_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

/// The relay of a rehearsal of a, b and c; its results go to `out`.
struct Relay {
  TemporaryFolder folder;
  RelayOptions options;
  std::ostringstream out;

  Relay() {
    options.file = folder.write("s.ini", "[silo]\nmembers = a, b, c\n");
    options.link.address = {"127.0.0.1", 0};
    options.link.wait = 1;
    options.rehearsal = true;
    options.out = folder / "out";
  }
  template <class Error>
  void refuses(const std::string& why) {
    CHECK_THROWS_WITH_AS(run_relay(options, out),
                         doctest::Contains(why.c_str()), Error);
  }
};

}  // namespace

TEST_CASE("results of another run are kept") {
  Relay relay;
  relay.folder.write("out/relay.json", "kept");
  relay.refuses<UsageError>("holds results of another run; give --out DIR");
  CHECK(read_text(relay.folder / "out/relay.json") == "kept");
  CHECK_FALSE(fs::exists(relay.folder / "out/relay.journal"));
}

TEST_CASE("a run that is complete is resumed by its own agreement only") {
  Relay relay;
  relay.options.resume = true;
  const std::string digest =
      read_agreement(relay.options.file, {.rehearsal = true}).digest;
  relay.folder.write("out/relay.json", R"({"agreement": ")" + digest + "\"}");
  CHECK(run_relay(relay.options, relay.out) == kDone);
  has(relay.out.str(), "already complete: nothing is left to do");
  relay.options.rehearsal = false;
  relay.refuses<CheckpointError>("is of another agreement, " + digest);
  relay.folder.write("out/relay.json", "{");
  relay.refuses<DataError>("relay.json");
}

TEST_CASE("without TLS a relay listens to its own machine only") {
  Relay relay;
  relay.options.link.address = {"0.0.0.0", 0};
  relay.refuses<UsageError>("0.0.0.0");
  CHECK_FALSE(fs::exists(relay.folder / "out"));
}

TEST_CASE(
    "a transcript replaces no other file, also in a run that is resumed") {
  for (const bool resume : {false, true}) {
    Relay relay;
    relay.options.resume = resume;
    relay.options.transcript = relay.folder.write("notes.txt", "kept");
    relay.refuses<UsageError>("notes.txt: can't be made: File exists");
    CHECK(read_text(relay.folder / "notes.txt") == "kept");
    relay.folder.write("empty.txt", "");
    fs::create_symlink(relay.folder / "empty.txt", relay.folder / "link");
    relay.options.transcript = relay.folder / "link";
    relay.refuses<UsageError>("link: can't be made: File exists");
    CHECK(fs::is_symlink(relay.folder / "link"));
    CHECK(relay.out.str().find("listens on") == std::string::npos);
  }
}

TEST_CASE("a journal of a run is continued with --resume only") {
  Relay relay;
  relay.folder.write("out/relay.journal", "no journal");
  relay.refuses<UsageError>("relay.journal");
  fs::permissions(relay.folder / "out/relay.journal",
                  fs::perms::owner_read | fs::perms::owner_write);
  relay.refuses<CheckpointError>("relay.journal");
}

}  // namespace fedltr::relay_run_test
