#include "app/audit/ledger_audit.hpp"

#include <cmath>
#include <sstream>

#include <spdlog/fmt/fmt.h>

#include "app/base/errors.hpp"
#include "app/deploy/agreement.hpp"
#include "app/deploy/ledger_book.hpp"
#include "tests/support/beir_folder.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::ledger_audit_test {
using namespace fedltr::test;

namespace {

/// A member's texts, an agreement and a ledger.
struct Member {
  explicit Member(const std::string& noise)
      : agreement(folder.write("three.ini",
                               "[silo]\nmembers = north, east, south\n"
                               "rows = 12\ncolumns = 64\n" +
                                   noise)) {
    write_beir(folder);
    const auto plan = plan_of(read_agreement(agreement));
    label = label_of(plan.protocol.noise.guarantee);
  }

  /// Enters one answer of a run, with `releases` releases about a document.
  void tell(const std::string& run, const std::string& asker, int request,
            int releases, const std::string& document) {
    const std::string line =
        fmt::format("{},{},top-K answer,{},{},2,{},{}", run, asker, request,
                    label, releases, document);
    check = check_of(line, check);
    lines += fmt::format("{:08x},{}\n", check, line);
  }

  Json audit(bool with_data = true) {
    folder.write("ledger.csv", kLedgerHeading + lines);
    LedgerToAudit audited{agreement, folder / "ledger.csv", {}};
    if (with_data) audited.data = folder / "beir";
    out.str("");
    return audit_ledger(out, audited);
  }

  TemporaryFolder folder;
  std::filesystem::path agreement;
  std::string label;
  std::string lines;
  std::uint32_t check = 0;
  std::ostringstream out;
};

}  // namespace

TEST_CASE("a ledger shows how much each asker got, and how sure that makes") {
  Member member("noise = sound\nepsilon = 2\n");
  member.tell("one", "east", 0, 1, "d1");
  member.tell("one", "south", 0, 1, "d1");
  member.tell("two", "east", 0, 2, "d2");
  member.tell("two", "east", 0, 1, "d1");
  const Json json = member.audit(false);
  const Json& told = json["told"];
  REQUIRE(told.size() == 3);
  CHECK(told[0]["member"] == "east");
  CHECK(told[0]["runs"] == 2);
  CHECK(told[0]["answers"] == 2);
  CHECK(told[0]["documents"] == 2);
  CHECK(told[0]["releases"] == 4);
  CHECK(told[1]["answers"] == 1);
  CHECK(told[1]["worst_document"]["name"] == "d1");
  CHECK(told[1]["worst_document"]["releases"] == 1);
  const double once = told[1]["worst_document"]["accounted_counts"];
  CHECK(once <= 2);
  CHECK(once > 1.99);
  const double error = (1 - 1e-6) / (1 + std::exp(once));
  CHECK(told[1]["worst_document"]["sure_by_counts"] ==
        doctest::Approx(1 - error));
  // Together they received three releases about d1.
  CHECK(told[2]["member"] == "all together");
  CHECK(told[2]["worst_document"]["name"] == "d1");
  CHECK(told[2]["worst_document"]["releases"] == 3);
  CHECK(told[2]["worst_document"]["accounted_counts"].get<double>() > once);
  CHECK(json["attacks"].empty());
}

TEST_CASE("an asker with more answers comes nearer to the counts") {
  Member member("noise = paper\nepsilon = 0.5\n");
  member.tell("one", "east", 0, 2000, "d1");
  member.tell("one", "south", 0, 1, "d1");
  const Json json = member.audit();
  const Json& attacks = json["attacks"];
  REQUIRE(attacks.size() == 5);
  CHECK(attacks[0]["member"] == "nobody");
  CHECK(attacks[0]["asked"] == 0);
  CHECK(attacks[0]["exact"] == 0);  // no word occurs there once
  CHECK(attacks[0]["error"] > 1);
  CHECK(attacks[1]["member"] == "anybody");
  CHECK(attacks[1]["attack"] == "vector");
  CHECK(attacks[1]["exact"] == 1);
  CHECK(attacks[2]["member"] == "east");
  CHECK(attacks[2]["asked"] == 2000);
  CHECK(attacks[3]["asked"] == 1);
  CHECK(attacks[4]["asked"] == 2001);
  CHECK(attacks[2]["error"] < attacks[3]["error"]);
  CHECK(has(json["unbounded"].get<std::string>(), "selects documents by"));
  // The papers' noise is one draw for all rows, so it bounds nothing.
  CHECK(json["told"][1]["worst_document"]["accounted_counts"] == nullptr);
  CHECK(json["told"][1]["worst_document"]["claimed"] == .5);
  CHECK(json["told"][1]["worst_document"]["sure_by_counts"] == 1);
  CHECK(has(member.out.str(), "noise paper of epsilon 0.5"));
}

TEST_CASE("ledgers that can't be attacked are reported") {
  Member gone("noise = median-only\nepsilon = 1\n");
  gone.tell("one", "east", 0, 1, "sold");
  CHECK(gone.audit()["attacks"].empty());
  CHECK(has(gone.out.str(), "sold            is not in the data"));
  Member open("epsilon = 0\n");
  open.tell("one", "east", 0, 1, "d1");
  CHECK(open.audit()["noise"] == "off");
  CHECK(has(open.out.str(), "no noise: each answered count"));
  Member other("epsilon = 1\n");
  other.label = "else";
  other.tell("one", "east", 0, 3, "d1");
  CHECK(other.audit()["told"][0]["worst_document"]["accounted_counts"] == 6);
  CHECK(has(other.out.str(), "3 releases under other noise"));
  Member none("epsilon = 1\n");
  CHECK(none.audit()["told"].empty());
}

TEST_CASE("a missing or changed ledger is bad data") {
  Member member("epsilon = 1\n");
  member.tell("one", "east", 0, 1, "d1");
  member.check += 1;
  member.tell("one", "east", 1, 1, "d1");
  CHECK_THROWS_AS(member.audit(), DataError);
  std::ostringstream out;
  CHECK_THROWS_AS(audit_ledger(out, {member.agreement, "none.csv", {}}),
                  DataError);
}

}  // namespace fedltr::ledger_audit_test
