// One fuzzer for all targets: FUZZ_TARGET selects the target to fuzz. With
// FUZZ_SEEDS=FOLDER it writes the targets' seeds, each into a folder of its
// name, and ends.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include "algorithms/core/archive.hpp"
#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "fuzz/leaks.hpp"
#include "fuzz/targets.hpp"

using namespace fedltr;

namespace {

std::vector<FuzzTarget> all_targets() {
  std::vector<FuzzTarget> targets = file_targets();
  for (auto more : {message_targets, deployed_targets, agreed_targets})
    for (FuzzTarget& target : more()) targets.push_back(std::move(target));
  return targets;
}

/// Reason why a target rejects these bytes; nullopt if it accepts them.
std::optional<std::string> refusal_of(const FuzzTarget& target,
                                      std::string_view bytes) {
  try {
    target.read(bytes);
    return std::nullopt;
  } catch (const ArchiveError& error) {
    return error.what();
  } catch (const DataError& error) {
    return error.what();
  } catch (const UsageError& error) {
    return error.what();
  } catch (const NetworkError& error) {
    return error.what();
  } catch (const CheckpointError& error) {
    return error.what();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

/// Writes the targets' seeds and checks them: from a rejected seed a fuzzer
/// gets no further than its rejection.
/// @return  true if none is rejected
bool write_seeds(const std::filesystem::path& folder) {
  bool all_read = true;
  for (const FuzzTarget& target : all_targets()) {
    std::filesystem::create_directories(folder / target.name);
    for (std::size_t i = 0; i < target.seeds.size(); ++i) {
      const std::string name = "seed-" + std::to_string(i);
      std::ofstream(folder / target.name / name, std::ios::binary)
          << target.seeds[i];
      const auto why = refusal_of(target, target.seeds[i]);
      if (why)
        std::cerr << target.name << ", " << name << ": is refused: " << *why
                  << "\n";
      all_read &= !why;
    }
    std::cout << target.name << "\n";
  }
  return all_read;
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
    std::exit(write_seeds(folder) ? 0 : 1);
  }
  begin_of_libfuzzer();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  end_of_libfuzzer();
  static const FuzzTarget target = chosen_target();
  (void)refusal_of(target, {reinterpret_cast<const char*>(data), size});
  return 0;
}
