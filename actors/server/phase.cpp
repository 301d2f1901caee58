#include "actors/server/phase.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace fedltr {

std::string_view name_of(ServerPhase phase) {
  constexpr std::array<std::string_view, 8> names = {
      "idle",     "masking",  "training",  "unmasking",
      "removing", "stopping", "reporting", "ended"};
  return names.at(static_cast<std::size_t>(phase));
}

bool is_transition(ServerPhase from, ServerPhase to) {
  using enum ServerPhase;
  constexpr auto arrows = std::to_array<std::pair<ServerPhase, ServerPhase>>({
      {kIdle, kMasking},
      {kIdle, kTraining},
      {kIdle, kRemoving},
      {kIdle, kStopping},
      {kIdle, kReporting},
      {kMasking, kTraining},
      {kMasking, kStopping},
      {kTraining, kIdle},
      {kTraining, kUnmasking},
      {kTraining, kStopping},
      {kUnmasking, kIdle},
      {kUnmasking, kStopping},
      {kRemoving, kIdle},
      {kRemoving, kStopping},
      {kStopping, kReporting},
  });
  // A server can fail in any phase.
  return to == kEnded ||
         std::ranges::find(arrows, std::pair(from, to)) != arrows.end();
}

}  // namespace fedltr
