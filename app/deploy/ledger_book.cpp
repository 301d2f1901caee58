#include "app/deploy/ledger_book.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include <spdlog/fmt/fmt.h>
#include <zlib.h>

#include "algorithms/data/letor.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kMaxBook = std::size_t{1} << 32;
constexpr std::size_t kCheckDigits = 8;
constexpr std::size_t kFieldsBeforeName = 7;  // without the check

/// One line without its check.
struct LedgerLine {
  std::array<std::string_view, kFieldsBeforeName> fields;
  std::string_view document;

  std::string_view run() const { return fields[0]; }
  std::string_view asker() const { return fields[1]; }
  std::string_view guarantee() const { return fields[4]; }
  std::optional<double> epsilon() const {
    return fields[5] == "inf" ? kNoBound : parse_real(fields[5]);
  }
  std::optional<std::uint64_t> releases() const {
    return parse_whole(fields[6]);
  }
  /// Fields that all lines of an answer share.
  std::string_view answer() const {
    const char* const begin = fields[0].data();
    return {begin, static_cast<std::size_t>(fields[3].data() +
                                            fields[3].size() - begin)};
  }
};

/// Finds the first line of an answer. Lines of 0.1.0 have the asker's own
/// number of its question, which may equal that of the question before; but an
/// answer names a document once, and an answer without a document has one line.
class AnswerBegins {
 public:
  bool at(const LedgerLine& line) {
    const bool same = line.answer() == answer_ && !line.document.empty() &&
                      !documents_.contains("");
    if (!same || documents_.contains(line.document)) {
      answer_ = line.answer();
      documents_ = {std::string(line.document)};
      return true;
    }
    documents_.emplace(line.document);
    return false;
  }

 private:
  std::string answer_;
  std::set<std::string, std::less<>> documents_;  ///< of this answer so far
};

std::optional<LedgerLine> line_in(std::string_view text) {
  LedgerLine line;
  for (std::string_view& field : line.fields) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    field = text.substr(0, comma);
    text.remove_prefix(comma + 1);
  }
  line.document = text;
  return line;
}

constexpr std::string_view kTimeOf = "at,";

/// Returns the time that a line gives; nullopt for a line of an answer.
std::optional<std::int64_t> time_in(std::string_view line) {
  if (!line.starts_with(kTimeOf)) return std::nullopt;
  const std::string_view rest = line.substr(kTimeOf.size());
  const auto seconds = parse_whole(rest.substr(0, rest.find(',')));
  if (!seconds) return std::nullopt;
  return static_cast<std::int64_t>(*seconds);
}

constexpr std::string_view kLostOf = "lost,";
constexpr int kHexDigits = 16;

/// A line that accepts a loss.
struct LostLine {
  std::string run;
  LedgerHead head;
};

std::optional<LostLine> loss_in(std::string_view line) {
  if (!line.starts_with(kLostOf)) return std::nullopt;
  const auto fields = split(line, ',');
  if (fields.size() != 5) return std::nullopt;
  const auto lines = parse_whole(fields[3]);
  const auto chain = parse_hex(fields[4]);
  if (!lines || !chain) return std::nullopt;
  return LostLine{fields[1], {*lines, *chain}};
}

/// Returns the first time that a ledger gives: its older lines count as entered
/// then. The latest of all times if it gives none.
std::int64_t first_time_in(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (line.size() > kCheckDigits)
      if (const auto at = time_in(line.substr(kCheckDigits + 1))) return *at;
    begin = end + 1;
  }
  return std::numeric_limits<std::int64_t>::max();
}

void enter_line(LedgerBook& book, const LedgerLine& line,
                const std::string& label) {
  if (line.document.empty()) return;
  SpentBefore& spent = book.documents[std::string(line.document)];
  const std::uint64_t releases = *line.releases();
  if (line.guarantee() == label) {
    spent.same += releases;
  } else if (releases > 0) {
    spent.others += releases;
    spent.other += *line.epsilon() * static_cast<double>(releases);
  }
}

/// True if reading would unpack the file.
bool is_packed(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return stream.get() == 0x1f && stream.get() == 0x8b;
}

}  // namespace

std::string time_line(std::int64_t at, std::uint64_t salt) {
  return fmt::format("{}{},{:016x}", kTimeOf, at, salt);
}

std::string lost_line(const std::string& run, const std::string& member,
                      const LedgerHead& head) {
  return fmt::format("{}{},{},{},{:016x}", kLostOf, run, member, head.lines,
                     head.chain);
}

std::uint64_t chain_of(const std::string& line, std::uint64_t before) {
  Sha256 digest;
  digest.add(&before, sizeof before);
  digest.add(line.data(), line.size());
  return parse_hex(digest.hex().substr(0, kHexDigits)).value();
}

LedgerHead LedgerBook::head(std::size_t lines) const {
  return {lines, lines == 0 ? 0 : chains.at(lines - 1)};
}

bool LedgerBook::holds(const LedgerHead& found) const {
  if (found.lines <= chains.size() && found == head(found.lines)) return true;
  return std::ranges::count(lost, found) > 0;
}

const char* const kLedgerHeading =
    "check,run,asker,answer,question,guarantee,epsilon,releases,document\n";

