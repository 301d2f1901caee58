#include "app/deploy/member_folder.hpp"

#include "app/base/errors.hpp"
#include "tests/support/log_text.hpp"
#include "tests/support/members_agreement.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::member_folder_test {
using namespace fedltr::test;

namespace {

struct Place {
  TemporaryFolder folder;
  MembersAgreement agreement = members_agreement("epochs = 7\n");
  MemberFolder files{folder / "out", agreement};

  std::string page() const {
    return "# north as a member\n\nagreement " + agreement.digest + "\n";
  }
  std::string text(const char* name) const {
    return read_text(folder / ("out/" + std::string(name)));
  }
};

}  // namespace

TEST_CASE("a member's results are those of one agreement") {
  Place place;
  place.files.require_own();
  place.files.hold();
  place.files.agree(place.page(), "--yes");
  place.files.keep_model(0, Vector{{0, 0}});
  place.files.keep_model(3, Vector{{1, 2}});
  place.files.require_own();
  const MembersAgreement other = members_agreement("epochs = 8\n");
  CHECK_THROWS_WITH_AS(
      MemberFolder(place.folder / "out", other).require_own(),
      ((place.folder / "out").string() +
       ": holds the model of another agreement, " + place.agreement.digest +
       ": give --out DIR, or move it away")
          .c_str(),
      UsageError);
}

TEST_CASE("a member that has left does not begin again") {
  Place place;
  place.files.hold();
  place.files.agree(place.page(), "--yes");
  place.files.require_stays();
  place.files.leave("typing yes");
  CHECK(place.text("agreed.csv").find(",--leave typing yes\n") !=
        std::string::npos);
  CHECK_THROWS_WITH_AS(
      place.files.require_stays(),
      ((place.folder / "out/agreed.csv").string() +
       ": this member has left this federation for good; another agreement may "
       "name it again")
          .c_str(),
      NetworkError);
  const MembersAgreement other = members_agreement("epochs = 8\n");
  MemberFolder(place.folder / "out", other).require_stays();
}

TEST_CASE("a server that begins anew takes no member's model away") {
  Place place;
  place.files.hold();
  const LogText log(spdlog::level::warn);
  place.files.keep_model(0, Vector{{0, 0}});
  place.files.keep_model(0, Vector{{0, 0}});
  place.files.keep_model(3, Vector{{1, 2}});
  place.files.keep_model(3, Vector{{1, 2}});
  CHECK(log.text().empty());
  const std::string third = place.text("model.json");
  // This member was away for the first epochs of the new federation.
  place.files.keep_model(2, Vector{{5, 6}});
  const std::string second = place.text("model.json");
  CHECK(place.text("model-before.json") == third);
  has(log.text(), "begun anew");
  place.files.keep_model(0, Vector{{0, 0}});
  CHECK(place.text("model-before.json") == third);
  CHECK(place.text("model-before-2.json") == second);
}

TEST_CASE("a ledger that is not there is reported to who has agreed before") {
  Place place;
  const auto ledger = place.folder / "ledger.csv";
  const LogText log(spdlog::level::warn);
  place.files.warn_of_lost(ledger);
  place.files.hold();
  place.files.agree(place.page(), "--yes");
  place.folder.write("ledger.csv", "a line\n");
  place.files.warn_of_lost(ledger);
  CHECK(log.text().empty());
  place.folder.write("ledger.csv", "");
  place.files.warn_of_lost(ledger);
  has(log.text(), "ledger.csv: is not there, though");
}

TEST_CASE("a member's own metric is its own to read") {
  Place place;
  place.files.hold();
  place.files.add_own(0, 0, "ndcg@10", 0.25);
  place.files.add_own(2, 3, "ndcg@10", 0.5);
  CHECK(place.text("own.csv") == "epoch,in_sum,ndcg@10\n0,0,0.25\n2,3,0.5\n");
  CHECK(std::filesystem::status(place.folder / "out/own.csv").permissions() ==
        (std::filesystem::perms::owner_read |
         std::filesystem::perms::owner_write));
}

}  // namespace fedltr::member_folder_test
