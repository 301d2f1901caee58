#include "app/cli/data_command.hpp"

#include <deque>
#include <ostream>
#include <sstream>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/synthetic.hpp"
#include "app/base/csv.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/folders.hpp"
#include "app/cli/data_info.hpp"
#include "app/data/data_source.hpp"
#include "app/data/synthetic_data.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {
namespace {

/// Formats a log for data.users.
std::string users_csv_of(const UserLog& log) {
  std::string text;
  append_csv_row(text, std::vector<CsvValue>{"qid", "user", "timestamp"});
  for (const UserSearch& search : log)
    append_csv_row(text, std::vector<CsvValue>{search.query, search.user,
                                               search.time.first});
  return text;
}

}  // namespace

void write_synthetic(std::ostream& out, const std::filesystem::path& folder,
                     const std::vector<std::string>& settings, bool force) {
  const Scenario scenario = default_scenario(settings, "data synth");
  const auto part_file = [&](int part) {
    return folder / ("S" + std::to_string(part + 1) + ".txt");
  };
  const auto log = make_synthetic_log(scenario);
  const auto log_file = folder / "users.csv";
  const auto require_new = [&](const std::filesystem::path& file) {
    if (std::filesystem::exists(file) && !force)
      throw UsageError(file.string() +
                       ": exists already; give --force to overwrite it");
  };
  for (int part = 0; part < 5; ++part) require_new(part_file(part));
  if (log) require_new(log_file);
  const Dataset data = make_synthetic(scenario);
  create_folders(folder);
  std::deque<WholeFile> files;  // all of them or none
  for (int part = 0; part < 5; ++part) {
    std::ostringstream text;
    write_letor(text, data, part_of_five(data.queries(), part));
    files.emplace_back(part_file(part)).write(text.view());
  }
  if (log) files.emplace_back(log_file).write(users_csv_of(*log));
  for (WholeFile& file : files) file.commit();
  sync_folder(folder);
  print_set(out, folder.string() + "/S1.txt ... S5.txt", data);
  if (log) out << log_file.string() << ": log of the users for data.users\n";
}

}  // namespace fedltr
