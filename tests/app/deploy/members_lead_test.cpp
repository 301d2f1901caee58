// A federation's server before its members connect: everything that it refuses
// first.
#include "app/deploy/members_lead.hpp"

#include <sstream>

#include "app/base/errors.hpp"
#include "app/deploy/lead_folder.hpp"
#include "app/study/folder_lock.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::members_lead_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

/// The server of a rehearsal of a, b and c; its results go to `out`.
struct Server {
  TemporaryFolder folder;
  MembersLeadOptions options;
  std::ostringstream out;

  Server() {
    folder.write("f.txt", "bm25\nlength\n");
    options.file =
        folder.write("s.ini", "[members]\nnames = a, b, c\nfeatures = f.txt\n");
    options.link.address = {"127.0.0.1", 0};
    options.rehearsal = true;
    options.out = folder / "out";
  }
  MembersAgreement agreement() const {
    return read_members_agreement(options.file, options.settings,
                                  options.rehearsal);
  }
  members::LeadState state() const {
    members::LeadState state;
    state.epoch = 2;
    state.model = Vector{{1, 2}};
    return state;
  }
  /// Leaves the files of a federation that stopped.
  void stopped() const {
    FolderLock lock(folder / "out");
    lock.keep();
    const MembersAgreement agreed = agreement();
    LeadFolder(folder / "out", agreed).save(state());
  }
  /// Leaves those of one that has ended. @param early  reason, or empty
  void ended(const std::string& early) const {
    FolderLock lock(folder / "out");
    lock.keep();
    const MembersAgreement agreed = agreement();
    LeadFolder(folder / "out", agreed).finish(state(), early);
  }
  template <class Error>
  void refuses(const std::string& why) {
    CHECK_THROWS_WITH_AS(run_members_lead(options, out),
                         doctest::Contains(why.c_str()), Error);
  }
};

}  // namespace

TEST_CASE("results are kept, unless they are to be replaced") {
  Server server;
  server.ended("");
  const std::string results = read_text(server.folder / "out/federation.json");
  server.refuses<UsageError>("holds results: give --out DIR, or --force");
  CHECK(read_text(server.folder / "out/federation.json") == results);
  server.options.resume = true;
  CHECK(run_members_lead(server.options, server.out) == kDone);
  has(server.out.str(), "already complete: nothing is left to do");
}

TEST_CASE("a federation in which too few stay can not be resumed") {
  Server server;
  server.ended("2 members have not left");
  server.options.resume = true;
  server.refuses<NetworkError>("2 members have not left; ");
  server.refuses<NetworkError>(
      "those who stay may agree on another federation");
}

TEST_CASE("one that was stopped is resumed by its own agreement only") {
  Server server;
  server.stopped();
  const std::string state = read_text(server.folder / "out/lead.json");
  server.refuses<UsageError>(
      "a federation stopped here: --resume continues it, --force begins anew");
  server.options.resume = true;
  server.options.settings = {"members.epochs=3"};
  server.refuses<CheckpointError>("lead.json: is of another agreement, ");
  CHECK(read_text(server.folder / "out/lead.json") == state);
}

TEST_CASE("an option that is refused leaves an earlier federation as it is") {
  Server server;
  server.ended("");
  server.options.force = true;
  const auto keeps = [&] {
    return fs::exists(server.folder / "out/federation.json");
  };
  server.options.link.address = {"0.0.0.0", 0};
  server.refuses<UsageError>("0.0.0.0");
  CHECK(keeps());
  server.options.link.address = {"127.0.0.1", 0};
  server.options.transcript = server.folder.write("notes.txt", "kept");
  server.refuses<UsageError>("notes.txt: can't be made: File exists");
  CHECK(keeps());
  server.options.transcript.reset();
  server.options.metrics = server.folder / "notes.txt";
  server.refuses<UsageError>("notes.txt: exists and holds no metrics");
  CHECK(keeps());
  CHECK(read_text(server.folder / "notes.txt") == "kept");
}

}  // namespace fedltr::members_lead_test
