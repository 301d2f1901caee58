#include "app/deploy/member_metrics.hpp"

#include <chrono>
#include <utility>

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
  seconds_.emplace(std::chrono::seconds(1), [this] { write(); });
}

MemberMetrics::~MemberMetrics() {
  seconds_.reset();
  write();
  if (is_complete_) file_.complete();
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
      // A welcome has a model that may have come to an earlier process, or on
      // an earlier connection.
      if (closed.survivors > 0 || (has_model_ && closed.epoch != now_.epoch))
        now_.since = unix_time();
      now_.epoch = closed.epoch;
      has_model_ = true;
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

/// Without the lock, for which hooks wait, while it reads the log or writes.
void MemberMetrics::write() {
  MemberProgress progress;
  {
    const std::lock_guard lock(mutex_);
    progress = now_;
  }
  if (log_) {
    const SearchLog::Counts counts = log_->counts();
    progress.searches = {counts.all, counts.waiting};
  }
  file_.update(gauges_of(progress));
}

}  // namespace fedltr
