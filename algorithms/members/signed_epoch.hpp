#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "algorithms/members/certifier.hpp"
#include "algorithms/members/epoch_code.hpp"
#include "algorithms/privacy/neighbourhood.hpp"
#include "algorithms/privacy/secagg_messages.hpp"
#include "algorithms/privacy/signature.hpp"

// Messages and statements of epochs in which the lead may lie
// (members.level = lying), and the rules that lead and members check alike.
namespace fedltr {

/// kKeys, member to lead.
struct SignedKey {
  std::string key;  ///< X25519, kKeyBytes; of this epoch only
  std::string signature;

  auto fields(auto&& f) { return f(key, signature); }
};

/// kShares, lead to member.
struct SignedNeighbours {
  Neighbours neighbours;                ///< all others of the epoch
  std::vector<std::string> signatures;  ///< of their keys

  auto fields(auto&& f) { return f(neighbours, signatures); }
};

/// kAgreement, member to lead, in answer to Survivors.
struct SignedView {
  std::string signature;  ///< of the member's EpochView

  auto fields(auto&& f) { return f(signature); }
};

/// kOpening, lead to member: the signatures of other survivors.
struct SignedViews {
  std::vector<std::uint32_t> from;  ///< ascending
  std::vector<std::string> signatures;

  auto fields(auto&& f) { return f(from, signatures); }
};

/// Terms on which all honest members of an epoch agree before they send
/// shares: each signs them with its key.
struct EpochTerms {
  std::string run;  ///< digest of the agreement
  std::uint32_t epoch = 0;
  EpochKind kind = EpochKind::kLearning;
  std::string head;  ///< HistoryHead::digest: of the model in use, and before
  EpochStart start = {};  ///< by which certificates are judged

  auto fields(auto&& f) { return f(run, epoch, kind, head, start); }
};

/// Returns the text that a member signs.
std::string key_statement(const EpochTerms& terms, std::uint32_t member,
                          const std::string& key);

/// A view of an epoch that is to be opened: a member's, or the lead's.
struct EpochView {
  EpochTerms terms;
  std::map<std::uint32_t, std::string> keys;  ///< of all, itself included
  std::vector<std::uint32_t> sharers;         ///< ascending, itself included
  std::vector<std::uint32_t> survivors;       ///< the same

  auto fields(auto&& f) { return f(terms, keys, sharers, survivors); }
};

/// Returns the text that a member signs.
std::string view_statement(EpochView view);

/// Least number of members that must have equal views, or send keys: more than
/// (n + c) / 2 of the n named ones, c of which collude. So more than half of
/// the honest ones are among them, and no two views of an epoch can both have
/// enough. At least 3: of two, each would know the other's part.
std::uint32_t least_equal(const Tolerance& tolerance);

/// Returns the tolerance of a federation whose lead may lie.
/// @param named  number of names of the agreement: `colluders` of them collude,
///               even if few take part in an epoch
Tolerance against_lies(double dropouts, double colluders, std::uint32_t named);

/// Key with which a member of a rehearsal signs.
SignatureKey simulated_signer(std::uint64_t seed, std::uint32_t member);
/// Accepts the public halves of those keys as certificates, at any time.
Certify simulated_certify(std::uint64_t seed);

}  // namespace fedltr
