#include "app/cli/command.hpp"

#include <algorithm>
#include <cstdlib>
#include <ostream>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "app/base/errors.hpp"
#include "app/base/json_log.hpp"
#include "app/base/terminal.hpp"
#include "app/base/text.hpp"
#include "app/data/data_cache.hpp"

namespace fedltr {

namespace po = boost::program_options;

Command::Command(std::string text) : usage(std::move(text)) {
  visible.add_options()("help,h", "print this text");
}

void Command::repeated(const char* name, const char* help) {
  visible.add_options()(name, po::value<Arguments>()->composing(), help);
}

void Command::add_settings() {
  repeated("set",
           "section.key=value, overrides the file; grid.section.key=a,b makes "
           "a grid; may be repeated");
}

void Command::add_verbosity() {
  flag("quiet,q", "log errors and notices only, no progress bar");
  flag("verbose,v", "log each round");
  option<std::string>("color",
                      "colour of log lines: auto (off with NO_COLOR or "
                      "TERM=dumb), always or never");
  option<std::string>(
      "log-format",
      "text, or json: each log line is an object with time, level and message");
}

void Command::files(int most) {
  hidden.add_options()("file", po::value<Arguments>());
  positional.add("file", most);
}

bool Command::parse(const Arguments& arguments, std::ostream& out) {
  po::options_description all;
  all.add(visible).add(hidden);
  try {
    po::store(po::command_line_parser(arguments)
                  .options(all)
                  .positional(positional)
                  .style(po::command_line_style::default_style &
                         ~po::command_line_style::allow_guessing)
                  .run(),
              given);
  } catch (const po::too_many_positional_options_error&) {
    throw UsageError(too_many(arguments));
  } catch (const po::unknown_option& error) {
    throw UsageError(std::string(error.what()) + " (see " + verb() + " --help" +
                     (visible.find_nothrow("set", false)
                          ? "; --set SECTION.KEY=VALUE sets a scenario's key)"
                          : ")"));
  } catch (const po::error& error) {
    throw UsageError(std::string(error.what()) + " (see " + verb() +
                     " --help)");
  }
  if (!has("help")) {
    if (has("out") && given["out"].as<std::string>().empty())
      throw UsageError("--out '': expected a file or folder");
    if (has("out") && given["out"].as<std::string>() == "-")
      throw UsageError(
          "--out -: expected a file or folder, not standard output; ./- is a "
          "file of this name");
    return true;
  }
  out << "Usage: " << usage << "\n\n" << visible;
  return false;
}

/// Error text for too many arguments: mostly a setting that blanks split.
std::string Command::too_many(const Arguments& arguments) const {
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i)
    if (arguments[i] == "--set" &&
        arguments[i + 1].find('=') == std::string::npos)
      return "--set " + arguments[i + 1] +
             ": expected section.key=value, without blanks";
  return "more arguments than expected (see " + verb() + " --help)";
}

std::optional<std::string> Command::text(const char* name) const {
  if (!has(name)) return std::nullopt;
  return given[name].as<std::string>();
}

std::optional<std::uint64_t> Command::number(const char* name,
                                             std::uint64_t least,
                                             std::uint64_t most) const {
  const auto said = text(name);
  if (!said) return std::nullopt;
  const auto number = parse_whole(*said);
  if (!number || *number < least || *number > most)
    throw UsageError("--" + std::string(name) + " " + *said +
                     ": expected an integer " + std::to_string(least) + " to " +
                     std::to_string(most));
  return number;
}

Arguments Command::list(const char* name) const {
  return has(name) ? given[name].as<Arguments>() : Arguments();
}

std::string Command::one_of(const char* name, const Arguments& choices) const {
  const std::string said = text(name).value_or(choices[0]);
  if (std::ranges::find(choices, said) == choices.end())
    throw UsageError("--" + std::string(name) + " " + said + ": expected " +
                     (choices.size() > 2 ? "one of " : "") +
                     join(choices, choices.size() > 2 ? ", " : " or "));
  return said;
}

bool Command::logs_json() const {
  static const Arguments formats = {"text", "json"};
  return one_of("log-format", formats) == formats[1];
}

std::string Command::verb() const {
  std::string words;
  for (const std::string& word : split(usage, ' ')) {
    if (word[0] < 'a' || word[0] > 'z') break;
    words += (words.empty() ? "" : " ") + word;
  }
  return words;
}

std::string Command::one_file() const {
  const Arguments all = list("file");
  if (all.empty()) throw UsageError("expected a file: " + usage);
  return all[0];
}

namespace {

using ColourSink = spdlog::sinks::stderr_color_sink_mt;

ColourSink& log_sink() {
  static const auto sink = std::make_shared<ColourSink>();
  static const auto logger = std::make_shared<spdlog::logger>("fedltr", sink);
  spdlog::set_default_logger(logger);
  return *sink;
}

void set_colour(const std::string& choice) {
  log_sink().set_color_mode(wants_colour(choice) ? spdlog::color_mode::always
                                                 : spdlog::color_mode::never);
}

}  // namespace

void set_up_log() {
  set_colour("auto");
  spdlog::set_pattern("%^%l%$: %v");
  spdlog::set_level(spdlog::level::info);
}

void set_verbosity(const Command& command) {
  if (command.has("quiet") && command.has("verbose"))
    throw UsageError("--quiet and --verbose: give only one of them");
  const std::string colour =
      command.one_of("color", {"auto", "always", "never"});
  if (command.logs_json())
    spdlog::set_formatter(std::make_unique<JsonLogFormatter>());
  else
    set_colour(colour);
  spdlog::set_level(command.has("quiet")     ? spdlog::level::err
                    : command.has("verbose") ? spdlog::level::debug
                                             : spdlog::level::info);
}

void set_caches(const Command& command) {
  // Not an argument of all that reads data, since a user may also set it.
  if (command.has("no-cache")) setenv(kCacheVariable, kNoCaches, 1);
}

}  // namespace fedltr
