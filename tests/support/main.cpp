#define DOCTEST_CONFIG_IMPLEMENT
#include <filesystem>
#include <iostream>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/support/shared.hpp"

/// Leaves the suite `shared` out if there is no shared folder, with a note. Run
/// with that suite alone, it then returns 77, which ctest reports as skipped.
int main(int argc, char** argv) {
  constexpr int kSkipped = 77;
  doctest::Context context(argc, argv);
  const auto folder = fedltr::test::shared_folder();
  if (!std::filesystem::is_directory(folder)) {
    std::cout << "skipped: the suite 'shared', for there is no folder "
              << folder.string() << " (set FEDLTR_SHARED)" << std::endl;
    for (int i = 1; i < argc; ++i)
      if (std::string_view(argv[i]) == "--test-suite=shared") return kSkipped;
    context.addFilter("test-suite-exclude", fedltr::test::kShared);
  }
  return context.run();
}
