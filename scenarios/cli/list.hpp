#pragma once

#include <iosfwd>
#include <string>

namespace fedltr {

enum class ListFormat { kText, kMarkdown };

/// `fedltr list [KIND]`: every named method with summary, parameters, source;
/// or, for the kind `keys`, every key of a scenario. docs/methods.md and
/// docs/keys.md are its Markdown.
/// @param kind  empty for all methods
/// @throws UsageError  for an unknown kind, naming the known ones
void print_list(std::ostream& out, const std::string& kind, ListFormat format);

/// Names of all kinds, with keys.
std::string list_kinds();

}  // namespace fedltr
