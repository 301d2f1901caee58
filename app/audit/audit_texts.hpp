#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/text/collection.hpp"

namespace fedltr {

/// What an attacker tries: the collection's first terms. More change what
/// chance guesses, not what an attack finds.
std::vector<std::string> terms_to_try(const Collection& collection);

/// Which of them a document's body has, and how often.
std::vector<TermCount> counts_to_find(const Collection& collection,
                                      std::size_t document);

}  // namespace fedltr
