// One fuzzer for all targets: FUZZ_TARGET names the one to be fuzzed. With
// FUZZ_SEEDS=FOLDER it writes the targets' seeds, each into a folder of its
// name, and ends.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "algorithms/core/archive.hpp"
#include "algorithms/data/letor.hpp"
#include "fuzz/targets.hpp"
#include "scenarios/base/errors.hpp"

using namespace fedltr;

namespace {

std::vector<FuzzTarget> all_targets() {
  std::vector<FuzzTarget> targets = file_targets();
  for (auto more : {message_targets, deployed_targets})
    for (FuzzTarget& target : more()) targets.push_back(std::move(target));
  return targets;
}

void write_seeds(const std::filesystem::path& folder) {
  for (const FuzzTarget& target : all_targets()) {
    std::filesystem::create_directories(folder / target.name);
    for (std::size_t i = 0; i < target.seeds.size(); ++i)
      std::ofstream(folder / target.name / ("seed-" + std::to_string(i)),
                    std::ios::binary)
          << target.seeds[i];
    std::cout << target.name << "\n";
  }
}

FuzzTarget chosen_target() {
  const char* const name = std::getenv("FUZZ_TARGET");
  for (FuzzTarget& target : all_targets())
    if (name && target.name == name) return std::move(target);
  std::cerr << "FUZZ_TARGET: expected one of";
  for (const FuzzTarget& target : all_targets())
    std::cerr << " " << target.name;
  std::cerr << "\n";
  std::exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  if (const char* const folder = std::getenv("FUZZ_SEEDS")) {
    write_seeds(folder);
    std::exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const FuzzTarget target = chosen_target();
  try {
    target.read({reinterpret_cast<const char*>(data), size});
  } catch (const ArchiveError&) {
  } catch (const DataError&) {
  } catch (const UsageError&) {
  } catch (const NetworkError&) {
  } catch (const CheckpointError&) {
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
