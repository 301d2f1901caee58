#include "app/cli/data_info.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>

#include <spdlog/fmt/fmt.h>

#include "app/base/errors.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"
#include "app/cli/log_info.hpp"
#include "app/data/data_source.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/letor_notes.hpp"
#include "app/schema/data_names.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {
namespace {

/// Facts from a scan of all features.
struct FeatureFacts {
  Vector least;  ///< by feature
  Vector most;
  std::size_t others = 0;  ///< values other than 0
};

FeatureFacts look_at(const Dataset& data) {
  FeatureFacts facts{Vector::Constant(data.features(), HUGE_VAL),
                     Vector::Constant(data.features(), -HUGE_VAL), 0};
  std::vector<double> room;
  for (Index query = 0; query < data.queries(); ++query) {
    const auto values = data.features_of(query, room);
    facts.least = facts.least.cwiseMin(values.colwise().minCoeff().transpose());
    facts.most = facts.most.cwiseMax(values.colwise().maxCoeff().transpose());
    facts.others += static_cast<std::size_t>((values.array() != 0).count());
  }
  return facts;
}

/// Facts about the files of a set and of the sets before it.
struct FileNotes {
  LetorNotes notes;
  NotedUse use;
  RoundingLoss loss;
  bool zero_based = false;
  std::vector<std::string> remarks;
  std::vector<std::filesystem::path> caches;
};

struct SetInfo {
  std::string name;
  Index queries = 0;
  Index irrelevant = 0;  ///< queries without a relevant document
  Index documents = 0;
  Index shortest = 0;  ///< documents per query
  Index longest = 0;
  bool named = false;  ///< true if documents have names
  Index features = 0;
  Index constant = 0;
  double least = 0;  ///< over all features
  double most = 0;
  std::size_t others = 0;  ///< values other than 0
  Storage storage = Storage::kFloat64;
  std::map<int, std::uint64_t> grades;  ///< documents per grade
  std::optional<FileNotes> notes;
  bool labelled = true;  ///< false: labels do not count
};

SetInfo set_info(std::string name, const Dataset& data) {
  const FeatureFacts facts = look_at(data);
  SetInfo info{.name = std::move(name),
               .queries = data.queries(),
               .documents = data.documents(),
               .shortest = longest_query(data),
               .longest = longest_query(data),
               .named = !data.document_names().empty(),
               .features = data.features(),
               .constant = (facts.most - facts.least).cwiseEqual(0).count(),
               .least = facts.least.minCoeff(),
               .most = facts.most.maxCoeff(),
               .others = facts.others,
               .storage = data.storage(),
               .grades = {},
               .notes = {},
               .labelled = true};
  for (Index query = 0; query < data.queries(); ++query) {
    info.shortest = std::min(info.shortest, data.size(query));
    info.irrelevant += std::ranges::none_of(
        data.labels_of(query), [](int label) { return label > 0; });
  }
  for (const int label : data.labels()) ++info.grades[label];
  return info;
}

std::string count_text(Index count) {
  return with_commas(static_cast<std::uint64_t>(count));
}

void print_notes(std::ostream& out, const FileNotes& read) {
  if (read.zero_based)
    out << "  indices count from 0, because an index 0 occurs\n";
  for (const std::string& remark : read.remarks) out << "  " << remark << "\n";
  for (const std::string& line : note_lines(read.notes, read.use))
    out << "  " << line << "\n";
  if (read.loss.rounded > 0) out << "  " << rounding_text(read.loss) << "\n";
  for (const auto& cache : read.caches)
    out << "  cached for the next start in " << cache.string() << "\n";
}

std::string_view name_of(Storage storage) {
  return std::ranges::find(storage_names(), storage,
                           &std::pair<std::string, Storage>::second)
      ->first;
}

std::uint64_t bytes_of(const SetInfo& info, Storage storage) {
  return bytes_as(storage, info.documents, info.features, info.others);
}

/// Prints the memory of the set for each data.storage.
void print_memory(std::ostream& out, const SetInfo& info) {
  const double values = double(info.documents) * double(info.features);
  out << fmt::format("  memory     {:.1f}% of the values are 0; MB by storage:",
                     100 * (1 - double(info.others) / values));
  const char* separator = " ";
  for (const auto& [name, storage] : storage_names()) {
    out << separator << name << " "
        << fmt::format("{:.1f}", double(bytes_of(info, storage)) / 1e6)
        << (storage == info.storage ? " (this)" : "");
    separator = ", ";
  }
  out << "\n";
}

void print_grades(std::ostream& out, const SetInfo& info) {
  out << "  grades    ";
  for (const auto& [grade, documents] : info.grades)
    out << fmt::format(" {}: {} ({:.1f}%)", grade, with_commas(documents),
                       100 * double(documents) / double(info.documents));
  out << "\n";
}

void print_info(std::ostream& out, const SetInfo& info) {
  out << info.name << "\n";
  out << "  queries    " << count_text(info.queries);
  if (info.labelled)
    out << " (" << count_text(info.irrelevant)
        << " without a relevant document)";
  out << "\n";
  out << fmt::format("  documents  {} ({} to {} per query, mean {:.1f}){}\n",
                     count_text(info.documents), info.shortest, info.longest,
                     double(info.documents) / double(info.queries),
                     info.named ? "" : ", without names");
  out << fmt::format("  features   {} ({} constant), values {} to {}\n",
                     count_text(info.features), count_text(info.constant),
                     info.least, info.most);
  print_memory(out, info);
  if (info.labelled) print_grades(out, info);
  if (info.notes) print_notes(out, *info.notes);
}

void add_notes(const LetorNotes& notes, Json& json) {
  json["missing_values"] = notes.total(&FeatureNotes::missing);
  json["large_values"] = notes.total(&FeatureNotes::large);
  json["noted_features"] = Json::array();
  for (std::size_t j = 0; j < notes.features.size(); ++j)
    if (const FeatureNotes& each = notes.features[j]; each != FeatureNotes())
      json["noted_features"].push_back({{"index", j},
                                        {"missing", each.missing},
                                        {"largest_double", each.marked},
                                        {"large", each.large},
                                        {"farthest_value", each.farthest}});
}

Json info_json(const SetInfo& info) {
  Json grades;
  for (const auto& [grade, documents] : info.grades)
    grades[std::to_string(grade)] = documents;
  Json bytes;
  for (const auto& [name, storage] : storage_names())
    bytes[name] = bytes_of(info, storage);
  Json json = {{"name", info.name},
               {"queries", info.queries},
               {"irrelevant_queries", info.irrelevant},
               {"documents", info.documents},
               {"shortest_query", info.shortest},
               {"longest_query", info.longest},
               {"document_names", info.named},
               {"features", info.features},
               {"constant_features", info.constant},
               {"least_value", info.least},
               {"largest_value", info.most},
               {"zero_values",
                std::uint64_t(info.documents * info.features) - info.others},
               {"storage", name_of(info.storage)},
               {"bytes", std::move(bytes)},
               {"grades", grades}};
  if (!info.labelled) {
    json.erase("irrelevant_queries");
    json.erase("grades");
  }
  if (!info.notes) return json;
  json["zero_based"] = info.notes->zero_based;
  add_notes(info.notes->notes, json);
  json["rounded_values"] = info.notes->loss.rounded;
  json["largest_rounding"] = info.notes->loss.worst;
  json["caches"] = Json::array();
  for (const auto& cache : info.notes->caches)
    json["caches"].push_back(cache.string());
  return json;
}

/// The sets of a scenario; the last has the notes on all files.
std::vector<SetInfo> scenario_sets(const std::filesystem::path& file,
                                   const std::vector<std::string>& settings) {
  const auto read = read_scenario(file, settings);
  if (read.points[0].scenario.silo.on)
    throw UsageError(file.string() +
                     ": data info describes a federation's data: expected a "
                     "scenario without [silo]");
  const LoadedData data = load_data(read.points[0].scenario);
  std::vector<SetInfo> sets;
  for (const Fold& fold : data.folds) {
    const std::string name = "fold " + std::to_string(fold.number);
    sets.push_back(set_info(name + ", training", fold.train->load()));
    sets.push_back(set_info(name + ", evaluation", fold.evaluation->load()));
  }
  sets.back().notes = {data.notes,
                       use_of(read.points[0].scenario.data),
                       data.loss,
                       data.zero_based,
                       data.columns.remarks(),
                       data.caches};
  return sets;
}

/// Sets and click logs.
struct Infos {
  std::vector<SetInfo> sets;
  std::vector<LogInfo> logs;
};

/// Refuses options that click logs have no use for.
void refuse_options_of_rows(const LetorOptions& options) {
  const char* const option =
      options.labels == MissingLabels::kAllow              ? "--unlabelled"
      : options.returning == ReturningQueries::kMerge      ? "--merge"
      : options.missing.read_as != MissingValues().read_as ? "--missing-as"
      : options.missing != MissingValues()                 ? "--missing"
                                                           : nullptr;
  if (option)
    throw UsageError(std::string(option) +
                     ": needs rows; click logs have neither labels nor "
                     "features");
}

/// The sets and logs of files; a folder stands for its files.
Infos file_infos(const std::vector<std::filesystem::path>& files,
                 const LetorOptions& options) {
  std::vector<std::string> given;
  for (const auto& file : files) given.push_back(file.string());
  Infos infos;
  for (const std::string& file : letor_inputs(given)) {
    if (const InputFormat* const log = log_format(file)) {
      infos.logs.push_back(log_info(file, *log));
      continue;
    }
    const LetorFiles read = read_letor_files({file}, options);
    infos.sets.push_back(set_info(shown_path(file), read.data));
    infos.sets.back().labelled = options.labels != MissingLabels::kAllow;
    infos.sets.back().notes = {read.notes,
                               {options.missing.read_as, true, false},
                               {},
                               read.zero_based,
                               read.columns.remarks(),
                               read.caches};
  }
  if (infos.sets.empty()) refuse_options_of_rows(options);
  return infos;
}

}  // namespace

