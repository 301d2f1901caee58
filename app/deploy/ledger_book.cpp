#include "app/deploy/ledger_book.hpp"

#include <algorithm>
#include <array>
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

constexpr std::string_view kAskedOf = "asked,";

/// A line of an own query that was asked.
struct AskedLine {
  std::string run;
  std::string query;
};

std::optional<AskedLine> question_in(std::string_view line) {
  if (!line.starts_with(kAskedOf)) return std::nullopt;
  const auto fields = split(line, ',');
  if (fields.size() != 3) return std::nullopt;
  return AskedLine{fields[1], fields[2]};
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

std::string name_of_query(const std::vector<std::string>& terms) {
  Sha256 digest;
  for (const std::string& term : std::set(terms.begin(), terms.end())) {
    digest.add(term.data(), term.size());
    digest.add("\n", 1);
  }
  return digest.hex().substr(0, kHexDigits);
}

std::string asked_line(const std::string& run, const std::string& query) {
  return fmt::format("{}{},{}", kAskedOf, run, query);
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

/// Reads a ledger line by line.
class BookReader {
 public:
  BookReader(std::filesystem::path file, const std::string& run,
             const std::string& label, const std::string& asker,
             std::int64_t since)
      : file_(std::move(file)),
        run_(run),
        label_(label),
        asker_(asker),
        since_(since) {}

  LedgerBook read() {
    const std::string text = ledger_text(file_);
    if (text.empty()) return std::move(book_);
    book_.bytes = std::string_view(kLedgerHeading).size();
    until_ = first_time_in(text);
    while (book_.bytes < text.size()) {
      const std::size_t end = text.find('\n', book_.bytes);
      if (end == std::string::npos) break;
      const std::string whole = text.substr(book_.bytes, end - book_.bytes);
      book_.bytes = end + 1;
      take(checked(whole));
    }
    return std::move(book_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw DataError(fmt::format("{}:{}: {}", file_.string(), number_, what));
  }

  /// Returns a line without its check.
  std::string checked(const std::string& whole) {
    ++number_;
    const std::string rest =
        whole.substr(std::min(whole.size(), kCheckDigits + 1));
    book_.check = check_of(rest, book_.check);
    if (whole != fmt::format("{:08x},", book_.check) + rest)
      refuse("was changed after it was written, or a line before it");
    book_.chains.push_back(
        chain_of(rest, book_.chains.empty() ? 0 : book_.chains.back()));
    return rest;
  }

  void take(const std::string& rest) {
    if (const auto loss = loss_in(rest)) {
      book_.lost.push_back(loss->head);
      if (loss->run != run_) book_.before_own = book_.chains.size();
    } else if (const auto at = time_in(rest)) {
      book_.at = *at;
      until_ = *at + kLedgerMinute;
    } else if (const auto asked = question_in(rest)) {
      take(*asked);
    } else if (const auto line = line_in(rest);
               line && line->epsilon() && line->releases()) {
      take(*line, rest);
    } else {
      refuse("is no line of a ledger");
    }
  }

  void take(const AskedLine& asked) {
    if (asked.run == run_)
      return book_.own_asked.push_back({asked.query, until_});
    enter_other();
    if (until_ > since_) ++book_.asked[asked.query];
  }

  void take(const LedgerLine& line, const std::string& rest) {
    if (line.run() == run_) {
      book_.own.push_back(rest);
      book_.own_times.push_back(until_);
      book_.own_places.push_back(book_.chains.size());
      return;
    }
    enter_other();
    if (!asker_.empty() && line.asker() != asker_) return;
    book_.runs.emplace(line.run());
    if (until_ > since_) {
      enter_line(book_, line, label_);
      if (book_.at > 0)
        book_.oldest = std::min(book_.oldest.value_or(until_), until_);
    }
    if (begins_.at(line)) ++book_.answers[std::string(line.asker())];
  }

  /// Notes a line of another run.
  void enter_other() {
    book_.others_since |= !book_.own.empty() || !book_.own_asked.empty();
    book_.before_own = book_.chains.size();
  }

  std::filesystem::path file_;
  const std::string& run_;
  const std::string& label_;
  const std::string& asker_;
  std::int64_t since_;
  LedgerBook book_;
  AnswerBegins begins_;
  std::size_t number_ = 1;  ///< of the line; the heading's is 1
  std::int64_t until_ = 0;  ///< time until which the next lines are entered
};

}  // namespace

LedgerBook read_ledger(const std::filesystem::path& file,
                       const std::string& run, const std::string& label,
                       const std::string& asker, std::int64_t since) {
  return BookReader(file, run, label, asker, since).read();
}

}  // namespace fedltr
