#include "app/cli/export_command.hpp"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <limits>
#include <ostream>

#include <spdlog/fmt/fmt.h>

#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/folders.hpp"
#include "app/base/text.hpp"
#include "app/cli/apply_model.hpp"
#include "app/cli/output_paths.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/letor_notes.hpp"
#include "app/models/export/comparison.hpp"
#include "app/models/export/fixed_bounds.hpp"
#include "app/models/export/target.hpp"
#include "app/results/database/runs_database.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// The target that takes runs instead of a model.
constexpr const char* kDatabase = "sqlite";

constexpr const char* kExportHelp = R"(
MODEL is a model-fF-rR.json, or a run folder with only one. A model with parts that
a target can't run is refused, with the targets that can. docs/export.md describes
how to install each target's files, and what is lost.

A ranker trained with data.normalize = query-minmax sees features scaled to [0, 1] by
query. For a target that can't do this, --data takes LETOR files like its training
data: fixed bounds come from these, and their cost in nDCG@10 there is printed.

--compare ranks LETOR files twice, as fedltr does and in the target's arithmetic, and
prints how many pairs of documents change places (default: the files of --data).

--to sqlite takes RUN..., folders of runs and grids, and writes their tables into
one database, --out FILE.

--to
)";

Command export_options() {
  Command command("fedltr export MODEL|RUN... --to TARGET [--out DIR|FILE]");
  command.option<std::string>("to", "system to write for, see below");
  command.option<std::string>("out",
                              "folder of the files (default: working "
                              "directory), or the file if there is only one, "
                              "e.g. model.onnx, runs.db");
  command.option<std::string>(
      "name", "name of the ranker there (default: the scenario's)");
  command.option<std::string>(
      "store", "name of its feature store there (default: --name)");
  command.repeated("data", "LETOR files for fixed bounds; may be repeated");
  command.repeated("compare", "LETOR files to rank with both; may be repeated");
  command.option<std::string>("client", "FedPer: use this client's own model");
  command.flag("force", "overwrite existing files");
  command.files(-1);
  return command;
}

void print_targets(std::ostream& out) {
  std::size_t width = 0;
  for (const ExportTarget& target : export_targets())
    width = std::max(width, target.name.size());
  for (const ExportTarget& target : export_targets())
    out << fmt::format("  {:<{}}  {}\n", target.name, width, target.summary);
  out << fmt::format("  {:<{}}  {}\n", kDatabase, width,
                     "a database of runs, for SQL");
}

const ExportTarget& target_of(const Command& command) {
  std::vector<std::string> names;
  for (const ExportTarget& target : export_targets())
    names.push_back(target.name);
  names.emplace_back(kDatabase);
  const std::string known = "expected one of " + join(names, ", ");
  const auto name = command.text("to");
  if (!name) throw UsageError("--to: " + known);
  const auto found =
      std::ranges::find(export_targets(), *name, &ExportTarget::name);
  if (found == export_targets().end())
    throw UsageError("--to " + *name + ": " + known);
  return *found;
}

void set_name(const Command& command, const char* option, std::string& name) {
  const auto given = command.text(option);
  if (!given) return;
  if (identifier(*given) != *given)
    throw UsageError(
        "--" + std::string(option) + " '" + *given +
        "': expected at most 64 letters, digits and _, not a digit first");
  name = *given;
}

/// Calls visit with the queries of LETOR files, their features as they are.
template <class Visit>
LetorNotes for_each_query(const ModelFile& model,
                          const std::vector<std::string>& files,
                          MissingLabels labels, const Visit& visit) {
  return stream_letor(
      letor_inputs(files), model.first_index.value_or(1), model.features,
      [&](const Dataset& data) { visit(data); }, OtherFeatures::kRefuse, labels,
      model.missing, columns_of(model, "the model"));
}

std::vector<FeatureRange> bounds_from(const ModelFile& model,
                                      const std::vector<std::string>& files) {
  if (model.normalize == Normalize::kQueryZscore)
    throw UsageError(
        "--data: fixes the bounds of query-minmax only; --to onnx, json or c "
        "computes query-zscore");
  if (model.normalize != Normalize::kQueryMinmax)
    throw UsageError(
        "--data: this ranker's features are not normalised query by query, so "
        "there are no bounds to fix; --compare ranks files with both");
  for (const std::string& file : files)
    if (file == kStandardInput || fs::is_fifo(file) ||
        fs::is_character_file(file))
      throw UsageError("--data " + file +
                       ": is read twice, so it must be a file");
  FixedBounds found(model.features);
  tell_notes(for_each_query(model, files, MissingLabels::kRefuse,
                            [&](const Dataset& data) { found.add(data); }),
             {.missing_as = model.missing.read_as});
  return found.bounds();
}