void print_set(std::ostream& out, const std::string& name,
               const Dataset& data) {
  print_info(out, set_info(name, data));
}

void print_data_info(std::ostream& out,
                     const std::vector<std::filesystem::path>& files,
                     const std::vector<std::string>& settings,
                     const LetorOptions& options, bool as_json) {
  const bool scenario = files.size() == 1 && files[0].extension() == ".ini";
  if (!scenario && !settings.empty())
    throw UsageError("--set needs a scenario file (.ini)");
  if (scenario && options.returning == ReturningQueries::kMerge)
    throw UsageError("--merge is for files; in a scenario, set data.merge");
  if (scenario && options.missing != MissingValues())
    throw UsageError(
        "--missing and --missing-as are for files; in a scenario, set "
        "data.missing and data.missing-as");
  if (scenario && options.labels == MissingLabels::kAllow)
    throw UsageError("--unlabelled is for files");
  const Infos infos = scenario ? Infos{scenario_sets(files[0], settings), {}}
                               : file_infos(files, options);
  if (!as_json) {
    for (const SetInfo& info : infos.sets) print_info(out, info);
    for (const LogInfo& info : infos.logs) print_log_info(out, info);
    return;
  }
  Json json = {{"sets", Json::array()}};
  for (const SetInfo& info : infos.sets)
    json["sets"].push_back(info_json(info));
  for (const LogInfo& info : infos.logs)
    json["logs"].push_back(log_info_json(info));
  out << json_text(json);
}

}  // namespace fedltr
