#include "app/deploy/node_plans.hpp"

#include <map>
#include <memory>
#include <utility>

#include "algorithms/core/archive.hpp"
#include "algorithms/privacy/signature.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/results/manifest.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

const std::string kFolds = "data.folds";
const std::string kStart = "ranker.from";

/// A scenario's keys, with only the last names of its paths; two settings
/// without a key: the client that never fails in the baseline of a run with
/// attackers, and the number of the retraining baseline; and the models of
/// ranker.from, by run, which only the server reads.
struct EncodedPoint {
  std::map<std::string, std::string> keys;
  std::uint32_t spared = 0;
  std::uint32_t retraining = 0;
  std::vector<Vector> start;

  void exchange(Archive& archive) { archive(keys, spared, retraining, start); }
};

/// The path of a key, or the paths of a list.
std::vector<std::string> pieces_of(const Key& key, const std::string& text) {
  if (key.is_list || text.empty()) return split(text, ',');
  return {text};
}

/// Last names of paths. A folder of folds has another name at a node: "." if
/// there is one.
std::string last_names(const Key& key, const std::string& paths) {
  if (key.name == kFolds) return paths.empty() ? "" : ".";
  std::vector<std::string> names;
  for (const std::string& each : pieces_of(key, paths))
    names.push_back(fs::path(each).filename());
  return join(names, ", ");
}

/// Leaves out keys that can't change a result, as a manifest does.
EncodedPoint encoded_point(const Scenario& scenario) {
  EncodedPoint encoded;
  encoded.spared = scenario.faults.spared;
  encoded.retraining = scenario.retraining;
  for (const Key& key : keys()) {
    if (!decides_results(key) || !in_study(key, scenario) || key.name == kStart)
      continue;
    const std::string& text = scenario.text.at(key.name);
    encoded.keys[key.name] = key.is_path ? last_names(key, text) : text;
  }
  return encoded;
}

/// Replaces the server's paths by the node's own.
std::string own_paths(const Key& key, const std::string& names,
                      const fs::path& data) {
  if (names.empty()) return "";
  if (data.empty())
    throw UsageError(key.name + " = " + names +
                     ": the scenario reads files: give --data FOLDER");
  if (key.name == kFolds) return fs::absolute(data);
  std::vector<std::string> paths;
  for (const std::string& name : pieces_of(key, names)) {
    if (name == "." || name == ".." || name.find('/') != std::string::npos)
      throw UsageError(key.name + " = " + names +
                       ": the server sends no file name");
    paths.push_back(fs::absolute(data / name));
  }
  return join(paths, ", ");
}

Scenario decode_point(const EncodedPoint& encoded, const fs::path& data) {
  Scenario scenario;
  for (const Key& key : keys()) {
    const auto found = encoded.keys.find(key.name);
    Value value{key.fallback, {}};
    if (found != encoded.keys.end())
      value.text =
          key.is_path ? own_paths(key, found->second, data) : found->second;
    try {
      set(scenario, key, value);
    } catch (const std::invalid_argument& error) {
      throw UsageError("the server's scenario: " + key.name + " = " +
                       value.text + ": " + error.what());
    }
  }
  scenario.faults.spared = encoded.spared;
  scenario.retraining = encoded.retraining;
  return scenario;
}

std::vector<EncodedPoint> encoded_points(std::span<const Point> points) {
  std::vector<EncodedPoint> encoded;
  for (const Point& point : points) {
    const Scenario& scenario = point.described.scenario;
    encoded.push_back(encoded_point(scenario));
    if (scenario.ranker.from.empty()) continue;
    for (const Run& run : point.runs)
      encoded.back().start.push_back(run.plan.initial);
  }
  return encoded;
}

std::string digest_of(std::vector<EncodedPoint> points) {
  return fedltr::digest_of(archived(points));
}

void add_digests(const LoadedData& loaded, std::vector<std::string>& data) {
  for (const DataFile& file : loaded.files)
    if (!file.is_start) data.push_back(file.sha256);
}

}  // namespace

std::string encode_points(std::span<const Point> points) {
  auto encoded = encoded_points(points);
  return archived(encoded);
}

std::string digest_of_points(std::span<const Point> points) {
  return digest_of(encoded_points(points));
}

std::vector<std::string> data_of_points(std::span<const Point> points) {
  std::vector<std::string> data;
  std::string last;
  for (const Point& point : points)
    if (const std::string key = data_set_key(point.described.scenario);
        std::exchange(last, key) != key)
      add_digests(*point.data, data);
  return data;
}

PreparedScenario prepare_points(const std::string& encoded,
                                const fs::path& data) {
  std::vector<EncodedPoint> points;
  Archive archive(encoded);
  archive(points);
  archive.finish();
  PreparedScenario prepared;
  std::map<std::string, std::shared_ptr<const LoadedData>> sets;
  const auto memory = std::make_shared<FoldMemory>();
  std::vector<EncodedPoint> again;
  const LoadedData* last = nullptr;
  for (const EncodedPoint& point : points) {
    const Scenario scenario = decode_point(point, data);
    again.push_back(encoded_point(scenario));
    again.back().start = point.start;
    auto& set = sets[data_set_key(scenario)];
    if (!set) {
      LoadedData loaded = load_data(scenario);
      loaded.memory = memory;
      set = std::make_shared<const LoadedData>(std::move(loaded));
    }
    if (set.get() != last) add_digests(*(last = set.get()), prepared.data);
    const auto first = static_cast<std::uint32_t>(prepared.plans.size());
    for (Run& run : build_runs(scenario, *set, first, {point.start, {}}))
      prepared.plans.push_back(std::move(run.plan));
  }
  prepared.digest = digest_of(std::move(again));
  return prepared;
}

}  // namespace fedltr