std::string cost_text(const ModelFile& model,
                      std::optional<std::uint32_t> client,
                      const std::vector<std::string>& files,
                      const std::vector<FeatureRange>& bounds) {
  BoundsCost cost(model, client, bounds);
  for_each_query(model, files, MissingLabels::kRefuse,
                 [&](const Dataset& data) { cost.add(data); });
  if (cost.queries() == 0)
    return "bounds   no query has a relevant document: the cost of fixed "
           "bounds is unknown\n";
  return fmt::format(
      "bounds   nDCG@10 {:.4f} query by query, {:.4f} by fixed bounds "
      "({:+.4f}), on {} queries\n",
      cost.by_query(), cost.fixed(), cost.fixed() - cost.by_query(),
      with_commas(static_cast<std::uint64_t>(cost.queries())));
}

/// Sets the bounds of these files, if any.
/// @return  lines on their cost
std::string fix_bounds(const Arguments& data, const ModelFile& file,
                       std::optional<std::uint32_t> client,
                       ExportedModel& model) {
  if (data.empty()) return "";
  const std::vector<FeatureRange> bounds = bounds_from(file, data);
  std::string notes = cost_text(file, client, data, bounds);
  const auto constant = std::ranges::count_if(
      bounds, [](const FeatureRange& each) { return !each.have_range(); });
  if (constant > 0)
    notes += fmt::format(
        "constant {} of {} features in that data: they are ignored\n", constant,
        bounds.size());
  set_bounds(model, bounds);
  return notes;
}

/// Describes the differences from ours, and counts them on the files of
/// --compare or --data, if any.
std::string differences(const Command& command, const ModelFile& file,
                        std::optional<std::uint32_t> client,
                        const ExportTarget& target,
                        const ExportedModel& model) {
  const std::string text = score_differences(target, model);
  const bool own = command.has("compare");
  const Arguments files = command.list(own ? "compare" : "data");
  if (files.empty()) return text;
  ExportComparison comparison(file, client, target, model);
  const LetorNotes notes =
      for_each_query(file, files, MissingLabels::kAllow,
                     [&](const Dataset& data) { comparison.add(data); });
  if (own) tell_notes(notes, {.missing_as = file.missing.read_as});
  return fmt::format(
      "{}; {} of {} pairs of documents of a query change places{}",
      comparison.changed() > 0 && text == "nothing" ? "rounding" : text,
      comparison.changed() == 0 ? "none" : with_commas(comparison.changed()),
      with_commas(comparison.pairs()),
      model.bounds.empty() ? "" : ", including those by fixed bounds");
}

/// Writes all files or none.
/// @param inputs  files that they are made from
void write_files(const Exported& exported, const fs::path& folder, bool force,
                 const Arguments& inputs) {
  if (folder.empty() || (fs::exists(folder) && !fs::is_directory(folder)))
    throw UsageError("--out '" + folder.string() + "': expected a folder");
  for (const ExportedFile& file : exported.files) {
    const fs::path path = folder / file.name;
    if (!fs::exists(fs::symlink_status(path))) continue;
    if (!force)
      throw UsageError(path.string() +
                       ": exists already; give --force to overwrite it");
    if (!fs::is_regular_file(path))
      throw UsageError(path.string() + ": exists and is not a file");
    require_apart({path}, inputs);
  }
  create_folders(folder);
  std::deque<WholeFile> written;
  for (const ExportedFile& file : exported.files)
    written.emplace_back(folder / file.name).write(file.text);
  for (WholeFile& file : written) file.commit();
  sync_folder(folder);
}

