#include <stdexcept>
#include <utility>

#include <spdlog/spdlog.h>

#include "actors/silo/party.hpp"

namespace fedltr {

void PartyState::open_search() {
  live_.emplace(AskingParty{collection(), share().documents, plan_->protocol,
                            *hash_key_, *statistics_, *own_},
                plan_->secrets(), party_);
  self_->send(study_, SearchOpen{});
}

void PartyState::ask(const AskOthers& asked) {
  require(live_.has_value(), "asked before the keys");
  live_->ask(asked.terms);
  ask_waiting();
}

/// Gives up the open query, if it is this one or an earlier one.
void PartyState::give_up(const GiveUp& given) {
  require(live_.has_value(), "gave up before the keys");
  live_->give_up(given.query);
  say_what_was_found();
}

void PartyState::ask_waiting() {
  std::map<std::uint32_t, SiloMessage> questions;
  try {
    questions = live_->begin(keys_->members());
  } catch (const std::invalid_argument& error) {
    // The query's terms are at fault, which does not end a session.
    spdlog::warn("a query is not sent: {}", error.what());
    self_->send(study_, OthersAnswered{nullptr});
    return ask_waiting();
  }
  for (auto& [owner, question] : questions) send(owner, std::move(question));
  say_what_was_found();  // if there is no party to ask
}

void PartyState::on_live(const SiloMessage& message) {
  if (auto fetch = live_->take(message))
    return send(message.from, std::move(*fetch));
  say_what_was_found();
}

void PartyState::say_what_was_found() {
  auto found = live_->take_result();
  if (!found) return;
  self_->send(study_, OthersAnswered{std::move(found)});
  ask_waiting();
}

}  // namespace fedltr
