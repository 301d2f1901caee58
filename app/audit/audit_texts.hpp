#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/text/collection.hpp"

namespace fedltr {

/// Terms that an attacker tries: the first ones of the collection. A larger
/// number changes what chance guesses, not what an attack finds.
std::vector<std::string> terms_to_try(const Collection& collection);

/// Those terms that a document's body contains, with their counts.
std::vector<TermCount> counts_to_find(const Collection& collection,
                                      std::size_t document);

}  // namespace fedltr
