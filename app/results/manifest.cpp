#include "app/results/manifest.hpp"

#include <string_view>

#include <Eigen/Core>
#include <boost/version.hpp>
#include <openssl/opensslv.h>
#include <spdlog/fmt/fmt.h>
#include <spdlog/version.h>
#include <sqlite3.h>
#include <utf8proc.h>
#include <zlib.h>

#include "app/base/json.hpp"
#include "app/base/version.hpp"
#include "app/schema/picture_rules.hpp"
#include "app/schema/published.hpp"

namespace fedltr {

namespace {

std::string dotted(int major, int minor, int patch) {
  return std::to_string(major) + "." + std::to_string(minor) + "." +
         std::to_string(patch);
}

/// Versions of the libraries that the program was built with.
Json dependencies() {
  return {
      {"caf", FEDLTR_CAF_VERSION},
      {"eigen",
       dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
      {"boost", BOOST_LIB_VERSION},
      {"openssl", OPENSSL_VERSION_STR},
      {"spdlog", dotted(SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR, SPDLOG_VER_PATCH)},
      {"fmt",
       dotted(FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
      {"nlohmann_json",
       dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
              NLOHMANN_JSON_VERSION_PATCH)},
      {"libstemmer", FEDLTR_STEMMER_VERSION},
      {"utf8proc", dotted(UTF8PROC_VERSION_MAJOR, UTF8PROC_VERSION_MINOR,
                          UTF8PROC_VERSION_PATCH)},
      {"zlib", ZLIB_VERSION},
      {"sqlite", SQLITE_VERSION}};
}

}  // namespace

bool decides_results(const Key& key) {
  return key.name != "run.threads" && key.name != "run.speedup" &&
         key.name != "run.scaling" && key.name != "run.out" &&
         key.name != "run.rankings" && !key.name.starts_with("checkpoint.") &&
         !is_of_picture(key);
}

namespace {

/// Adds published values and their source, if there are any.
/// @param section  figure or table
void add_published(const Scenario& scenario, const std::string& section,
                   Json& picture) {
  const std::string& source = scenario.text.at(section + ".source");
  if (!source.empty()) picture["source"] = source;
  for (const PublishedValue& each :
       read_published(scenario.text.at(section + ".published"))) {
    Json place = Json::object();
    for (const auto& [key, value] : each.place) place[key] = value;
    picture["published"].push_back(
        {{"at", place}, {"value", each.value}, {"printed", each.printed}});
  }
}

void add_pictures(const Scenario& scenario, Json& manifest) {
  const FigureSettings& figure = scenario.figure;
  if (!figure.x.empty()) {
    Json& made = manifest["figure"];
    made = {{"x", figure.x},
            {"lines", figure.lines},
            {"panels", figure.panels},
            {"metric", shown_metrics({figure.metric}, scenario)[0]},
            {"baseline", figure.baseline}};
    add_published(scenario, "figure", made);
  }
  const TableSettings& table = scenario.table;
  if (!table.rows.empty()) {
    Json& made = manifest["table"];
    made = {{"rows", table.rows},
            {"columns", table.columns},
            {"metric", shown_metrics(table.metrics, scenario)},
            {"baseline", table.baseline}};
    add_published(scenario, "table", made);
  }
}

}  // namespace

namespace {

/// Returns the data's files, or the models that runs start from.
Json files_json(const std::vector<DataFile>& files, bool is_start) {
  Json list = Json::array();
  for (const DataFile& file : files)
    if (file.is_start == is_start)
      list.push_back({{"name", file.name}, {"sha256", file.sha256}});
  return list;
}

/// Adds the lines of Scenario::question.
void add_comment(const std::string& comment, Json& manifest) {
  constexpr std::string_view kReproduced = "Reproduced: ";
  const std::size_t end = comment.find('\n');
  if (end != 0 && !comment.empty())
    manifest["question"] = comment.substr(0, end);
  if (end != std::string::npos)
    manifest["reproduced"] = comment.substr(end + 1 + kReproduced.size());
}

}  // namespace

Json identity_json(const Scenario& scenario,
                   const std::vector<DataFile>& files) {
  Json resolved;
  for (const Key& key : keys()) {
    // Keys that can't change a result are left out.
    if (decides_results(key) && in_study(key, scenario))
      resolved[key.name] = scenario.text.at(key.name);
  }
  Json identity = {{"fedltr", kVersion},
                   {"commit", kCommit},
                   {"scenario", resolved},
                   {"data", files_json(files, false)}};
  const Json start = files_json(files, true);
  if (!start.empty()) identity["start"] = start;
  for (const NamedPoint& point : scenario.named_points)
    identity["points"][point.key] = {{"name", point.name},
                                     {"sets", point.sets}};
  return identity;
}

std::string manifest_text(const Scenario& scenario,
                          const std::vector<DataFile>& files,
                          const std::vector<FinalMetrics>& runs,
                          const std::string& randomness) {
  const Json identity = identity_json(scenario, files);
  Json seeds = Json::array();
  for (const FinalMetrics& each : runs)
    seeds.push_back(
        {{"fold", each.fold}, {"repeat", each.repeat}, {"seed", each.seed}});
  Json manifest = {{"fedltr", identity["fedltr"]},
                   {"commit", identity["commit"]},
                   {"compiler", __VERSION__},
                   {"dependencies", dependencies()},
                   {"scenario", identity["scenario"]},
                   {"data", identity["data"]},
                   {"seeds", seeds},
                   {"randomness", randomness}};
  add_comment(scenario.question, manifest);
  if (identity.contains("start")) manifest["start"] = identity["start"];
  if (identity.contains("points")) manifest["points"] = identity["points"];
  add_pictures(scenario, manifest);
  return json_text(manifest);
}

FileDescription manifest_description() {
  return {"manifest.json",
          "Everything that determines the results: settings, data, seeds, "
          "versions.",
          "",
          {{"fedltr", "version"},
           {"commit", "commit it was built from"},
           {"compiler", "compiler it was built with"},
           {"dependencies.NAME",
            "version of a library it was built with; for libstemmer, which has "
            "none, that of its file"},
           {"scenario.KEY",
            "resolved value of each key that determines results, as text"},
           {"question",
            "first sentence of the comment with which the scenario's file "
            "begins; only if it has one"},
           {"reproduced",
            "that comment's paragraph after `Reproduced:`, on what the "
            "scenario's authors found at full size; only if it has one"},
           {"points.KEY.name",
            "name of the point in that list of named points of the grid; this "
            "and the following only with one"},
           {"points.KEY.sets[]", "keys that points of that list set"},
           {"figure.KEY", "keys of `[figure]`, with which the report begins"},
           {"table.KEY", "keys of `[table]`, the same"},
           {"figure.published[].at.KEY",
            "place of a published value; also of `[table]`"},
           {"figure.published[].value", "the published value"},
           {"figure.published[].printed", "the value as written"},
           {"data[].name", "file, or kind of synthetic data"},
           {"data[].sha256", "SHA-256 of the file, or of the numbers"},
           {"start[].name",
            "file of a model that runs start from; this and the following only "
            "with `ranker.from`"},
           {"start[].sha256", "SHA-256 of the file"},
           {"seeds[].fold", "fold, from 1"},
           {"seeds[].repeat", "repeat, from 1"},
           {"seeds[].seed", "seed of this run, derived from `run.seed`"},
           {"randomness", "source of random numbers, in words"}}};
}

}  // namespace fedltr
