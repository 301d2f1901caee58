// Every exported file against the rules of the system that reads it.
#include "tests/support/consumers.hpp"

#include "tests/support/exports.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::consumers_test {
using namespace fedltr::test;

namespace {

std::string fault_of(const std::string& target, const Exported& files) {
  if (target == "vespa") return VespaGrammar::fault(files.files.at(0).text);
  if (target == "solr") return solr_fault(files);
  return plugin_fault(files);
}

const std::vector<std::string> kConsumers = {"vespa", "solr", "elasticsearch",
                                             "opensearch"};

Exported changed(Exported files, std::size_t file, const std::string& from,
                 const std::string& to) {
  std::string& text = files.files.at(file).text;
  REQUIRE(text.find(from) != text.npos);
  text = replaced(text, from, to);
  return files;
}

}  // namespace

TEST_CASE("every export follows the rules of its consumer") {
  for (const double move : {0.0, -60.0})
    for (ExportCase& each : export_cases(raw_queries(5, move)))
      for (const std::string& target : kConsumers) {
        CAPTURE(each.name);
        CAPTURE(target);
        Exported files;
        try {
          files = export_to(find(export_targets(), target), each.model);
        } catch (const UsageError&) {
          continue;  // check_order() decides whether it may
        }
        CHECK(fault_of(target, files) == "");
      }
}

TEST_CASE("no name of a feature breaks a file") {
  const std::vector<std::string> names = {
      "true", "f",    "unpack_bits", "a\nb",  "# comment",   "*/",
      "",     "ü",    "if",          "sum",   "}",           "1e5",
      "\"",   "true", "function",    "input", "attribute(x)"};
  for (const char* kind : {"linear", "neural"}) {
    ModelFile file = random_model(kind, std::ssize(names), Normalize::kNone);
    file.names = names;
    file.scenario = "rank-profile {\n}";
    file.version = "1\n2 # 3";
    for (const std::string& target : kConsumers) {
      CAPTURE(target);
      CHECK(fault_of(target, export_to(find(export_targets(), target),
                                       exported(file, std::nullopt))) == "");
    }
  }
}

TEST_CASE("the rules refuse what the systems refuse") {
  ModelFile file = random_model("linear", 2, Normalize::kQueryMinmax);
  file.parameters = Vector{{1, -2.5}};
  ExportedModel model = exported(file, std::nullopt);
  set_bounds(model, {{0, 50}, {-1, 1}});
  const auto made = [&](const char* target) {
    return export_to(find(export_targets(), target), model);
  };
  const auto vespa = [&](const std::string& from, const std::string& to) {
    return fault_of("vespa", changed(made("vespa"), 0, from, to));
  };
  // A comment is skipped, but not the end of its line.
  CHECK(vespa("rank-profile", "# A ranker\nrank-profile") ==
        "line 1: expected rank-profile");
  CHECK(vespa("second-phase", "third-phase").ends_with("function or phase"));
  CHECK(vespa("expression: (", "expression: {(").ends_with("on one line"));
  CHECK(vespa("attribute(title_0)", "attribute(true)")
            .ends_with("not a constant"));
  CHECK(vespa("1.0 * unit_title_0", "normalize_linear(unit_title_0)")
            .ends_with("in the global phase only"));

  const auto plugin = [&](const std::string& from, const std::string& to) {
    return fault_of("opensearch", changed(made("opensearch"), 1, from, to));
  };
  CHECK(plugin("\"mean\"", "\"average\"") == "mean is missing");
  CHECK(plugin("50.0", "0.0") == "standard deviation must be positive");
  CHECK(plugin("model/linear", "model/net") == "unknown type");
  Exported old = made("elasticsearch");
  auto json = nlohmann::json::parse(old.files[1].text);
  json["model"]["model"]["feature_normalizers"]["title_1"] = {
      {"min_max", {{"minimum", -1.0}, {"maximum", 1.0}}}};
  old.files[1].text = json.dump();
  CHECK(plugin_fault(old) == "must be positive");

  const auto solr = [&](const std::string& from, const std::string& to) {
    return fault_of("solr", changed(made("solr"), 1, from, to));
  };
  CHECK(solr("\"50.0\"", "\"0.0\"") == "delta must not be zero");
  CHECK(solr("\"50.0\"", "50.0") == "setMin and setMax of JSON take texts");
  CHECK(solr("\"store\": \"my_run\"", "\"store\": \"other\"") ==
        "another store");
}

}  // namespace fedltr::consumers_test
