#include "app/deploy/member_ledger.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include "algorithms/core/require.hpp"
#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/base/file_lock.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/deploy/ledger_book.hpp"

namespace fedltr {
namespace {

constexpr const char* kHeading = "check,time,agreement,epoch,unit,mu_squared";
constexpr std::size_t kMostOfLedger = std::size_t{1} << 30;
constexpr std::size_t kDigits = 8;
/// Allows for rounding in the sum of a period's epochs.
constexpr double kSlack = 1 + 1e-9;

}  // namespace

MemberLedger::MemberLedger(std::filesystem::path file, Limits limits,
                           ExpiryWatch::Clock clock,
                           std::shared_ptr<ClockWatch> watch)
    : file_(std::move(file)),
      limits_(std::move(limits)),
      clock_(std::move(clock)),
      watch_(std::move(watch)) {
  if (!std::filesystem::exists(file_)) return;
  open_file();
  try {
    read();
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

MemberLedger::~MemberLedger() {
  if (descriptor_ >= 0) close(descriptor_);
}

void MemberLedger::open_file() {
  if (limits_.only_read) return;
  descriptor_ =
      open(file_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC,
           S_IRUSR | S_IWUSR);
  if (descriptor_ < 0)
    throw UsageError(file_.string() +
                     ": can't be opened: " + std::strerror(errno));
  if (!lock_soon(descriptor_))
    throw UsageError(file_.string() +
                     ": another process holds this ledger: this member runs "
                     "already, here or in another federation, and with a "
                     "second ledger would spend its budget twice");
}

void MemberLedger::read() {
  const std::string text = file_text(file_, kMostOfLedger);
  std::size_t number = 0;
  while (bytes_ < text.size()) {
    const std::size_t end = text.find('\n', bytes_);
    if (end == std::string::npos) break;  // cut short by a loss of power
    const std::string line = text.substr(bytes_, end - bytes_);
    bytes_ = end + 1;
    if (++number == 1) {
      if (line == kHeading) continue;
      throw DataError(file_.string() + ": is no ledger of a member: expected " +
                      kHeading);
    }
    const std::string rest =
        line.size() > kDigits ? line.substr(kDigits + 1) : "";
    const auto fields = split(rest, ',');
    check_ = check_of(rest, check_);
    const bool whole = fields.size() == 5;
    const auto mu = whole ? parse_real(fields[4]) : std::nullopt;
    const auto time = whole ? parse_whole(fields[0]) : std::nullopt;
    const auto epoch = whole ? parse_whole(fields[2]) : std::nullopt;
    if (!mu || !time || !epoch ||
        line.substr(0, kDigits) != fmt::format("{:08x}", check_))
      throw DataError(file_.string() + ":" + std::to_string(number) +
                      ": was changed or damaged: restore the ledger from a "
                      "backup, or count all of its budget as spent");
    const std::string unit = name_of(limits_.unit);
    entries_.push_back({static_cast<std::int64_t>(*time), *mu});
    // Nothing is bounded on either side.
    if (*mu == 0 || limits_.mu_squared == 0) continue;
    if (fields[3] != name_of(PrivacyUnit::kMember) && fields[3] != unit)
      throw UsageError(file_.string() + ":" + std::to_string(number) +
                       ": is of an epoch with members.unit = " + fields[3] +
                       ", whose noise does not bound a " + unit +
                       "; what this federation reveals adds to that, so use "
                       "the same unit, or let another ledger (--ledger FILE) "
                       "count it beside this one");
    if (fields[1] == limits_.agreement)
      last_epoch_ = std::max(last_epoch_, static_cast<std::uint32_t>(*epoch));
  }
}

bool MemberLedger::charge(std::uint32_t epoch, double mu_squared) {
  if (descriptor_ < 0) {
    open_file();
    read();  // another process may have made it since
  }
  require(mu_squared == 0 || epoch > last_epoch_,
          "the ledger has charged this epoch, or a later one, of this "
          "agreement: a federation that begins anew needs another run.seed");
  const bool knows = knows_time();
  require(
      knows || mu_squared == 0,
      "this machine's clock was set by more than an hour, so no part leaves "
      "until it is set back or that is an hour ago");
  if (!covers(mu_squared)) return false;
  if (ftruncate(descriptor_, static_cast<off_t>(bytes_)) != 0)
    throw std::runtime_error(file_.string() + ": can't be written");
  // A clock that was set back leaves the later time, as one that is not
  // believed does.
  const std::int64_t last = entries_.empty() ? 0 : entries_.back().time;
  const std::int64_t now =
      knows || entries_.empty() ? std::max(clock_(), last) : last;
  const std::string rest =
      fmt::format("{},{},{},{},{}", now, limits_.agreement, epoch,
                  name_of(limits_.unit), mu_squared);
  const std::uint32_t check = check_of(rest, check_);
  std::string text = bytes_ == 0 ? std::string(kHeading) + "\n" : "";
  text += fmt::format("{:08x},{}\n", check, rest);
  errno = ENOSPC;  // a part of a line that is written sets none
  if (write(descriptor_, text.data(), text.size()) != std::ssize(text) ||
      fsync(descriptor_) != 0)
    throw std::runtime_error(
        file_.string() +
        ": can't be written, so nothing leaves: " + std::strerror(errno));
  if (bytes_ == 0) sync_folder(file_.parent_path());
  bytes_ += text.size();
  check_ = check;
  if (mu_squared > 0) last_epoch_ = epoch;
  entries_.push_back({now, mu_squared});
  return true;
}

bool MemberLedger::covers(double mu_squared) const {
  return mu_squared == 0 ||
         of_period() + mu_squared <= limits_.mu_squared * kSlack;
}

std::int64_t MemberLedger::renewal(double mu_squared) const {
  const auto period = static_cast<std::int64_t>(limits_.period);
  double sum = of_period();
  std::int64_t then = clock_();
  for (const Entry& entry : entries_) {
    if (entry.time <= clock_() - period) continue;
    if (sum + mu_squared <= limits_.mu_squared * kSlack) break;
    sum -= entry.mu_squared;
    then = entry.time + period;
  }
  return then;
}

double MemberLedger::of_period() const {
  const std::int64_t from =
      clock_() - static_cast<std::int64_t>(limits_.period);
  double sum = 0;
  for (const Entry& entry : entries_)
    if (entry.time > from) sum += entry.mu_squared;
  return sum;
}

std::optional<std::int64_t> MemberLedger::future() const {
  constexpr std::int64_t kDay = 86400;
  if (entries_.empty() || entries_.back().time <= clock_() + kDay) return {};
  return entries_.back().time;
}

double MemberLedger::of_life() const {
  double sum = 0;
  for (const Entry& entry : entries_) sum += entry.mu_squared;
  return sum;
}

std::size_t MemberLedger::unbounded() const {
  return static_cast<std::size_t>(
      std::ranges::count(entries_, 0.0, &Entry::mu_squared));
}

}  // namespace fedltr
