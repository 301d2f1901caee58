#include "app/cli/output_paths.hpp"

#include "app/base/errors.hpp"
#include "app/base/held_folder.hpp"
#include "app/results/registry.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// True for two names of one file, even if it does not exist yet.
bool is_same(const fs::path& a, const fs::path& b) {
  std::error_code absent;
  if (fs::equivalent(a, b, absent)) return true;  // also hard links
  const fs::path whole = fs::weakly_canonical(fs::absolute(a), absent);
  return !whole.empty() &&
         whole == fs::weakly_canonical(fs::absolute(b), absent);
}

}  // namespace

void require_apart(const std::vector<fs::path>& outputs,
                   const Arguments& named) {
  Arguments inputs = named;
  for (const std::string& name : named)
    if (const auto folder = HeldFolder::open(name); folder && !name.empty())
      for (const std::string& file : results_in(*folder))
        inputs.push_back((fs::path(name) / file).string());
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    if (output->empty()) continue;
    for (auto other = outputs.begin(); other != output; ++other)
      if (!other->empty() && is_same(*output, *other))
        throw UsageError(output->string() +
                         ": two results can't go to one file");
    for (const std::string& input : inputs)
      if (!input.empty() && is_same(*output, input))
        throw UsageError(output->string() +
                         ": is an input, so no result may replace it");
  }
}

}  // namespace fedltr
