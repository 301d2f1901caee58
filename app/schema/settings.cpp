#include "app/schema/settings.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <set>
#include <sstream>
#include <system_error>

#include <boost/program_options.hpp>

#include "algorithms/core/require.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/schema/key_names.hpp"
#include "app/schema/method_tables.hpp"
#include "app/schema/named_points.hpp"

namespace fedltr {

void fail(const Setting& setting, const std::string& what) {
  throw UsageError(setting.where + ": " + setting.key + " = " +
                   setting.value.text + ": " + what);
}

void put(std::vector<Setting>& settings, Setting setting) {
  const auto is_replaced = [name = setting.key](const Setting& each) {
    return covers(name, each.key);
  };
  const auto first = std::ranges::find_if(settings, is_replaced);
  if (first == settings.end()) {
    settings.push_back(std::move(setting));
    return;
  }
  settings.erase(std::remove_if(first + 1, settings.end(), is_replaced),
                 settings.end());
  *first = std::move(setting);
}

std::string source_of(const Setting& setting) {
  return setting.where.substr(0, setting.where.rfind(':'));
}

void check_known(const Setting& setting) {
  if (find_key(setting.key)) return;
  constexpr const char* kAll = " (all: fedltr list keys)";
  if (setting.key.find('.') != std::string::npos)
    fail(setting,
         "unknown key; nearest is '" + nearest_key(setting.key) + "'" + kAll);
  const auto called = keys_called(setting.key);
  if (!called.empty())
    fail(setting, "a key is named with its section: " + one_of(called));
  fail(setting, "unknown key; nearest is " +
                    one_of(keys_called_nearly(setting.key)) + kAll);
}

namespace {

namespace po = boost::program_options;

constexpr std::size_t kDeepestInclude = 16;
constexpr std::uintmax_t kMaxFileSize = 1 << 20;

bool is_same_for_all_points(const std::string& key) {
  static const std::set<std::string> kSame = {"run.threads", "run.scaling",
                                              "run.out", "run.name"};
  return kSame.contains(key) || key.starts_with("checkpoint.") ||
         is_of_picture(*find_key(key));
}

/// Replaces an old name of a key, unless several keys share it, and records
/// that it was used.
void rename(Setting& setting, Settings& all) {
  std::vector<std::string> names;
  for (const Key* key : keys_meant(setting.key)) names.push_back(key->name);
  if (std::ranges::count(names, setting.key) > 0) return;
  all.renamed.push_back(setting.where + ": " + setting.key + " is called " +
                        one_of(names) + " now");
  setting.key = present_name(setting.key);
}

/// Returns a key's present name, with or without "grid.".
std::string present_name_in_file(const std::string& key) {
  if (!key.starts_with(kGridPrefix)) return present_name(key);
  return std::string(kGridPrefix) +
         present_name(key.substr(kGridPrefix.size()));
}

/// Calls a function that throws for invalid values of a setting.
template <class Read>
auto read_value(const Setting& setting, const Read& read) {
  try {
    return read();
  } catch (const std::invalid_argument& error) {
    fail(setting, error.what());
  }
}

/// Takes a key out of the named points of other sources, since a later source
/// sets it.
void take_from_points(Settings& all, const std::string& key,
                      const Setting& later) {
  for (Setting& list : all.grid) {
    if (!is_points_key(list.key) || list.key == later.key ||
        source_of(list) == source_of(later))
      continue;
    auto points =
        read_value(list, [&] { return read_named_points(list.value.text); });
    for (WrittenPoint& point : points)
      if (std::erase_if(point.settings, [&](const auto& setting) {
            return mean_the_same(setting.first, key);
          }) > 0)
        all.out_of_grid.push_back(key);
    list.value.text = written(points);
  }
}

/// Refuses a key of the grid without a section that has no named points.
[[noreturn]] void refuse_points(Setting setting) {
  setting.key.erase(0, kGridPrefix.size());
  if (!keys_called(setting.key).empty()) check_known(setting);
  fail(setting, "unknown key; nearest is " +
                    one_of(keys_called_nearly(setting.key)) +
                    "; a list of named points is NAME: section.key=value ..., "
                    "NAME: ...");
}

/// Notes the study to which a key's section belongs.
void note_study(Settings& all, const std::string& key) {
  all.silo |= key.starts_with("silo.");
  all.members |= key.starts_with("members.");
}

/// Adds a list of named points, or chooses points of one by their names.
/// @param again  as of add()
void add_points(Settings& all, Setting setting, bool again) {
  const auto known = std::ranges::find(all.grid, setting.key, &Setting::key);
  const bool is_known = known != all.grid.end();
  if (!defines_points(setting.value.text)) {
    if (!is_known) refuse_points(std::move(setting));
    setting.value.text = read_value(setting, [&] {
      return written(chosen_points(read_named_points(known->value.text),
                                   setting.value.text));
    });
    known->value.text = setting.value.text;
    all.out_of_grid.push_back(known->key);
    return;
  }
  const auto points = read_value(
      setting, [&] { return read_named_points(setting.value.text); });
  for (const WrittenPoint& point : points)
    for (const auto& [key, value] : point.settings) {
      note_study(all, key);
      take_from_points(all, key, setting);
      std::erase_if(all.grid, [&](const Setting& list) {
        return mean_the_same(list.key, key) &&
               source_of(list) != source_of(setting);
      });
    }
  // Erasing may have moved the list.
  const auto list = std::ranges::find(all.grid, setting.key, &Setting::key);
  if (again && list != all.grid.end())
    list->value.text += ", " + setting.value.text;
  else
    put(all.grid, std::move(setting));
}

/// Adds a setting to the grid or to the scenario; a key may be in one only.
/// @param again  append its text to the same file's value, unless that was
///               overridden since
void add(Settings& all, Setting setting, bool again = false) {
  if (is_points_key(setting.key))
    return add_points(all, std::move(setting), again);
  const bool in_grid = setting.key.starts_with(kGridPrefix);
  if (in_grid) setting.key.erase(0, kGridPrefix.size());
  check_known(setting);
  rename(setting, all);
  note_study(all, setting.key);
  if (in_grid) check_in_grid(setting);
  auto& own = in_grid ? all.grid : all.plain;
  auto& other = in_grid ? all.plain : all.grid;
  const auto first = std::ranges::find(own, setting.key, &Setting::key);
  if (again && first != own.end()) {
    first->value.text += (in_grid ? ", " : "; ") + setting.value.text;
    return;
  }
  const bool moved = std::erase_if(other, [&](auto& each) {
                       return covers(setting.key, each.key) ||
                              (!in_grid && covers(each.key, setting.key));
                     }) > 0;
  if (in_grid ? first != own.end() : moved)
    all.out_of_grid.push_back(setting.key);
  take_from_points(all, setting.key, setting);
  const auto clashes = [&](const Setting& each) {
    return each.key != setting.key && covers(setting.key, each.key) &&
           source_of(each) == source_of(setting);
  };
  if (in_grid && std::ranges::any_of(own, clashes))
    own.push_back(std::move(setting));  // read_axes() refuses both
  else
    put(own, std::move(setting));
}

/// Parses one line below a section's head with Boost.
po::option parse_line(const std::string& section, const std::string& line) {
  static const po::options_description kNone;
  std::istringstream text("[" + section + "]\n" + line + "\n");
  const auto parsed = po::parse_config_file(text, kNone, true);
  require(parsed.options.size() == 1, "expected one key");
  return parsed.options[0];
}

/// Files that include each other, starting with the first.
using Chain = std::vector<std::filesystem::path>;

void read_file_at(const Chain& chain, Settings& all);

void include_file(Chain chain, const std::string& other,
                  const std::string& where, Settings& all) {
  chain.push_back((chain.back().parent_path() / other).lexically_normal());
  const auto same = [&](const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::equivalent(file, chain.back(), ignored);
  };
  if (std::any_of(chain.begin(), chain.end() - 1, same))
    throw UsageError(where + ": include = " + other +
                     ": the files include each other in a cycle");
  if (chain.size() > kDeepestInclude)
    throw UsageError(where + ": include = " + other + ": more than " +
                     std::to_string(kDeepestInclude) +
                     " files include each other");
  try {
    read_file_at(chain, all);
  } catch (const UsageError& error) {
    throw UsageError(std::string(error.what()) + " (included from " + where +
                     ")");
  }
}

void read_line(const Chain& chain, const std::string& where,
               const std::string& line, std::string& section, Settings& own,
               Settings& all) {
  const std::size_t hash = line.find('#');
  if (hash != std::string::npos && hash > 0 && line[hash - 1] != ' ' &&
      line[hash - 1] != '\t')
    throw UsageError(where +
                     ": '#' starts a comment, so it can't be part of a "
                     "value; put a blank before a comment");
  const std::string code = trim(line.substr(0, hash));
  if (code.empty()) return;
  if (code.front() == '[') {
    if (code.back() != ']' || code.size() < 3)
      throw UsageError(where + ": expected '[section]', got '" + code + "'");
    section = trim(code.substr(1, code.size() - 2));
    note_study(all, section + ".");
    return;
  }
  po::option option;
  try {
    option = parse_line(section.empty() ? "-" : section, line);
  } catch (const std::exception&) {
    throw UsageError(where + ": expected 'key = value', got " +
                     in_quotes(code));
  }
  const std::string value = trim(option.value.empty() ? "" : option.value[0]);
  const std::string key =
      section.empty() ? option.string_key.substr(2) : option.string_key;
  if (section.empty() && key == "include")
    return include_file(chain, value, where, all);
  if (section.empty())
    throw UsageError(where + ": '" + key +
                     "' is before any [section]; only include may be");
  const Key* const known = find_key(key);
  const std::string name = present_name_in_file(key);
  const auto first = std::ranges::find_if(own.plain, [&](const Setting& each) {
    return mean_the_same(each.key, name);
  });
  const bool again = first != own.plain.end();
  const bool repeats = section == "grid" || (known && known->repeats);
  if (again && !repeats)
    throw UsageError(where + ": " + key + " = " + value +
                     ": the key occurs twice, first in " + first->where);
  put(own.plain, {name, {}, where});
  add(all, {key, {value, chain.back().parent_path()}, where}, again);
}

/// Returns a comment's text up to its question mark, else its first sentence.
std::string first_sentence(const std::string& comment) {
  std::size_t end = comment.find('?');
  if (end == std::string::npos) end = comment.find(". ");
  return trim(comment.substr(0, end == std::string::npos ? end : end + 1));
}

/// Returns Scenario::question of a comment, whose paragraphs are lines.
std::string question_in(const std::string& comment) {
  const std::string question =
      first_sentence(comment.substr(0, comment.find('\n')));
  const std::string word = "\nReproduced: ";
  const std::size_t begin = comment.find(word);
  if (begin == std::string::npos) return question;
  const std::size_t end = comment.find('\n', begin + 1);
  const std::string paragraph = comment.substr(begin, end - begin);
  const bool is_empty = trim(paragraph.substr(word.size())).empty();
  return is_empty ? question : question + "\n" + trim(paragraph);
}

void read_file_at(const Chain& chain, Settings& all) {
  const std::filesystem::path& file = chain.back();
  // Neither a device nor a pipe: reading one may never end.
  std::error_code ignored;
  std::ifstream stream;
  const bool is_file = std::filesystem::is_regular_file(file, ignored);
  if (is_file) stream.open(file);
  const int reason = errno;
  if (!stream.is_open())
    throw UsageError(file.string() + ": can't read this scenario file" +
                     (is_file ? ": " + std::generic_category().message(reason)
                      : std::filesystem::exists(file, ignored)
                          ? ": expected a regular file"
                          : ""));
  if (std::filesystem::file_size(file, ignored) > kMaxFileSize)
    throw UsageError(file.string() + ": is larger than 1 MiB: not a scenario");
  Settings own;  // set by this file, to find repeated keys
  std::string section;
  std::string line;
  std::string head;
  bool in_head = chain.size() == 1;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (number == 1) line = std::string(without_mark(line));
    if (line.find('\0') != std::string::npos)
      throw UsageError(file.string() +
                       ": is not a text file, or in UTF-16; expected UTF-8: "
                       "iconv -f UTF-16 -t UTF-8 FILE");
    in_head = in_head && line.starts_with('#');
    const std::string said = in_head ? trim(line.substr(1)) : "";
    if (!said.empty()) head += said + " ";
    if (in_head && said.empty() && !head.empty()) head += '\n';
    read_line(chain, file.string() + ":" + std::to_string(number), line,
              section, own, all);
  }
  if (chain.size() == 1) all.question = question_in(head);
}

}  // namespace

void check_in_grid(const Setting& setting) {
  if (find_key(setting.key)->is_list)
    fail(setting, "takes a list, so it can't be in a grid");
  if (is_same_for_all_points(setting.key))
    fail(setting, "is the same for all points, so it can't be in a grid");
}

void read_file(const std::filesystem::path& file, Settings& all) {
  read_file_at({file}, all);
}

void add_command_line(const std::vector<std::string>& texts,
                      const std::string& where, Settings& all) {
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw UsageError(where + " " + text + ": expected section.key=value");
    add(all, {trim(text.substr(0, equals)),
              {trim(text.substr(equals + 1)), std::filesystem::current_path()},
              where});
  }
}

}  // namespace fedltr
