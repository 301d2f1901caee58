#pragma once

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/cli.hpp"

namespace fedltr::test {

inline nlohmann::json json_of(const std::filesystem::path& file) {
  return nlohmann::json::parse(read_text(file));
}

/// Runs `fedltr run` on a scenario's text, with results in folder/out.
inline Outcome run_text(const TemporaryFolder& folder, const std::string& text,
                        const std::string& out,
                        const std::vector<std::string>& settings,
                        const std::string& threads = "2") {
  std::vector<std::string> arguments = {
      "run",   folder.write("s.ini", text), "--quiet",
      "--out", (folder / out).string(),     "--threads",
      threads};
  for (const std::string& setting : settings) {
    arguments.push_back("--set");
    arguments.push_back(setting);
  }
  return fedltr_command(arguments);
}

/// Error message of `fedltr` for an invalid scenario.
inline std::string complaint_about(const std::string& text,
                                   const std::vector<std::string>& settings) {
  const TemporaryFolder folder;
  const Outcome outcome = run_text(folder, text, "bad", settings);
  CHECK(outcome.code == 2);
  return outcome.err;
}

inline bool has(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != std::string::npos;
  CHECK_MESSAGE(found, text);
  return found;
}

}  // namespace fedltr::test
