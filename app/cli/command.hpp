#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <boost/program_options.hpp>

namespace fedltr {

using Arguments = std::vector<std::string>;

/// A command's options, their help and their given values.
struct Command {
  std::string usage;
  boost::program_options::options_description visible{"Options"};
  boost::program_options::options_description hidden;
  boost::program_options::positional_options_description positional;
  boost::program_options::variables_map given;

  explicit Command(std::string text);

  template <class T>
  void option(const char* name, const char* help) {
    visible.add_options()(name, boost::program_options::value<T>(), help);
  }
  void flag(const char* name, const char* help) {
    visible.add_options()(name, help);
  }
  void repeated(const char* name, const char* help);
  void add_settings();
  void add_verbosity();
  void files(int most);

  /// @return false if it printed help on request
  bool parse(const Arguments& arguments, std::ostream& out);

  bool has(const char* name) const { return given.count(name) > 0; }
  /// Nullopt if it was not given.
  std::optional<std::string> text(const char* name) const;
  /// @throws UsageError  unless it is an integer from least to most
  std::optional<std::uint64_t> number(const char* name, std::uint64_t least,
                                      std::uint64_t most) const;
  Arguments list(const char* name) const;
  /// Returns the first choice if it was not given.
  /// @throws UsageError  unless it is one of the choices
  std::string one_of(const char* name, const Arguments& choices) const;
  /// True if log lines are JSON, which a progress bar would break.
  bool logs_json() const;
  /// Returns the usage up to its first argument.
  std::string verb() const;
  std::string one_file() const;

 private:
  std::string too_many(const Arguments& arguments) const;
};

/// Logs to stderr, which results never share.
void set_up_log();
/// Sets the log's level, colours and form by --quiet, --verbose, --color and
/// --log-format.
/// @throws UsageError
void set_verbosity(const Command& command);
/// Turns caches off by --no-cache, as $FEDLTR_CACHE = off does.
void set_caches(const Command& command);

}  // namespace fedltr
