#include "app/results/silo_summary_fields.hpp"

#include <algorithm>

#include "tests/support/json_paths.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::silo_summary_fields_test {
using namespace fedltr::test;

namespace {

/// Checks that a file has the described members, and no other.
void check_described(const std::string& text,
                     const std::vector<OutputField>& fields) {
  const auto json = nlohmann::json::parse(text);
  const auto paths = json_paths(json);
  for (const std::string& path : paths)
    CHECK_MESSAGE(
        std::ranges::any_of(fields,
                            [&](const OutputField& field) {
                              return std::regex_match(
                                         path, name_expression(field.name)) ||
                                     may_be_null(path, field.name);
                            }),
        path);
  for (const OutputField& field : fields) {
    const auto head = field.name.substr(0, field.name.find_first_of(".["));
    if (json.contains(head) && json[head].is_null()) continue;
    CHECK_MESSAGE(std::ranges::any_of(paths,
                                      [&](const std::string& path) {
                                        return std::regex_match(
                                            path, name_expression(field.name));
                                      }),
                  field.name);
  }
}

/// A study with everything that is rare: a party that is excluded, one without
/// judgements, shared metrics.
SiloPoint rare_point() {
  SiloPoint point = small_silo_point();
  point.runs[0].excluded = {{1, "it lied"}};
  point.runs[0].labelled = {0, 8};
  point.runs[0].shared = {{1, {7, {.25}}}};
  point.described.scenario = unchecked_scenario(
      {"run.name=tiny", "silo.parties=2", "silo.method=global",
       "evaluation.metrics=ndcg@10", "aggregation.rule=median",
       "aggregation.malicious=1", "aggregation.condition=warn"});
  point.described.scenario.silo.sharing = MetricSharing::kPlain;
  return point;
}

}  // namespace

TEST_CASE("every member of a silo's summary is described, however rare") {
  const SiloPoint point = rare_point();
  check_described(text_of(silo_summary_file(), SiloResults{point, Timing()}),
                  silo_summary_fields());
}

TEST_CASE("so is every member of a method's own") {
  const SiloPoint point = rare_point();
  for (const auto& [name, text] :
       written(method_summary_file(), SiloResults{point, Timing()})) {
    CAPTURE(name);
    check_described(text, silo_method_fields());
  }
}

}  // namespace fedltr::silo_summary_fields_test
