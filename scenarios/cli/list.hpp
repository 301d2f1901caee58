#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "scenarios/schema/method_tables.hpp"

namespace fedltr {

enum class ListFormat { kText, kMarkdown, kJson };

/// `fedltr list [KIND]`: every named method with summary, parameters, source;
/// or, for the kind `keys`, every key of a scenario. docs/methods.md and
/// docs/keys.md are its Markdown. In JSON a table is an object of `kind`, `key`
/// and `methods`, and all methods are an array of tables.
/// @param kind  empty for all methods
/// @throws UsageError  for an unknown kind, naming the known ones
void print_list(std::ostream& out, const std::string& kind, ListFormat format);

/// All tables of methods, those that only options name with them.
const std::vector<MethodTable>& listed_tables();

/// Names of all kinds, with keys.
std::string list_kinds();

}  // namespace fedltr
