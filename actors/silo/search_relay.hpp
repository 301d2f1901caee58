#pragma once

#include "actors/silo/relay.hpp"

namespace fedltr {

/// The state of the actor between the parties of a search session: once keys
/// are agreed on, it passes on questions and answers until it is stopped.
/// Nothing is summed after the keys.
class SearchRelay : public Relay {
 public:
  using Relay::Relay;

 private:
  void open() override {}
  bool may_ask(std::uint32_t) const override { return true; }
  bool owes(std::uint32_t party) const override { return router().owes(party); }
  bool will_sum() const override { return false; }
  bool has_all_answers() const override { return false; }
  void take_answer_of(const SiloMessage&) override {}
  void advance() override {}
  void leave_out(std::uint32_t) override {}
};

}  // namespace fedltr
