#include "app/data/convert/tripclick_log.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <openssl/evp.h>

#include "algorithms/core/hash.hpp"
#include "algorithms/core/hexadecimal.hpp"
#include "algorithms/data/lines.hpp"
#include "algorithms/data/missing.hpp"
#include "app/base/record_sorter.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/json_record.hpp"
#include "app/data/convert/packed_fields.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kNameDigits = 11;
constexpr std::string_view kField = "title:";

/// True if a byte is part of a word, as any byte above ASCII is.
bool is_of_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
         (c >= 'a' && c <= 'z') || c == '_' || (c & 0x80) != 0;
}

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Replaces each word AND and OR by a blank.
std::string without_operators(const std::string& text) {
  std::string left;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_of_word(text[end])) ++end;
    const std::string word = text.substr(at, end - at);
    left += word == "AND" || word == "OR" ? " " : word;
    if (end < text.size()) left += text[end++];
    at = end;
  }
  return left;
}

std::string md5_of(const std::string& text) {
  std::array<unsigned char, 16> digest{};
  if (EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_md5(),
                 nullptr) != 1)
    throw std::runtime_error("MD5, by which queries are named, is not allowed");
  return hexadecimal(digest);
}

std::string text_of(const Record& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Returns the milliseconds of "/Date(1358000000000)/".
std::string time_of(const Record& record, const Place& place) {
  const std::string text = text_member(record, "DateCreated");
  const bool framed = text.starts_with("/Date(") && text.ends_with(")/");
  const std::string number = framed ? text.substr(6, text.size() - 8) : "";
  if (number.empty() || !parse_whole(number))
    place.fail("DateCreated " + in_quotes(text) +
               ": expected \"/Date(milliseconds)/\"");
  return number;
}

class TripClickReader {
 public:
  explicit TripClickReader(ClickNotes& notes) : notes_(notes) {}

  void read(const std::string& file) {
    each_record(file, "a record of TripClick",
                [&](const Record& record, const Place& place) {
                  if (!record.contains("Keywords") ||
                      !record.contains("Documents") ||
                      !record["Documents"].is_array())
                    place.fail(
                        "expected a record of TripClick, with SessionId, "
                        "Keywords, Documents, DocumentId, DateCreated");
                  take(record, place);
                });
  }
  ClickLog log() {
    LoggedSearch search;
    std::string key;
    std::uint64_t first = 0;
    const auto end = [&] {
      if (!search.query.empty()) built_.add(first, std::exchange(search, {}));
    };
    records_.visit([&](std::string_view name, std::string_view bytes) {
      FieldReader fields(bytes);
      const std::uint64_t number = fields.number();
      if (search.query.empty() || name != key) {
        end();
        key = name;
        first = number;
        begin_search(fields.text(), name, search);
      } else {
        fields.text();
      }
      click(search, fields.text());
    });
    end();
    return built_.take(notes_);
  }

 private:
  void take(const Record& record, const Place& place) {
    const std::string user = text_member(record, "SessionId");
    const std::string keywords = text_member(record, "Keywords");
    const Record& documents = record["Documents"];
    const std::string time = time_of(record, place);
    if (user.empty() || is_missing_name(user))
      place.fail("SessionId: expected a text" +
                 (user.empty() ? "" : ", got " + in_quotes(user)));
    if (documents.size() > kMaxShown)
      place.fail("a search of more than the " + std::to_string(kMaxShown) +
                 " documents that are allowed");
    FieldWriter search;
    search.text(user);
    search.text(keywords);
    for (const Record& each : documents) {
      if (!each.is_string() && !each.is_number_integer())
        place.fail("Documents: expected numbers");
      search.text(text_of(each));
    }
    FieldWriter click;
    click.number(clicks_++);
    click.text(time);
    click.text(text_member(record, "DocumentId"));
    records_.add(search.bytes(), click.bytes());
  }

  /// Begins a search by its key; a repeated document counts at its first
  /// position.
  static void begin_search(const std::string& time, std::string_view key,
                           LoggedSearch& search) {
    FieldReader fields(key);
    search.user = fields.text();
    search.query = tripclick_query(fields.text());
    search.time = time;
    for (std::uint32_t position = 1; !fields.done(); ++position) {
      const std::string document = fields.text();
      if (std::ranges::count(search.shown, document,
                             &ShownDocument::document) == 0)
        search.shown.push_back({document, position, false});
    }
  }

  void click(LoggedSearch& search, const std::string& document) {
    const auto found =
        std::ranges::find(search.shown, document, &ShownDocument::document);
    if (found == search.shown.end())
      ++notes_.outside;
    else
      found->clicked = true;
  }

  ClickNotes& notes_;
  std::uint64_t clicks_ = 0;
  RecordSorter records_;  ///< by session, keywords and documents
  LogBuilder built_;
};

}  // namespace

std::string tripclick_query(const std::string& keywords) {
  std::string text = without_operators(keywords);
  for (std::size_t at = text.find(kField); at != std::string::npos;
       at = text.find(kField, at))
    text.replace(at, kField.size(), " ");
  std::string words;
  for (const char c : text) {
    if (!is_space(c))
      words += c;
    else if (!words.empty() && words.back() != ' ')
      words += ' ';
  }
  if (words.ends_with(' ')) words.pop_back();
  return md5_of(words).substr(0, kNameDigits);
}

ClickLog read_tripclick_log(const ConvertInput& input, ClickNotes& notes) {
  TripClickReader reader(notes);
  for (const std::string& file : input.files) reader.read(file);
  return reader.log();
}

}  // namespace fedltr
