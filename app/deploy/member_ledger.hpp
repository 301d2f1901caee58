#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/members/privacy_unit.hpp"
#include "app/deploy/clock_watch.hpp"
#include "app/deploy/expiry.hpp"

namespace fedltr {

/// A member's account of the sums it has a part in, for its life, over all
/// federations that name the file. A line for each epoch:
///
///   check,time,agreement,epoch,unit,mu_squared
///
/// `check` is as in LedgerBook; `time` is in Unix seconds, and not earlier than
/// in the line before; `mu_squared` is the squared sensitivity of one unit over
/// the variance of the noise in the sum: it adds up, whatever the noise; 0 is
/// an epoch without noise, which nothing bounds. Noise for a member bounds its
/// queries and users too; noise for a query or user does not bound the others.
/// A line is on disk before the member's part leaves, whether the sum is opened
/// or not.
class MemberLedger {
 public:
  /// Limits of the agreement.
  struct Limits {
    std::string agreement;  ///< digest
    PrivacyUnit unit = PrivacyUnit::kMember;
    double mu_squared = 0;     ///< most in a period; 0: no noise
    std::uint64_t period = 0;  ///< seconds; the last ones before a charge
    bool only_read = false;    ///< nothing is charged, so it takes no lock
  };

  /// Opens the file, or makes it when it is first charged.
  /// @throws DataError   naming file and line, if it was changed by accident
  /// @throws UsageError  if another process holds it, or it has epochs whose
  ///                     noise does not bound the unit
  /// @param watch  of the clock; null: it is always believed
  MemberLedger(std::filesystem::path file, Limits limits,
               ExpiryWatch::Clock clock,
               std::shared_ptr<ClockWatch> watch = nullptr);
  ~MemberLedger();
  MemberLedger(const MemberLedger&) = delete;
  MemberLedger& operator=(const MemberLedger&) = delete;

  /// Charges an epoch; one without noise leaves the period's budget as it is.
  /// @return false if the period's budget does not cover it: nothing may leave
  /// @throws std::invalid_argument  for an epoch with noise that is not later
  ///                                than all earlier ones of this agreement, or
  ///                                while the clock is not believed
  /// @throws std::runtime_error     if it can't be written
  [[nodiscard]] bool charge(std::uint32_t epoch, double mu_squared);

  /// True if the clock is believed.
  bool knows_time() const { return !watch_ || watch_->is_believed(); }
  /// True if the period's budget covers an epoch now.
  bool covers(double mu_squared) const;

  /// Returns the first second at which the period's budget covers an epoch
  /// again, in Unix seconds.
  std::int64_t renewal(double mu_squared) const;

  /// Sum of mu_squared in the period that ends now.
  double of_period() const;
  /// Time of the last line, if that is more than a day ahead of the clock.
  std::optional<std::int64_t> future() const;
  /// Sum over life.
  double of_life() const;
  /// Number of epochs without noise over life.
  std::size_t unbounded() const;

 private:
  struct Entry {
    std::int64_t time = 0;
    double mu_squared = 0;
  };

  void read();
  void open_file();

  std::filesystem::path file_;
  Limits limits_;
  ExpiryWatch::Clock clock_;
  std::shared_ptr<ClockWatch> watch_;
  std::vector<Entry> entries_;
  std::uint32_t last_epoch_ = 0;  ///< of this agreement
  std::uint32_t check_ = 0;
  std::uint64_t bytes_ = 0;  ///< of whole lines
  int descriptor_ = -1;
};

}  // namespace fedltr
