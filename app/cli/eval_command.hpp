#pragma once

#include <iosfwd>

#include "app/cli/command.hpp"

namespace fedltr {

/// `fedltr eval`: scores a run, or what a model ranks, against judgements.
int eval_command(const Arguments& arguments, std::ostream& out);

}  // namespace fedltr
