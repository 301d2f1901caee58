#include "app/audit/silo_audit.hpp"

#include "algorithms/data/letor.hpp"
#include "tests/support/silo_audit.hpp"

namespace fedltr::silo_audit_test {
using namespace fedltr::test;

namespace {

constexpr const char* kAnybody = "anybody, unkeyed hashes";
constexpr const char* kOwner = "owner, keyed hashes";

}  // namespace

TEST_CASE("a term is guessed from its rows unless others share them") {
  const Json terms = audit_of(audited_silo()).json["terms"];
  const auto guessed = [&](const char* onlooker, int rows, const char* kind,
                           int asked) {
    const Json row = row_with(terms, {{"onlooker", onlooker},
                                      {"real_rows", rows},
                                      {"confounders", kind},
                                      {"terms", asked}});
    CHECK(row["chance"] == 0.005);  // of 200 terms
    return row["recovered"]["mean"].get<double>();
  };
  for (const char* onlooker : {kAnybody, kOwner}) {
    CAPTURE(onlooker);
    // All rows are the term's own: no other term has them.
    CHECK(guessed(onlooker, 12, "random", 1) == 1);
    CHECK(guessed(onlooker, 4, "random", 1) > .9);
    // 12 rows hold the questions of 3 terms, all equally likely.
    CHECK(guessed(onlooker, 4, "colliding", 1) == doctest::Approx(1. / 3));
    CHECK(guessed(onlooker, 6, "colliding", 1) == doctest::Approx(1. / 2));
    CHECK(guessed(onlooker, 2, "colliding", 1) < .2);
  }
  // Only the owner can compare the rows of several terms.
  CHECK(guessed(kOwner, 2, "random", 3) > guessed(kOwner, 2, "random", 1));
  CHECK(rows_with(terms, {{"onlooker", kAnybody}, {"terms", 3}}).empty());
  // Colliding confounders double the rows.
  CHECK(rows_with(terms, {{"real_rows", 8}, {"confounders", "colliding"}})
            .empty());
}

TEST_CASE("an average of answers is nearer, and its epsilon adds up") {
  const Json counts =
      audit_of(audited_silo({"silo.epsilon=0.25"})).json["counts"];
  for (const char* noise : {"paper", "paper-reduced", "sound", "median-only"}) {
    CAPTURE(noise);
    const Json one =
        row_with(counts, {{"noise", noise}, {"attack", "estimate"}});
    const Json many =
        row_with(counts, {{"noise", noise}, {"attack", "average"}});
    CHECK(one["asked"] == 1);
    CHECK(many["asked"] == 100);
    CHECK(one["epsilon"] == 0.25);
    CHECK(one["claimed"] == 0.25);
    CHECK(many["claimed"] == 25);
    CHECK(many["error"]["mean"].get<double>() <
          one["error"]["mean"].get<double>());
    CHECK(many["exact"]["mean"].get<double>() >
          one["exact"]["mean"].get<double>());
  }
  CHECK(rows_with(counts, {{"noise", "off"}}).empty());
  // A median alone shows no rows.
  CHECK(rows_with(counts, {{"noise", "median-only"}, {"attack", "vector"}})
            .empty());
}

TEST_CASE("the papers' noise has no bound, sound noise one below its claim") {
  const Json counts = audit_of(audited_silo()).json["counts"];
  for (const Json& row : rows_with(counts, {{"noise", "paper"}}))
    CHECK(row["accounted"].is_null());
  const Json sound =
      row_with(counts, {{"noise", "sound"}, {"attack", "estimate"}});
  CHECK(sound["accounted"].get<double>() > 0);
  CHECK(sound["accounted"].get<double>() <= sound["claimed"].get<double>());
}

TEST_CASE("tables print the rows of the JSON, in their order") {
  const SiloAudit audit = audit_of(audited_silo());
  CHECK(audit.json["name"] == "tiny");
  CHECK(audit.text.starts_with(
      "tiny: audit of its search\nwho sees a term's query, 12 rows of 64 "
      "columns, and has 200 terms to try\n"));
  std::size_t at = 0;
  for (const Json& row : audit.json["terms"]) {
    at = audit.text.find("\n  " + row["onlooker"].get<std::string>(), at + 1);
    REQUIRE(at != std::string::npos);
  }
  has(audit.text, "epsilon 0.5 an answer");
}

TEST_CASE("an audit is the same each time, and another with another seed") {
  const SiloAudit first = audit_of(audited_silo());
  const SiloAudit again = audit_of(audited_silo());
  CHECK(first.text == again.text);
  CHECK(first.json == again.json);
  CHECK(first.json["counts"] !=
        audit_of(audited_silo({"run.seed=2"})).json["counts"]);
}

TEST_CASE(
    "a single party asks no questions: only terms and counts are attacked") {
  const Json json = audit_of(audited_silo({"silo.parties=1"})).json;
  CHECK(json.size() == 3);
  CHECK(json.contains("terms"));
  CHECK(json.contains("counts"));
}

TEST_CASE("texts without a body can't be audited") {
  const TemporaryFolder folder;
  folder.write("t/corpus.jsonl",
               "{\"_id\": \"a\", \"title\": \"wing\", \"text\": \"\"}\n");
  folder.write("t/queries.jsonl", "{\"_id\": \"q\", \"text\": \"wing\"}\n");
  folder.write("t/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq\ta\t1\n");
  std::ostringstream text;
  CHECK_THROWS_WITH_AS(
      audit_search(
          text, default_scenario({"silo.parties=1",
                                  "data.folder=" + (folder / "t").string()})),
      "no document has a body to audit", DataError);
}

}  // namespace fedltr::silo_audit_test
