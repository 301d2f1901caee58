#pragma once

#include <string>

#include "app/cli/command.hpp"

namespace fedltr {

/// True if `--format` asks for JSON, so that errors are also JSON.
bool wants_json(const Arguments& arguments);

/// True if `--log-format` asks for JSON, so that errors are lines of that log.
bool wants_json_log(const Arguments& arguments);

/// An error in one line: `{"error":{"code":2,"message":"…"}}`.
std::string json_error(int code, const std::string& message);

}  // namespace fedltr
