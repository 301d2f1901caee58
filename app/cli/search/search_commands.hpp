#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr features`: a folder's texts as LETOR rows.
int features_command(const Arguments& arguments, std::ostream& out);

/// `fedltr search`: ranks a folder's texts by a trained model.
int search_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
