#pragma once

#include <iosfwd>
#include <string_view>

#include "app/cli/command.hpp"
#include "app/data/convert/formats.hpp"

namespace fedltr {

/// Returns the options of `fedltr data convert`.
Command convert_options();

/// Prints the formats by name, for --help.
void print_formats(std::ostream& out);

/// True if an option is for that format.
bool takes(const InputFormat& format, std::string_view option);

/// @throws UsageError  for an option that has no effect on that format
void refuse_useless_options(const Command& command, const InputFormat& from);

}  // namespace fedltr
