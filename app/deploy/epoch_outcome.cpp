#include "app/deploy/epoch_outcome.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "app/deploy/compared_file.hpp"
#include "app/deploy/held_out_file.hpp"

namespace fedltr {
namespace {

constexpr const char* kOpened = "opened";
constexpr const char* kEvaluated = "evaluated";
constexpr const char* kCompared = "compared:";

std::string kind_of_outcome(const members::EpochRecord& record,
                            const members::LeadState& state, bool compares) {
  if (!record.why.empty()) return record.why;
  if (record.kind == EpochKind::kLearning) return kOpened;
  if (!compares) return kEvaluated;
  const HeldOutPoint& point = state.curve.back();
  return fmt::format("{} {:.3f} ({:.3f} to {:.3f}) {}", kCompared, point.mean,
                     point.lower, point.upper, name_of(point.verdict));
}

}  // namespace

std::string epoch_outcome(const members::EpochRecord& record,
                          const members::LeadState& state,
                          const std::vector<std::string>& names,
                          bool compares) {
  std::string text = kind_of_outcome(record, state, compares);
  if (record.discarded > 0)
    text += fmt::format("; {} of {} sums discarded", record.discarded,
                        record.groups);
  for (const std::uint32_t member : record.left_out)
    text += "; " + names[member] + " left out";
  return text;
}

bool is_opened(std::string_view outcome) {
  return outcome.starts_with(kOpened) || outcome.starts_with(kEvaluated) ||
         outcome.starts_with(kCompared);
}

void log_epoch(const MembersAgreement& agreement,
               const members::EpochRecord& record,
               const members::LeadState& state) {
  const auto all = agreement.names().size();
  if (!record.why.empty())
    spdlog::warn("epoch {}  lost: {}", record.epoch, record.why);
  else if (record.kind == EpochKind::kEvaluation &&
           agreement.plan.comparing.on())
    log_compared(record.epoch, state.curve.back());
  else if (record.kind == EpochKind::kEvaluation)
    spdlog::info("epoch {}  model {}  {}", record.epoch, state.opened,
                 held_out_text(agreement.scenario.evaluation.metrics[0],
                               state.curve.back()));
  else
    spdlog::info("epoch {}  {} of {} members  sum opened  model {}",
                 record.epoch, record.survivors.size(), all, state.opened);
}

}  // namespace fedltr
