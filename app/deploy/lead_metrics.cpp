#include "app/deploy/lead_metrics.hpp"

#include "app/deploy/expiry.hpp"

namespace fedltr {
namespace {

LeadProgress progress_of(const MembersAgreement& agreement,
                         const members::LeadState& state) {
  LeadProgress progress;
  progress.planned = agreement.plan.epochs;
  progress.named = agreement.names().size();
  progress.metric_name = agreement.plan.comparing.on()
                             ? "preference"
                             : agreement.scenario.evaluation.metrics[0];
  progress.take(state);
  return progress;
}

GaugesFile::Add gauges_of(const LeadProgress& progress) {
  return [progress](MetricsText& text) { add_gauges(text, progress); };
}

}  // namespace

LeadMetrics::LeadMetrics(
    const std::filesystem::path& file, const MembersAgreement& agreement,
    const std::shared_ptr<ServerTls>& tls,
    std::shared_ptr<const std::atomic<std::uint64_t>> refused,
    const members::LeadState& state, members::LeadHooks& hooks)
    : refused_(std::move(refused)),
      now_(progress_of(agreement, state)),
      file_(file, agreement.scenario.run.name, gauges_of(now_)) {
  if (tls)
    file_.watch_certificates([tls] { return ends_of(tls->certificates()); });
  hooks.on_second = [this](std::size_t here) {
    now_.here = here;
    update();
  };
  hooks.on_closed = [this, keep = hooks.on_closed](
                        const members::EpochRecord& record,
                        const members::LeadState& state) {
    keep(record, state);
    now_.take(state);
    now_.over = unix_time();
    now_.in_sum = record.why.empty() ? record.survivors.size() : 0;
    now_.up += record.bytes_up;
    now_.down += record.bytes_down;
    update();
  };
  hooks.on_left = [this, keep = hooks.on_left](
                      std::uint32_t member, const members::LeadState& state) {
    keep(member, state);
    now_.left = state.left.size();
    update();
  };
}

void LeadMetrics::update() {
  now_.refused = *refused_;
  file_.update(gauges_of(now_));
}

}  // namespace fedltr
