#pragma once

#include <optional>

#include "actors/silo/live_asking.hpp"
#include "actors/silo/party.hpp"

namespace fedltr {

/// The state of a party's actor in a search session: once keys are agreed on,
/// it answers questions and asks the queries of AskOthers, until it is stopped.
/// Does not disclose what training needs.
class SearchParty : public Party {
 public:
  using Party::Party;

  caf::message_handler handlers();

 private:
  void open() override;
  void take_answer(const SiloMessage& message) override;
  void accept_other(const SiloMessage& message) override;
  void leave_out(std::uint32_t party) override;

  void ask(const AskOthers& asked);
  void give_up(const GiveUp& given);
  void renew(const Renew& renewal);
  void ask_waiting();
  void say_what_was_found();

  std::optional<LiveAsking> live_;  ///< from open() on
};

}  // namespace fedltr
