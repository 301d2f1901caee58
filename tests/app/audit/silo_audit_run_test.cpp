#include "app/audit/silo_audit_run.hpp"

#include "tests/support/silo_audit.hpp"

namespace fedltr::silo_audit_run_test {
using namespace fedltr::test;

TEST_CASE("exact sizes give all texts away, coarse ones fewer") {
  const Json texts = audit_of(audited_silo()).json["texts"];
  const auto found = [&](const char* whose, int step) {
    return row_with(texts, {{"whose", whose}, {"rounded_to", step}});
  };
  const Json own = found("the party's", 1);
  CHECK(own["texts"] == 10);
  CHECK(own["right"] == 1);
  CHECK(own["chance"] == 0.1);
  // Two of three texts are others': none of them is at this party.
  const Json all = found("all parties'", 1);
  CHECK(all["texts"] == 30);
  CHECK(all["right"].get<double>() == doctest::Approx(1. / 3));
  CHECK(found("the party's", 50)["named"].get<double>() <
        own["named"].get<double>());
  // The scenario's own step is tried once, beside 1, 10, 25 and 50.
  const Json seven = audit_of(audited_silo({"silo.round-sizes=7"})).json;
  CHECK(rows_with(seven["texts"], {{"rounded_to", 7}}).size() == 2);
  CHECK(seven["texts"].size() == 10);
  CHECK(texts.size() == 8);
}

TEST_CASE("the audit states how many queries it hears") {
  // Two other parties of four queries each, of which one is held out.
  const std::string text = audit_of(audited_silo()).text;
  CHECK(text.find("which sees 6 queries' questions") != std::string::npos);
}

TEST_CASE("a relay that knows more texts names more terms") {
  const Json terms = audit_of(audited_silo()).json["relay_terms"];
  const Json setting = {{"noise", "off"}, {"retrieval", "rtk"}};
  std::vector<double> right;
  for (const Json& row : rows_with(terms, setting)) {
    CHECK(row["real_rows"] == 0);
    CHECK(row["confounders"] == "none");
    right.push_back(row["right"]["mean"].get<double>());
  }
  REQUIRE(right.size() == 3);
  CHECK(right[0] <= right[1]);
  CHECK(right[1] < right[2]);
  for (const Json& row : terms) {
    CHECK(row["right"]["mean"].get<double>() <= row["possible"].get<double>());
    CHECK(row["sure"].get<double>() <= 1);
  }
}

TEST_CASE("the scenario's own setting comes first, and none comes twice") {
  const Json own =
      audit_of(audited_silo({"silo.noise=sound", "silo.real-rows=12"}))
          .json["relay_terms"];
  CHECK(own[0]["noise"] == "sound");
  CHECK(own[0]["real_rows"] == 0);  // all
  CHECK(rows_with(own, {{"noise", "sound"},
                        {"retrieval", "rtk"},
                        {"real_rows", 0},
                        {"dummy_terms", 0},
                        {"round_sizes", 1}})
            .size() == 3);  // known shares
  const Json other =
      audit_of(audited_silo({"silo.noise=sound", "silo.real-rows=5"}))
          .json["relay_terms"];
  CHECK(other.size() == own.size() + 3);
}

TEST_CASE("equal columns link a term's questions unless rows are confounded") {
  const Json links = audit_of(audited_silo()).json["links"];
  const auto linked = [&](const Json& setting) {
    Json plain = {{"dummy_terms", 0}, {"round_sizes", 1}, {"retrieval", "rtk"}};
    plain.update(setting);
    return row_with(links, plain);
  };
  const Json off = linked({{"noise", "off"}});
  CHECK(off["linked"] == 1);
  CHECK(off["precision"] == 1);
  const Json random =
      linked({{"noise", "sound"}, {"real_rows", 4}, {"confounders", "random"}});
  const Json colliding = linked(
      {{"noise", "paper"}, {"real_rows", 4}, {"confounders", "colliding"}});
  CHECK(random["linked"].get<double>() < 1);
  CHECK(colliding["linked"].get<double>() < random["linked"].get<double>());
}

TEST_CASE("a greedy party rebuilds more of the texts than an honest one") {
  const Json rebuilt = audit_of(audited_silo()).json["rebuilt"];
  CHECK(rebuilt.size() == 10);
  for (std::size_t i = 0; i < rebuilt.size(); i += 2) {
    const Json& honest = rebuilt[i];
    const Json& greedy = rebuilt[i + 1];
    CHECK(honest["asker"] == "honest");
    CHECK(greedy["asker"] == "greedy");
    CHECK(honest["noise"] == greedy["noise"]);
    CHECK(honest["terms"] < greedy["terms"]);
    CHECK(greedy["terms"] == 200);
    CHECK(honest["found"].get<double>() < greedy["found"].get<double>());
    CHECK(honest["told"].get<double>() < greedy["told"].get<double>());
  }
}

TEST_CASE("a gradient of one instance is the instance, of more the grades") {
  const Json gradients = audit_of(audited_silo()).json["gradients"];
  for (const char* at : {"zero", "trained"}) {
    const Json one = row_with(gradients, {{"parameters", at}, {"batch", 1}});
    CHECK(one["grades"] == 1);
    CHECK(one["instances"] == 1);
    const Json eight = row_with(gradients, {{"parameters", at}, {"batch", 8}});
    CHECK(eight["instances"] == 0);
  }
  // Lists of several documents have no slope per grade.
  CHECK(audit_of(audited_silo({"silo.recipe=listwise"}))
            .json["gradients"]
            .empty());
}

}  // namespace fedltr::silo_audit_run_test
