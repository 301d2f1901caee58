#include "app/results/registry.hpp"

#include <algorithm>
#include <ranges>
#include <regex>
#include <set>

#include "app/results/federation_files.hpp"
#include "app/results/silo_files.hpp"
#include "app/results/study_files.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

template <class Results>
std::vector<FileDescription> descriptions(
    const std::vector<OutputFile<Results>>& files) {
  std::vector<FileDescription> all;
  for (const OutputFile<Results>& file : files) all.push_back(file.about);
  return all;
}

/// The report page of a run, and folders inside a run folder that are run
/// folders themselves, or that other code clears.
const std::vector<FileDescription>& others() {
  static const std::vector<FileDescription> all = {
      {"report.html",
       "Page of the whole run folder, as of `fedltr report`.",
       "with `fedltr run --report`",
       {}},
      {"KEY=VALUE,…/",
       "Run folder of one point of a grid, named by its settings; "
       "`point-1/`, `point-2/` … where a setting can't be part of a name.",
       "with a `[grid]`",
       {}},
      {"threads=N/",
       "Run folder of the same study on N threads.",
       "with `run.speedup`",
       {}},
      {"honest/",
       "Run folder of the attack-free baseline: the same seeds, all clients "
       "honest. For a grid: one folder per baseline in it, except for a "
       "baseline that is a point itself.",
       "with attackers, unless `attack.baseline = no`",
       {}},
      {"retrained/",
       "Run folder of the retraining baseline: the same seeds, except for "
       "noise, without the unlearned clients from the start. For a grid, or if "
       "clients are unlearned more than once: one folder per baseline in it.",
       "with unlearning, unless `unlearning.evidence = no`",
       {}},
      {"checkpoint/",
       "State from which `--resume` continues: a file per run, and the study "
       "they belong to.",
       "while a study runs, and after it was interrupted",
       {}},
      {"history/",
       "Updates of past rounds that unlearning needs and that don't fit into "
       "memory.",
       "while a study runs",
       {}},
  };
  return all;
}

/// Returns `model-fF-rR.json` or `curves-pP.svg` as a regular expression.
std::string expression(const std::string& name) {
  static const std::regex dots("\\.");
  static const std::regex numbers("fF-rR");
  static const std::regex party("-pP");
  static const std::regex names("NAME");
  std::string text = std::regex_replace(name, dots, "\\.");
  text = std::regex_replace(text, numbers, "f[0-9]+-r[0-9]+");
  text = std::regex_replace(text, party, "-p[0-9]+");
  return std::regex_replace(text, names, "[^/]+");
}

std::regex result_expression() {
  std::string all;
  for (const OutputChapter& chapter : output_chapters())
    for (const FileDescription& file : chapter.files)
      if (!file.name.ends_with('/'))
        all += (all.empty() ? "" : "|") + expression(file.name);
  return std::regex(all);
}

std::string list_of(const FileDescription& file) {
  if (file.fields.empty()) return "";
  std::string text;
  for (const OutputField& field : file.fields)
    text += "- `" + field.name + "`: " + field.meaning + "\n";
  return text + "\n";
}

}  // namespace

const std::vector<OutputChapter>& output_chapters() {
  static const std::vector<OutputChapter> all = {
      {"A federation", "Run folder of a scenario without a `[silo]`.",
       descriptions(federation_files())},
      {"A silo", "Run folder of a scenario with a `[silo]`.",
       descriptions(silo_files())},
      {"A grid",
       "In addition to the run folders of a `[grid]`'s points. Columns named "
       "`KEY` are the keys of the grid.",
       descriptions(grid_files())},
      {"Several numbers of threads",
       "In addition to the run folders of each number of threads.",
       descriptions(speedup_files())},
      {"Page and folders", "Other contents of a run folder.", others()},
  };
  return all;
}

bool is_result(std::string_view path) {
  static const std::regex all = result_expression();
  return std::regex_match(path.begin(), path.end(), all);
}

std::vector<std::string> results_in(const HeldFolder& folder) {
  std::vector<std::string> found;
  const auto take = [&](const HeldFolder& place, const std::string& below) {
    for (const std::string& file : place.files())
      if (is_result(below + file)) found.push_back(below + file);
  };
  take(folder, "");
  if (const auto methods = folder.enter(kMethodsFolder))
    for (const std::string& name : methods->folders())
      if (const auto method = methods->enter(name))
        take(*method, std::string(kMethodsFolder) + "/" + name + "/");
  std::ranges::sort(found);
  return found;
}

bool is_text_column(std::string_view table, std::string_view column) {
  for (const OutputChapter& chapter : output_chapters())
    for (const FileDescription& file : chapter.files)
      if (file.name == table)
        for (const OutputField& field : file.fields)
          if (field.name == column && field.is_text) return true;
  return false;
}

bool has_results(const fs::path& folder) {
  const auto held = HeldFolder::open(folder);
  return held && !results_in(*held).empty();
}

void remove_results(const fs::path& folder) {
  if (const auto held = HeldFolder::open(folder)) remove_results(*held);
}

void remove_results(const HeldFolder& folder) {
  std::set<fs::path> emptied;
  for (const std::string& file : results_in(folder)) {
    const fs::path path = file;
    const auto place = folder.enter_all(path.parent_path());
    if (place) place->remove(path.filename().string());
    if (path.has_parent_path()) emptied.insert(path.parent_path());
  }
  if (emptied.empty()) return;
  emptied.insert(kMethodsFolder);
  // Folders that hold other files stay.
  for (const fs::path& each : std::views::reverse(emptied))
    if (const auto above = folder.enter_all(each.parent_path()))
      above->remove_folder(each.filename().string());
}

std::string output_markdown() {
  std::string text =
      "# Files of a run folder\n\nGenerated by `fedltr list output`; a test "
      "checks that it is current.\n\n`fedltr run` writes into the folder of "
      "`--out`, by default that of `run.out`. All files but `timing.json`, "
      "`speedup.csv` and the seconds in `unlearning.json` are equal bit for "
      "bit between runs, on any number of threads and nodes, and after any "
      "`--resume`. They appear together after all are written; until then they "
      "are in `.fedltr-new`. The files of a grid's point appear when the point "
      "ends. If the program is killed while it renames them, some are missing, "
      "among them `summary.json` or the top-level table, until the next "
      "`fedltr run` there completes them.\n\n`.fedltr` marks a run folder and "
      "lists the run folders of points and baselines that its studies made in "
      "it. `fedltr` refuses a folder with files but without its mark or "
      "`manifest.json`, and a folder whose mark another program has locked. "
      "`--force` removes the files named here and no others, also in listed "
      "folders that the study no longer has; it does not touch folders with "
      "another study's mark and follows no links. Results are not written "
      "through links. Other files beside results stay.\n\nMETRIC stands for a "
      "name in `evaluation.metrics`, e.g. `ndcg@10`; PARTY and F, P, R for "
      "numbers. Lists are the members of JSON files and the columns of tables. "
      "Tables are CSV (RFC 4180), or TSV with the same quotes, with a line of "
      "names; numbers have enough digits to read back exactly, `nan` "
      "means no value, `inf` no bound. In JSON `null` stands for both.\n";
  for (const OutputChapter& chapter : output_chapters()) {
    text += "\n## " + chapter.title + "\n\n" + chapter.about + "\n\n";
    for (const FileDescription& file : chapter.files)
      text += "### `" + file.name + "`\n\n" + file.holds +
              (file.when.empty() ? "" : " Written " + file.when + ".") +
              "\n\n" + list_of(file);
    text.pop_back();  // one blank line between chapters
  }
  return text;
}

}  // namespace fedltr
