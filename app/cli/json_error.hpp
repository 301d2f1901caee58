#pragma once

#include <string>

#include "app/cli/command.hpp"

namespace fedltr {

/// Whether `--format` asks for JSON, so that an error is to be JSON, too.
bool wants_json(const Arguments& arguments);

/// Whether `--log-format` asks for it, so that an error is a line of that log.
bool wants_json_log(const Arguments& arguments);

/// An error in one line: `{"error":{"code":2,"message":"…"}}`.
std::string json_error(int code, const std::string& message);

}  // namespace fedltr
