#include "scenarios/cli/data_command.hpp"

#include <ostream>
#include <sstream>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/synthetic.hpp"
#include "scenarios/base/errors.hpp"
#include "scenarios/base/files.hpp"
#include "scenarios/cli/data_info.hpp"
#include "scenarios/data/data_source.hpp"
#include "scenarios/schema/reader.hpp"

namespace fedltr {

void write_synthetic(std::ostream& out, const std::filesystem::path& folder,
                     const std::vector<std::string>& settings, bool force) {
  const Scenario scenario = default_scenario(settings, "data synth");
  std::filesystem::create_directories(folder);
  const auto part_file = [&](int part) {
    return folder / ("S" + std::to_string(part + 1) + ".txt");
  };
  for (int part = 0; part < 5; ++part)
    if (std::filesystem::exists(part_file(part)) && !force)
      throw UsageError(part_file(part).string() +
                       ": is there already; give --force to overwrite it");
  const Dataset data = make_synthetic(scenario);
  for (int part = 0; part < 5; ++part) {
    std::ostringstream text;
    write_letor(text, data, part_of_five(data.queries(), part));
    write_whole(part_file(part), text.view());
  }
  print_set(out, folder.string() + "/S1.txt ... S5.txt", data);
}

}  // namespace fedltr
