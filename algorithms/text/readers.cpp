#include "algorithms/text/readers.hpp"

#include <array>
#include <charconv>
#include <istream>
#include <optional>
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

/// Place of the first invalid byte of UTF-8; nullopt if all are valid.
std::optional<std::size_t> first_invalid(std::string_view text) {
  constexpr std::string_view kWritten = "\xEF\xBF\xBD";  // kNoCharacter itself
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t at = position;
    if (next_character(text, position) == kNoCharacter &&
        text.substr(at, kWritten.size()) != kWritten)
      return at;
  }
  return std::nullopt;
}

Json object_of(std::string_view line, const char* expected) {
  Json object = Json::parse(line, nullptr, false);
  if (object.is_discarded()) {
    if (const auto byte = first_invalid(line))
      fail("byte " + std::to_string(*byte + 1) + " is not UTF-8", expected);
    fail("no JSON", expected);
  }
  if (!object.is_object()) fail("not a JSON object", expected);
  return object;
}

const std::string& text_of(const Json& object, const char* key,
                           const char* expected) {
  const auto found = object.find(key);
  if (found == object.end()) fail(std::string("no '") + key + "'", expected);
  if (!found->is_string())
    fail(std::string("'") + key + "' is not a string", expected);
  return found->get_ref<const std::string&>();
}

std::span<const std::string_view> exactly(
    const std::vector<std::string_view>& words, std::size_t count,
    const char* expected) {
  if (words.size() != count)
    fail(std::to_string(words.size()) + " words", expected);
  return words;
}

}  // namespace

void read_beir_documents(std::istream& input, const std::string& name,
                         const VisitDocument& visit) {
  constexpr auto kExpected =
      "{\"_id\": string, \"title\": string, \"text\": string}";
  const std::string none;
  read_lines(input, name, [&](std::string_view line) {
    const Json object = object_of(line, kExpected);
    const auto& title =
        object.contains("title") ? text_of(object, "title", kExpected) : none;
    visit({text_of(object, "_id", kExpected), title,
           text_of(object, "text", kExpected)});
  });
}

void read_beir_queries(std::istream& input, const std::string& name,
                       const VisitQuery& visit) {
  constexpr auto kExpected = "{\"_id\": string, \"text\": string}";
  read_lines(input, name, [&](std::string_view line) {
    const Json object = object_of(line, kExpected);
    visit({text_of(object, "_id", kExpected),
           text_of(object, "text", kExpected)});
  });
}

void read_beir_judgements(std::istream& input, const std::string& name,
                          const VisitJudgement& visit) {
  constexpr auto kExpected = "'query-id<tab>corpus-id<tab>score'";
  bool header = true;
  read_lines(input, name, [&](std::string_view line) {
    const auto [query, document, grade] = columns<3>(line, kExpected);
    if (std::exchange(header, false)) {
      if (query != "query-id") fail("no header", kExpected);
      return;
    }
    visit({query, document, number_of(grade, kExpected)});
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

void read_trec_judgements(std::istream& input, const std::string& name,
                          const VisitJudgement& visit) {
  constexpr auto kExpected = "'query iteration document grade'";
  read_lines(input, name, [&](std::string_view line) {
    const auto all = words_of(line);
    const auto words = exactly(all, 4, kExpected);
    visit({words[0], words[2], number_of(words[3], kExpected)});
  });
}

void read_run(std::istream& input, const std::string& name,
              const VisitRank& visit) {
  constexpr auto kExpected = "'query Q0 document rank score tag'";
  read_lines(input, name, [&](std::string_view line) {
    const auto all = words_of(line);
    const auto words = exactly(all, 6, kExpected);
    const int rank = number_of(words[3], kExpected);
    if (rank < 1) fail("rank " + std::to_string(rank), "ranks from 1");
    visit({words[0], words[2], static_cast<std::uint32_t>(rank)});
  });
}

}  // namespace fedltr