std::string label_of(const Guarantee& guarantee) {
  // One number, then one for each order or none: no separator needed.
  Sha256 digest;
  digest.add(&guarantee.pure, sizeof guarantee.pure);
  digest.add(guarantee.renyi.data(), sizeof(double) * guarantee.renyi.size());
  return digest.hex().substr(0, 16);
}

SpentBefore LedgerBook::spent_on(const std::string& document) const {
  const auto found = documents.find(escaped(document));
  return found == documents.end() ? SpentBefore() : found->second;
}

std::size_t LedgerBook::earlier() const {
  std::size_t sum = 0;
  for (const auto& [asker, count] : answers) sum += count;
  return sum;
}

MostTold LedgerBook::most_told(const Guarantee& guarantee, double delta) const {
  // Composition is slow, and slower with more releases.
  std::map<double, const decltype(documents)::value_type*> most_same;
  for (const auto& each : documents) {  // by the others' sum
    auto& most = most_same[each.second.other];
    const auto told = [](const SpentBefore& spent) {
      return std::pair(spent.same, spent.others);
    };
    if (!most || told(each.second) > told(most->second)) most = &each;
  }
  MostTold told;
  for (const auto& [other, most] : most_same) {
    const double accounted =
        other + compose(guarantee, most->second.same, delta).best();
    if (told.document.empty() || accounted > told.accounted)
      told = {most->first, most->second, accounted};
  }
  return told;
}

std::size_t LedgerBook::spent_out(const ReleaseConfig& config,
                                  std::uint32_t askers) const {
  if (documents.empty() || config.budget == kNoBound) return 0;
  ReleaseLedger account(config, static_cast<std::uint32_t>(documents.size()), 1,
                        askers);
  std::uint32_t document = 0;
  std::size_t count = 0;
  for (const auto& [name, spent] : documents) {
    account.spend(document, spent.same, spent.other);
    if (account.left(document++, 0) == 0) ++count;
  }
  return count;
}

std::uint32_t check_of(const std::string& line, std::uint32_t before) {
  return static_cast<std::uint32_t>(
      crc32(before, reinterpret_cast<const Bytef*>(line.data()),
            static_cast<unsigned>(line.size())));
}

std::string escaped(const std::string& name) {
  std::string text;
  for (const char each : name)
    if (each == '\n' || each == '\r' || each == '\\')
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(each));
    else
      text += each;
  return text;
}

namespace {

/// Returns the text of a ledger with its heading; empty if it has no line.
std::string ledger_text(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return {};
  if (is_packed(file))
    throw DataError(file.string() +
                    ": is packed, but a ledger is appended to; unpack it");
  std::string text = file_text(file, kMaxBook);
  const std::string_view heading = kLedgerHeading;
  if (!text.starts_with(heading) && !heading.starts_with(text))
    throw DataError(file.string() + ":1: is no ledger of answers; expected " +
                    std::string(heading.substr(0, heading.size() - 1)));
  return text.size() < heading.size() ? "" : text;
}

}  // namespace

LedgerBook read_ledger(const std::filesystem::path& file,
                       const std::string& run, const std::string& label,
                       const std::string& asker, std::int64_t since) {
  LedgerBook book;
  const std::string text = ledger_text(file);
  if (text.empty()) return book;
  const auto refuse = [&](std::size_t number, const std::string& what) {
    throw DataError(fmt::format("{}:{}: {}", file.string(), number, what));
  };
  book.bytes = std::string_view(kLedgerHeading).size();
  AnswerBegins begins;
  std::int64_t until = first_time_in(text);  // of lines without a time
  for (std::size_t number = 2; book.bytes < text.size(); ++number) {
    const std::size_t end = text.find('\n', book.bytes);
    if (end == std::string::npos) break;
    const std::string whole = text.substr(book.bytes, end - book.bytes);
    book.bytes = end + 1;
    const std::string rest =
        whole.substr(std::min(whole.size(), kCheckDigits + 1));
    book.check = check_of(rest, book.check);
    if (whole != fmt::format("{:08x},", book.check) + rest)
      refuse(number, "was changed after it was written, or a line before it");
    book.chains.push_back(
        chain_of(rest, book.chains.empty() ? 0 : book.chains.back()));
    if (const auto loss = loss_in(rest)) {
      book.lost.push_back(loss->head);
      if (loss->run != run) book.before_own = book.chains.size();
      continue;
    }
    if (const auto at = time_in(rest)) {
      book.at = *at;
      until = *at + kLedgerMinute;
      continue;
    }
    const auto line = line_in(rest);
    if (!line || !line->epsilon() || !line->releases())
      refuse(number, "is no line of a ledger");
    if (line->run() == run) {
      book.own.push_back(rest);
      book.own_times.push_back(until);
      book.own_places.push_back(book.chains.size());
      continue;
    }
    book.others_since |= !book.own.empty();
    book.before_own = book.chains.size();
    if (!asker.empty() && line->asker() != asker) continue;
    book.runs.emplace(line->run());
    if (until > since) {
      enter_line(book, *line, label);
      if (book.at > 0)
        book.oldest = std::min(book.oldest.value_or(until), until);
    }
    if (begins.at(*line)) ++book.answers[std::string(line->asker())];
  }
  return book;
}

}  // namespace fedltr
