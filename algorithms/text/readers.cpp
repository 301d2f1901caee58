#include "algorithms/text/readers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <istream>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "algorithms/data/lines.hpp"
#include "algorithms/text/utf8.hpp"

namespace fedltr {
namespace {

using Json = nlohmann::json;

/// Calls visit(line) for each line that is not empty.
template <class Visit>
void read_lines(std::istream& input, const std::string& name, Visit&& visit) {
  std::string line;
  std::size_t number = 0;
  std::size_t entries = 0;
  while (std::getline(input, line)) {
    std::string_view text = line;
    if (++number == 1) text = without_mark(text);
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.empty()) continue;
    try {
      visit(text);
    } catch (const std::invalid_argument& fault) {
      throw DataError(at_line(name, number) + fault.what());
    }
    ++entries;
  }
  if (input.bad())
    throw DataError(at_line(name, number + 1) + "can't be read further");
  if (entries == 0) throw DataError(name + ": has no entries");
}

[[noreturn]] void fail(const std::string& what, const char* expected) {
  throw std::invalid_argument(what + "; expected " + expected);
}

/// Splits a line at its first tabs; the last column keeps the others.
template <std::size_t N>
std::array<std::string_view, N> columns(std::string_view line,
                                        const char* expected) {
  std::array<std::string_view, N> parts;
  for (std::size_t i = 0; i < N; ++i) {
    const std::size_t end = i + 1 < N ? line.find('\t') : line.size();
    if (end == std::string_view::npos)
      fail(std::to_string(i + 1) + " columns", expected);
    parts[i] = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  if (parts[0].empty()) fail("a line without name", expected);
  return parts;
}

int number_of(std::string_view text, const char* expected) {
  int number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || end != last)
    fail("'" + std::string(text) + "' is not an integer", expected);
  return number;
}

/// Parses an object, and refuses one that names a member twice: one of the two
/// texts would be lost.
Json parse_object(std::string_view line, const char* expected) {
  std::set<std::string> names;
  const auto visit = [&](int depth, Json::parse_event_t event,
                         const Json& parsed) {
    if (event != Json::parse_event_t::key || depth != 1) return true;
    const auto& name = parsed.get_ref<const std::string&>();
    if (!names.insert(name).second)
      fail(in_quotes(name) + " stands there twice", expected);
    return true;
  };
  return Json::parse(line, visit, false);
}

Json object_of(std::string_view line, const char* expected) {
  const Json object = parse_object(line, expected);
  if (object.is_discarded()) {
    if (const auto byte = first_invalid_byte(line))
      fail("byte " + std::to_string(*byte + 1) + " is not UTF-8", expected);
    fail("no JSON", expected);
  }
  if (!object.is_object()) fail("not a JSON object", expected);
  return object;
}

/// True for the same letters in another order or case, or with one letter more
/// or fewer after the first.
bool is_misspelt(std::string found, std::string wanted) {
  for (char& each : found)
    each = static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  if (std::ranges::is_permutation(found, wanted)) return true;
  if (found.size() < wanted.size()) std::swap(found, wanted);
  if (found.size() != wanted.size() + 1) return false;
  for (std::size_t i = 1; i < found.size(); ++i)
    if (found.substr(0, i) + found.substr(i + 1) == wanted) return true;
  return false;
}

/// Returns a member that is not null; nullptr if there is none. Refuses a text
/// under a misspelt name, which would be left out.
const Json* member_of(const Json& object, const char* key,
                      const char* expected) {
  const auto found = object.find(key);
  if (found != object.end()) return found->is_null() ? nullptr : &*found;
  for (const auto& [name, value] : object.items())
    if (value.is_string() && is_misspelt(name, key))
      fail(in_quotes(name) + " instead of '" + key + "'", expected);
  return nullptr;
}

const std::string& text_of(const Json& object, const char* key,
                           const char* expected) {
  const Json* const member = member_of(object, key, expected);
  if (!member) fail(std::string("no '") + key + "'", expected);
  if (!member->is_string())
    fail(std::string("'") + key + "' is not a string", expected);
  return member->get_ref<const std::string&>();
}

/// Returns the name of a document or query: a string, or an integer as text.
std::string name_of(const Json& object, const char* expected) {
  const Json* const member = member_of(object, "_id", expected);
  return member && member->is_number_integer()
             ? member->dump()
             : text_of(object, "_id", expected);
}

/// Returns the columns of a line between tabs, without blanks at their ends.
std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    std::string_view cell = line.substr(begin, end - begin);
    cell.remove_prefix(std::min(cell.find_first_not_of(' '), cell.size()));
    cell = cell.substr(0, cell.find_last_not_of(' ') + 1);
    cells.push_back(cell);
    begin = end + 1;
  }
  return cells;
}

double grade_of(std::string_view word, const char* expected) {
  double grade = 0;
  const char* const last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, grade);
  if (error != std::errc() || end != last || !std::isfinite(grade))
    fail(in_quotes(word) + " is not a grade", expected);
  return grade;
}

/// True if a document without title and text may have a text under another
/// name: it has neither member, or not `text` but another string.
bool may_hold_text(const Json& object) {
  if (object.find("text") != object.end()) return false;
  return object.find("title") == object.end() ||
         std::ranges::any_of(object.items(), [](const auto& member) {
           return member.key() != "_id" && member.value().is_string();
         });
}

