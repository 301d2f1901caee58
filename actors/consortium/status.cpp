#include "actors/consortium/status.hpp"

#include <array>

namespace fedltr::consortium {

const char* name_of(RelayPhase phase) {
  static constexpr std::array<const char*, kRelayPhases> kNames = {
      "waiting",  "keys",    "moments", "questions",
      "training", "metrics", "ending",  "over"};
  return kNames.at(static_cast<std::size_t>(phase));
}

std::optional<RelayPhase> phase_after(MessageType sent) {
  switch (sent) {
    case MessageType::kBeginKeys:
    case MessageType::kPartyKeys:
    case MessageType::kWrappedKey:
      return RelayPhase::kKeys;
    case MessageType::kFrequencySum:
    case MessageType::kMomentSum:
    case MessageType::kTopQuestion:
    case MessageType::kTopAnswer:
    case MessageType::kCountQuestion:
    case MessageType::kCountAnswers:
      return RelayPhase::kQuestions;
    case MessageType::kAskMoments:
      return RelayPhase::kMoments;
    case MessageType::kTrainAlone:
    case MessageType::kLocalModel:
    case MessageType::kGenerator:
    case MessageType::kGradientStep:
    case MessageType::kFinalModel:
      return RelayPhase::kTraining;
    case MessageType::kAskMetrics:
    case MessageType::kMetricsOfOthers:
      return RelayPhase::kMetrics;
    default:
      return std::nullopt;
  }
}

}  // namespace fedltr::consortium
