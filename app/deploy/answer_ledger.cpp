#include "app/deploy/answer_ledger.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <spdlog/fmt/fmt.h>
#include <sys/stat.h>
#include <unistd.h>

#include "actors/silo/machine_fault.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/base/file_lock.hpp"
#include "app/base/files.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr int kForOwner = 0600;

}  // namespace

std::int64_t begin_of_period(std::uint64_t period, std::int64_t now) {
  return period == 0 ? kAllTimes : now - static_cast<std::int64_t>(period);
}

AnswerLedger::AnswerLedger(fs::path file, LedgerSetup run)
    : file_(std::move(file)), run_(std::move(run)) {
  descriptor_ =
      ::open(file_.c_str(),
             O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, kForOwner);
  if (descriptor_ < 0)
    throw std::runtime_error(file_.string() + ": " + std::strerror(errno));
  try {
    // The file names documents and askers; a copy may have other rights.
    if (fchmod(descriptor_, kForOwner) != 0)
      throw std::runtime_error(file_.string() + ": " + std::strerror(errno));
    if (!lock_soon(descriptor_))
      throw UsageError(file_.string() + ": another run is entering answers");
    since_ = begin_of_period(run_.period, run_.begun);
    book_ = read_ledger(file_, run_.run, label_of(run_.config.guarantee), "",
                        since_);
    // The documents' budgets have changed since this run answered.
    if (book_.others_since)
      throw CheckpointError(file_.string() +
                            ": other runs have entered answers since this one "
                            "stopped: begin it anew, without its journal");
    // Part that a kill or a loss of power cut off: its answer was never sent.
    if (ftruncate(descriptor_, static_cast<off_t>(book_.bytes)) != 0)
      throw std::runtime_error(file_.string() + ": " + std::strerror(errno));
    if (book_.bytes == 0) append(kLedgerHeading);
    lines_ = book_.before_own;
    sync_folder(fs::absolute(file_).parent_path());
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

AnswerLedger::~AnswerLedger() {
  if (descriptor_ >= 0) close(descriptor_);
}

void AnswerLedger::open(ReleaseLedger& releases) {
  enter_spending(releases);
  for (std::uint32_t asker = 0; asker < run_.members.size(); ++asker)
    if (run_.limits.refused.contains(run_.members[asker]))
      releases.close(asker);
  given_ = book_.answers;
  given_in_all_ = earlier();
  close_spent(releases);
}

void AnswerLedger::enter_spending(ReleaseLedger& releases) const {
  for (std::uint32_t d = 0; d < run_.documents.size(); ++d) {
    const SpentBefore spent = book_.spent_on(run_.documents[d]);
    releases.spend(d, spent.same, spent.other);
  }
}

void AnswerLedger::renew(std::int64_t now, ReleaseLedger& releases) {
  if (run_.period == 0) return;
  since_ = begin_of_period(run_.period, now);
  LedgerBook book =
      read_ledger(file_, run_.run, label_of(run_.config.guarantee), "", since_);
  book_.documents = std::move(book.documents);
  book_.asked = std::move(book.asked);
  enter_spending(releases);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> over;
  for (const Entered& each : entered_)
    if (each.until <= since_)
      over[{each.document, each.asker}] += each.releases;
  // An asker that was excluded has no account any more.
  for (const auto& [place, count] : over)
    if (count <= releases.releases(place.first, place.second))
      releases.renew(place.first, place.second, count);
}

/// Closes the askers that have had the maximum number of answers.
void AnswerLedger::close_spent(ReleaseLedger& releases) const {
  for (std::uint32_t asker = 0; asker < run_.members.size(); ++asker) {
    const auto given = given_.find(run_.members[asker]);
    const std::size_t answers = given == given_.end() ? 0 : given->second;
    if (given_in_all_ >= run_.limits.answers ||
        answers >= run_.limits.answers_a_member || is_over(asker))
      releases.close(asker);
  }
}

void AnswerLedger::enter(const SiloMessage& answer, ReleaseLedger& releases) {
  const auto lines = lines_of(answer, releases);
  ++given_in_run_[answer.to];
  if (lines) {
    append(*lines);
    ++given_[run_.members.at(answer.to)];
    ++given_in_all_;
  }
  close_spent(releases);
}

bool AnswerLedger::ask(const std::vector<std::string>& terms) {
  if (run_.limits.questions_a_query == OwnLimits::kNone) return true;
  const std::string query = name_of_query(terms);
  if (times_asked(query) >= run_.limits.questions_a_query) {
    ++unasked_;
    return false;
  }
  std::string lines;
  is_salted_ = false;
  asked_.push_back({query, add_asked(lines, query)});
  append(lines);
  return true;
}

std::size_t AnswerLedger::times_asked(const std::string& query) const {
  const auto before = book_.asked.find(query);
  const auto now =
      std::ranges::count_if(asked_, [&](const LedgerBook::Asked& each) {
        return each.query == query && each.until > since_;
      });
  return (before == book_.asked.end() ? 0 : before->second) +
         static_cast<std::size_t>(now);
}

/// @return the time until which the line counts as entered
std::int64_t AnswerLedger::add_asked(std::string& lines,
                                     const std::string& query) {
  if (asked_.size() < book_.own_asked.size()) {
    const LedgerBook::Asked& again = book_.own_asked[asked_.size()];
    if (again.query != query)
      throw DataError(file_.string() +
                      ": holds other questions of this run than it asks");
    return again.until;
  }
  add_time(lines);
  add_new(lines, asked_line(run_.run, query));
  return book_.at + kLedgerMinute;
}

bool AnswerLedger::is_over(std::uint32_t asker) const {
  const auto& limit = run_.limits.answers_a_run;
  const auto given = given_in_run_.find(asker);
  return limit && (given == given_in_run_.end() ? 0 : given->second) >= *limit;
}

bool AnswerLedger::is_last_of_run(std::uint32_t asker) const {
  return is_over(asker) && given_in_run_.at(asker) == run_.limits.answers_a_run;
}

std::optional<std::string> AnswerLedger::lines_of(
    const SiloMessage& answer, const ReleaseLedger& releases) {
  const Guarantee& guarantee = run_.config.guarantee;
  // Own number: the asker, or a relay in its name, may repeat a question's.
  const std::string begin = fmt::format(
      "{},{},{},{},{},{}", run_.run, run_.members.at(answer.to),
      name_of(answer.type()), given_in_run_[answer.to] + 1, label_of(guarantee),
      std::isinf(guarantee.pure) ? "inf" : fmt::format("{}", guarantee.pure));
  auto& told = told_[answer.to];
  told.resize(run_.documents.size());
  std::string lines;
  is_salted_ = false;
  bool any = false;
  for (std::uint32_t d = 0; d < told.size(); ++d) {
    const std::uint32_t now = releases.releases(d, answer.to);
    require(now >= told[d], "an account of answers only grows");
    if (now == told[d]) continue;
    const std::int64_t until =
        add_line(lines, fmt::format("{},{},{}", begin, now - told[d],
                                    escaped(run_.documents[d])));
    if (run_.period > 0)
      entered_.push_back({until, d, answer.to, now - told[d]});
    told[d] = now;
    any = true;
  }
  return any ? std::optional(lines) : std::nullopt;
}

std::string AnswerLedger::loss_of(const std::string& member,
                                  const LedgerHead& head) const {
  if (book_.holds(head)) return "";
  return fmt::format(
      "{}: has {} lines, but {} remembers one of {} lines that is no part of "
      "it: lines are lost, an older copy was restored, or it lies; put the "
      "newest copy in its place, or --accept-loss counts the answers in it as "
      "never given: a document may spend its budget once more",
      file_.string(), book_.chains.size(), member, head.lines);
}

void AnswerLedger::accept_loss(const std::string& member,
                               const LedgerHead& head) {
  std::string lines;
  add_new(lines, lost_line(run_.run, member, head));
  append(lines);
  book_.lost.push_back(head);
}

std::int64_t AnswerLedger::add_line(std::string& lines,
                                    const std::string& line) {
  if (again_ < book_.own.size()) {
    if (book_.own[again_] != line)
      throw DataError(file_.string() +
                      ": holds other answers of this run than it gives");
    lines_ = book_.own_places[again_];
    return book_.own_times[again_++];
  }
  add_time(lines);
  add_new(lines, line);
  lines_ = book_.chains.size();
  return book_.at + kLedgerMinute;
}

/// Adds the time and a salt before an answer: its asker may know the chain
/// before it. A clock that was set back leaves the later time.
void AnswerLedger::add_time(std::string& lines) {
  if (!run_.clock || std::exchange(is_salted_, true)) return;
  const std::int64_t now = std::max(run_.clock(), book_.at);
  add_new(lines, time_line(now, run_.salt ? run_.salt() : 0));
  book_.at = now;
}

void AnswerLedger::add_new(std::string& lines, const std::string& line) {
  book_.check = check_of(line, book_.check);
  book_.chains.push_back(
      chain_of(line, book_.chains.empty() ? 0 : book_.chains.back()));
  lines += fmt::format("{:08x},", book_.check) + line + "\n";
}

void AnswerLedger::append(const std::string& lines) {
  if (lines.empty()) return;
  errno = 0;
  const auto written = write(descriptor_, lines.data(), lines.size());
  const bool is_whole = written == static_cast<ssize_t>(lines.size());
  if (!is_whole && errno == 0) errno = ENOSPC;  // only a part fitted
  if (!is_whole || fdatasync(descriptor_) != 0)
    throw MachineFault(file_.string() + ": " + std::strerror(errno) +
                       ": no answer leaves that is not in the ledger");
}

}  // namespace fedltr