/// Names the only file of an export as --out does if both end alike, as in
/// model.onnx, unless that is a folder.
/// @return  the folder of the files
fs::path folder_of(const fs::path& out, Exported& exported) {
  if (exported.files.size() != 1 || fs::is_directory(out)) return out;
  std::string& name = exported.files[0].name;
  if (out.extension() != fs::path(name).extension()) return out;
  const std::string given = out.filename();
  if (const auto at = exported.install.find(name); at != std::string::npos)
    exported.install.replace(at, name.size(), given);
  name = given;
  return out.has_parent_path() ? out.parent_path() : fs::path(".");
}

/// Describes what a caller of the exported ranker must do itself.
std::string missing_text(const MissingValues& missing) {
  std::vector<std::string> texts = {"nan"};
  for (const double value : missing.values) texts.push_back(exact(value));
  return "missing  values " + join(texts, ", ") + " were read as " +
         exact(missing.read_as) + " in training: replace them before scoring\n";
}

int export_runs(const Command& command, std::ostream& out) {
  for (const char* other : {"name", "store", "data", "compare", "client"})
    if (command.has(other))
      throw UsageError("--" + std::string(other) + " can't be used with --to " +
                       kDatabase);
  const auto file = command.text("out");
  if (!file)
    throw UsageError("--to " + std::string(kDatabase) +
                     ": expected --out FILE, e.g. runs.db");
  std::vector<fs::path> folders;
  for (const std::string& each : command.list("file")) folders.push_back(each);
  const DatabaseContents made = write_runs_database(
      folders, *file,
      command.has("force") ? OldDatabase::kReplaced : OldDatabase::kRefused);
  out << "wrote    " << *file << ": " << with_commas(made.runs)
      << (made.runs == 1 ? " run, " : " runs, ") << with_commas(made.rows)
      << " rows\ntables   runs, settings, " << join(made.tables, ", ") << "\n";
  return kDone;
}

std::string shape_of(const ExportedModel& model) {
  const std::string features =
      with_commas(static_cast<std::uint64_t>(model.weights.cols())) +
      " features";
  if (!model.activation) return "linear, " + features;
  return "network, " + features + ", " +
         with_commas(static_cast<std::uint64_t>(model.weights.rows())) +
         " hidden units";
}

}  // namespace

int export_command(const Arguments& arguments, std::ostream& out) {
  Command command = export_options();
  if (!command.parse(arguments, out)) {
    out << kExportHelp;
    print_targets(out);
    return kDone;
  }
  if (command.text("to") == kDatabase) return export_runs(command, out);
  const ExportTarget& target = target_of(command);
  if (command.list("file").size() > 1)
    throw UsageError("more arguments than expected: --to " + target.name +
                     " takes one model");
  const ModelFile file = read_model_file(command.one_file());
  std::optional<std::uint32_t> client;
  if (const auto given = command.number(
          "client", 0, std::numeric_limits<std::uint32_t>::max()))
    client = static_cast<std::uint32_t>(*given);
  ExportedModel model = exported(file, client);
  set_name(command, "name", model.name);
  model.store = model.name;
  set_name(command, "store", model.store);
  std::string notes = fix_bounds(command.list("data"), file, client, model);
  if (!file.normalize)
    notes +=
        "features as they are: the model file is of an older version, "
        "without\n         normalisation\n";
  if (file.missing != MissingValues()) notes += missing_text(file.missing);
  if (!file.output_layers.empty() && !client)
    notes += fmt::format(
        "layers   the mean of {} clients' own; --client N uses one client's\n",
        file.output_layers.size());
  Exported made = export_to(target, model);
  const std::string differs = differences(command, file, client, target, model);
  const fs::path folder = folder_of(command.text("out").value_or("."), made);
  Arguments inputs = command.list("data");
  std::ranges::copy(command.list("compare"), std::back_inserter(inputs));
  inputs.push_back(command.one_file());
  write_files(made, folder, command.has("force"), inputs);
  out << "ranker   " << shape_of(model) << "\n" << notes;
  for (const ExportedFile& each : made.files)
    out << "wrote    " << (folder / each.name).lexically_normal().string()
        << "\n";
  for (std::size_t j = 0; j < model.features.size(); ++j)
    if (target.traits.renames && model.identifiers[j] != model.features[j])
      out << "renamed  " << in_quotes(model.features[j]) << " to "
          << model.identifiers[j] << "\n";
  out << "differs  " << differs << "\n\n";
  if (command.has("out") && folder != ".")
    out << "cd " << folder.string() << "\n";
  out << made.install;
  return kDone;
}

}  // namespace fedltr
