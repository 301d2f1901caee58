#include "actors/silo/search_party.hpp"

#include <stdexcept>
#include <utility>

#include <spdlog/spdlog.h>

namespace fedltr {

caf::message_handler SearchParty::handlers() {
  return Party::handlers().or_else(taking(&SearchParty::ask),
                                   taking(&SearchParty::give_up),
                                   taking(&SearchParty::renew));
}

void SearchParty::open() {
  live_.emplace(AskingParty{collection(), share().documents, plan().protocol,
                            hash_key(), statistics(), own()},
                plan().secrets(), party(), hooks().may_ask);
  tell_study(SearchOpen{});
}

void SearchParty::ask(const AskOthers& asked) {
  require(live_.has_value(), "asked before the keys");
  live_->ask(asked.terms);
  ask_waiting();
}

/// Gives up the open query, if it is this one or an earlier one.
void SearchParty::give_up(const GiveUp& given) {
  require(live_.has_value(), "gave up before the keys");
  live_->give_up(given.query);
  say_what_was_found();
}

void SearchParty::renew(const Renew& renewal) {
  if (live_ && hooks().on_renewal)
    hooks().on_renewal(renewal.now, *owner().account());
}

void SearchParty::ask_waiting() {
  std::map<std::uint32_t, SiloMessage> questions;
  try {
    questions = live_->begin(keys().members());
  } catch (const std::invalid_argument& error) {
    // The query's terms are at fault, which does not end a session.
    spdlog::warn("a query is not sent: {}", error.what());
    tell_study(OthersAnswered{nullptr});
    return ask_waiting();
  }
  for (auto& [owner, question] : questions) send(owner, std::move(question));
  say_what_was_found();  // if there is no party to ask
}

void SearchParty::take_answer(const SiloMessage& message) {
  if (!live_) return;
  if (auto fetch = live_->take(message))
    return send(message.from, std::move(*fetch));
  say_what_was_found();
}

void SearchParty::accept_other(const SiloMessage&) {
  throw std::invalid_argument("belongs to training, not to a search session");
}

void SearchParty::leave_out(std::uint32_t party) {
  if (!live_) return;
  owner().leave_out(party);
  live_->exclude(party);
  say_what_was_found();
}

void SearchParty::say_what_was_found() {
  auto found = live_->take_result();
  if (!found) return;
  tell_study(OthersAnswered{std::move(found)});
  ask_waiting();
}

}  // namespace fedltr
