#include "app/cli/missing_options.hpp"

#include <stdexcept>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"

namespace fedltr {

void add_missing_options(Command& command) {
  command.option<std::string>(
      "missing",
      "values and words that stand for missing, e.g. -1,999, inf or ?,#N/A, "
      "besides NULL, nan and 1.79769e308");
  command.option<std::string>("missing-as",
                              "value in place of a missing one (default: 0)");
}

MissingValues missing_options(const Command& command) {
  MissingValues missing;
  if (const auto text = command.text("missing")) try {
      missing = parse_missing_marks(*text);
    } catch (const std::invalid_argument& error) {
      throw UsageError("--missing '" + *text + "': " + error.what());
    }
  if (const auto text = command.text("missing-as")) {
    const auto number = parse_real(*text);
    if (!number)
      throw UsageError("--missing-as '" + *text + "': expected a number");
    missing.read_as = *number;
  }
  return missing;
}

}  // namespace fedltr