/// Refuses a document of a title alone, without a member `text`, whose text
/// has another well-known name: it would be lost.
void require_no_other_text(const Json& object, const char* expected) {
  for (const char* const name :
       {"contents", "content", "body", "abstract", "passage", "document"})
    if (const auto found = object.find(name);
        found != object.end() && !found->is_null())
      fail("no 'text', but " + in_quotes(name) +
               " holds one: rename it, or add \"text\": \"\"",
           expected);
}

}  // namespace

std::string counted_words(std::string_view line) {
  const auto words = words_of(line);
  const bool by_commas =
      words.size() == 1 && line.find(',') != std::string_view::npos;
  return std::to_string(words.size()) + " words" +
         (by_commas ? ", as commas separate none (blanks or tabs do)" : "");
}

void read_beir_documents(std::istream& input, const std::string& name,
                         const VisitDocument& visit) {
  constexpr auto kExpected =
      "{\"_id\": string, \"title\": string, \"text\": string}";
  const std::string none;
  read_lines(input, name, [&](std::string_view line) {
    const Json object = object_of(line, kExpected);
    const bool has_title = member_of(object, "title", kExpected) != nullptr;
    const bool has_text = member_of(object, "text", kExpected) != nullptr ||
                          (!has_title && may_hold_text(object));
    if (!has_text) require_no_other_text(object, kExpected);
    visit({name_of(object, kExpected),
           has_title ? text_of(object, "title", kExpected) : none,
           has_text ? text_of(object, "text", kExpected) : none});
  });
}

void read_beir_queries(std::istream& input, const std::string& name,
                       const VisitQuery& visit) {
  constexpr auto kExpected = "{\"_id\": string, \"text\": string}";
  read_lines(input, name, [&](std::string_view line) {
    const Json object = object_of(line, kExpected);
    visit({name_of(object, kExpected), text_of(object, "text", kExpected)});
  });
}

std::optional<TextJudgement> JudgementLines::read(std::string_view line) {
  constexpr auto kTrecLine = "'query iteration document grade'";
  constexpr auto kBeirLine = "'query document grade'";
  const bool by_tabs = form_ == Form::kHeaded && line.find('\t') != line.npos;
  const auto cells = by_tabs ? cells_of(line) : words_of(line);
  if (form_ == Form::kUnknown) {
    const bool is_head = !cells.empty() && cells[0] == "query-id";
    form_ = is_head             ? Form::kHeaded
            : cells.size() == 3 ? Form::kPlain
                                : Form::kTrec;
    if (is_head && cells.size() < 3)
      fail(std::to_string(cells.size()) + " words",
           "'query-id<tab>corpus-id<tab>score'");
    if (is_head) return std::nullopt;
  }
  const bool is_trec = form_ == Form::kTrec;
  const std::size_t count = is_trec ? 4 : 3;
  const char* const expected = is_trec ? kTrecLine : kBeirLine;
  if (form_ == Form::kHeaded ? cells.size() < count : cells.size() != count)
    fail(cells.size() == 1 ? counted_words(line)
                           : std::to_string(cells.size()) + " words",
         expected);
  if (cells[0].empty() || cells[count - 2].empty())
    fail("a judgement without query or document", expected);
  const std::string_view word = cells[count - 1];
  const auto grade =
      grade_of_ ? grade_of_(word, expected) : grade_of(word, expected);
  if (!grade) return std::nullopt;
  return TextJudgement{cells[0], cells[count - 2], *grade};
}

void read_judgements(std::istream& input, const std::string& name,
                     const VisitJudgement& visit) {
  JudgementLines lines;
  read_lines(input, name, [&](std::string_view line) {
    if (const auto judgement = lines.read(line)) visit(*judgement);
  });
}

void read_msmarco_documents(std::istream& input, const std::string& name,
                            const VisitDocument& visit) {
  read_lines(input, name, [&](std::string_view line) {
    const auto [document, url, title, body] =
        columns<4>(line, "'docid<tab>url<tab>title<tab>body'");
    visit({document, title, body});
  });
}

void read_msmarco_passages(std::istream& input, const std::string& name,
                           const VisitDocument& visit) {
  read_lines(input, name, [&](std::string_view line) {
    const auto [passage, text] = columns<2>(line, "'pid<tab>passage'");
    visit({passage, {}, text});
  });
}

void read_msmarco_queries(std::istream& input, const std::string& name,
                          const VisitQuery& visit) {
  read_lines(input, name, [&](std::string_view line) {
    const auto [query, text] = columns<2>(line, "'qid<tab>text'");
    visit({query, text});
  });
}

void read_run(std::istream& input, const std::string& name,
              const VisitRank& visit) {
  constexpr auto kExpected = "'query Q0 document rank score tag'";
  read_lines(input, name, [&](std::string_view line) {
    const auto words = words_of(line);
    if (words.size() != 6) fail(counted_words(line), kExpected);
    const int rank = number_of(words[3], kExpected);
    if (rank < 1) fail("rank " + std::to_string(rank), "ranks from 1");
    visit({words[0], words[2], static_cast<std::uint32_t>(rank)});
  });
}

}  // namespace fedltr
