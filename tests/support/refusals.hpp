#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::test {

using SettingList = std::vector<std::string>;

/// Error for a scenario of these settings, after "--set: "; empty if it is
/// accepted.
inline std::string refusal_of(const SettingList& settings) {
  try {
    default_scenario(settings);
    return "";
  } catch (const UsageError& error) {
    const std::string what = error.what();
    CHECK(what.find('\n') == std::string::npos);
    CHECK(what.starts_with("--set: "));
    return what.substr(7);
  }
}

/// Error for a scenario file s.ini with this text, without its folder; empty if
/// it is accepted.
inline std::string refusal_in(const std::string& text,
                              const SettingList& settings = {}) {
  const TemporaryFolder folder;
  try {
    read_scenario(folder.write("s.ini", text), settings);
    return "";
  } catch (const UsageError& error) {
    const std::string what = error.what();
    CHECK(what.find('\n') == std::string::npos);
    const std::size_t file = what.find("s.ini:");
    return file == std::string::npos ? what : what.substr(file);
  }
}

/// A bound: settings around it, the last one on each side of it.
struct Edge {
  SettingList common;
  std::string inside;
  std::string outside;
  std::string message;  ///< after the setting that is outside
};

/// Checks that values just inside each bound are accepted, and that those just
/// outside are refused with the whole message.
inline void check_edges(const std::vector<Edge>& edges) {
  for (const Edge& edge : edges) {
    CAPTURE(edge.outside);
    SettingList settings = edge.common;
    settings.push_back(edge.inside);
    CHECK(refusal_of(settings) == "");
    settings.back() = edge.outside;
    const std::string refusal = refusal_of(settings);
    CHECK_MESSAGE(refusal.ends_with(": " + edge.message), refusal);
  }
}

/// Settings that contradict each other, and the whole error.
struct Refusal {
  SettingList settings;
  std::string error;
};

inline void check_refusals(const std::vector<Refusal>& refusals) {
  for (const Refusal& each : refusals) {
    CAPTURE(each.settings.back());
    CHECK(refusal_of(each.settings) == each.error);
  }
}

}  // namespace fedltr::test
