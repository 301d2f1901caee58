#include "app/deploy/member_metrics.hpp"

#include <chrono>
#include <utility>

#include "app/base/signals.hpp"

namespace fedltr {
namespace {

GaugesFile::Add gauges_of(const MemberProgress& progress) {
  return [progress](MetricsText& text) { add_gauges(text, progress); };
}

}  // namespace

MemberMetrics::MemberMetrics(const std::filesystem::path& file,
                             const MembersAgreement& agreement,
                             const MemberLedger* ledger,
                             std::shared_ptr<const SearchLog> log,
                             CertificateEnds certificates,
                             members::MemberConfig& config)
    : agreement_(agreement),
      ledger_(ledger),
      log_(std::move(log)),
      file_(file, agreement.scenario.run.name, gauges_of(now_)) {
  file_.watch_certificates(std::move(certificates));
  note_budget();
  attach(config);
  thread_ = deaf_thread([this] {
    std::unique_lock lock(mutex_);
    while (!ended_.wait_for(lock, std::chrono::seconds(1),
                            [this] { return ends_; }))
      write();
    write();
  });
}

MemberMetrics::~MemberMetrics() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void MemberMetrics::attach(members::MemberConfig& config) {
  config.on_link = [this](bool is_connected) {
    const std::lock_guard lock(mutex_);
    now_.is_connected = is_connected;
  };
  config.on_model = [this,
                     keep = config.on_model](const members::Closed& closed) {
    keep(closed);
    {
      const std::lock_guard lock(mutex_);
      now_.epoch = closed.epoch;
      now_.since = unix_time();
    }
    note_budget();
  };
  if (config.secrets.charge)
    config.secrets.charge = [this, charge = config.secrets.charge](
                                std::uint32_t epoch, double mu_squared) {
      charge(epoch, mu_squared);
      note_budget();
    };
  if (config.has_budget)
    config.has_budget = [this, has_budget = config.has_budget](EpochKind kind) {
      note_budget();
      return has_budget(kind);
    };
}

/// Takes over what the ledger has, in the thread that charges it.
void MemberMetrics::note_budget() {
  if (!ledger_) return;
  MemberProgress::Budget budget{agreement_.epsilon(ledger_->of_period()),
                                agreement_.epsilon(ledger_->of_life()),
                                ledger_->covers(agreement_.cost())};
  const std::lock_guard lock(mutex_);
  now_.budget = budget;
}

/// With the lock.
void MemberMetrics::write() {
  if (log_) {
    const SearchLog::Counts counts = log_->counts();
    now_.searches = {counts.all, counts.waiting};
  }
  file_.update(gauges_of(now_));
}

void MemberMetrics::complete() {
  const std::lock_guard lock(mutex_);
  file_.complete();
}

}  // namespace fedltr
