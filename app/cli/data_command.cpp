#include "app/cli/data_command.hpp"

#include <deque>
#include <ostream>
#include <sstream>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/synthetic.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/folders.hpp"
#include "app/cli/data_info.hpp"
#include "app/data/data_source.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {

void write_synthetic(std::ostream& out, const std::filesystem::path& folder,
                     const std::vector<std::string>& settings, bool force) {
  const Scenario scenario = default_scenario(settings, "data synth");
  const auto part_file = [&](int part) {
    return folder / ("S" + std::to_string(part + 1) + ".txt");
  };
  for (int part = 0; part < 5; ++part)
    if (std::filesystem::exists(part_file(part)) && !force)
      throw UsageError(part_file(part).string() +
                       ": exists already; give --force to overwrite it");
  const Dataset data = make_synthetic(scenario);
  create_folders(folder);
  std::deque<WholeFile> files;  // all of them or none
  for (int part = 0; part < 5; ++part) {
    std::ostringstream text;
    write_letor(text, data, part_of_five(data.queries(), part));
    files.emplace_back(part_file(part)).write(text.view());
  }
  for (WholeFile& file : files) file.commit();
  sync_folder(folder);
  print_set(out, folder.string() + "/S1.txt ... S5.txt", data);
}

}  // namespace fedltr
