#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/core/fields.hpp"
#include "algorithms/federation/local_update.hpp"
#include "algorithms/privacy/secagg_messages.hpp"

// Secure aggregation, by stage (SecureStage): two before Train, one with it,
// one after all updates; the messages inside are between client and server.
//
//   server -> cohort    SecAggMessages    answered by SecAggMessages
//   cohort -> client    SecAggMessage     answered by SecAggMessage
//   client -> cohort    MaskedUpdate      in place of Update
//   cohort -> server    MaskedSum         before its CohortUpdate
namespace fedltr {

/// Carries a client's message of a stage, see secagg_messages.hpp.
struct SecAggMessage {
  static constexpr const char* kName = "SecAggMessage";
  std::uint32_t round = 0;
  std::uint32_t client = 0;
  SecureStage stage = SecureStage::kKeys;
  std::string bytes;  ///< empty if the stage has none

  auto fields(auto&& f) { return f(round, client, stage, bytes); }
};

/// Holds the messages to or from a cohort's clients.
struct SecAggMessages {
  static constexpr const char* kName = "SecAggMessages";
  std::uint32_t round = 0;
  std::uint32_t cohort = 0;
  SecureStage stage = SecureStage::kKeys;
  std::vector<SecAggMessage> letters;

  auto fields(auto&& f) { return f(round, cohort, stage, letters); }
};

/// An Update whose numbers are masked: the weighted words that the client adds
/// to the sum.
struct MaskedUpdate {
  static constexpr const char* kName = "MaskedUpdate";
  LocalUpdate local;
  bool withdrawn = false;  ///< a number was out of range: no words
  std::vector<std::uint64_t> words;

  auto fields(auto&& f) { return f(local, withdrawn, words); }
};

/// Holds the sum of these clients' words modulo 2^64.
struct MaskedSum {
  static constexpr const char* kName = "MaskedSum";
  std::uint32_t round = 0;
  std::uint32_t cohort = 0;
  std::vector<std::uint32_t> clients;
  std::vector<std::uint64_t> words;

  auto fields(auto&& f) { return f(round, cohort, clients, words); }
};

using SecureMessages =
    TypeList<SecAggMessage, SecAggMessages, MaskedUpdate, MaskedSum>;

}  // namespace fedltr
