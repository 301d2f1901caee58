#include "algorithms/members/wary_member.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

bool ascends(const std::vector<std::uint32_t>& members) {
  return std::ranges::adjacent_find(members, std::greater_equal<>()) ==
         members.end();
}

std::vector<std::uint32_t> with(std::vector<std::uint32_t> members,
                                std::uint32_t one) {
  members.insert(std::ranges::lower_bound(members, one), one);
  return members;
}

/// Maximum seconds between the lead's clock and a member's: more than time
/// zones differ by. A lead that lies about the time can use a certificate for
/// as long after its end.
constexpr std::int64_t kMostApart = 24 * 60 * 60;

/// Maximum numbers of epochs between two that a member signs for, or that make
/// models: one lost each second for twelve days. A member never takes a smaller
/// number again, so a lead that skipped to the largest would end it for ever.
constexpr std::uint32_t kMostSkipped = 1U << 20;

/// @throws LeadLies
void require_near(std::uint32_t epoch, std::uint32_t known) {
  if (epoch > known && epoch - known > kMostSkipped)
    throw LeadLies(
        "the server skips from epoch " + std::to_string(known) + " to " +
        std::to_string(epoch) + ", more than " + std::to_string(kMostSkipped) +
        " numbers: this member takes no part, and a server that goes "
        "on from the earlier one can continue");
}

std::string hours_text(std::int64_t seconds) {
  return std::to_string(std::abs(seconds) / (60 * 60)) + " hours " +
         (seconds > 0 ? "ahead of" : "behind");
}

std::string count_text(std::size_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace

MemberProof simulated_proof(std::uint64_t seed, std::uint32_t member,
                            const std::string& run) {
  const SignatureKey signer = simulated_signer(seed, member);
  return {run, signer.public_half(), signer, {simulated_certify(seed)}, {}, {}};
}

WaryMember::WaryMember(std::uint32_t member, std::vector<std::string> names,
                       const Tolerance& tolerance, const VectorView& initial,
                       MemberProof proof)
    : member_(member),
      names_(std::move(names)),
      least_equal_(least_equal(tolerance)),
      proof_(std::move(proof)),
      memory_(proof_.memory.value_or(
          MemberMemory{0, first_head(proof_.run, initial)})) {}

void WaryMember::keep(const MemberMemory& memory) {
  if (proof_.keep) proof_.keep(memory);
  memory_ = memory;
}

void WaryMember::join(const std::vector<ModelLink>& links,
                      const VectorView& model) {
  MemberMemory memory = memory_;
  const std::uint32_t known = epoch();
  bool is_known = known == 0;
  for (const ModelLink& link : links) {
    if (link.epoch < known) continue;
    if (link.epoch == known) {
      if (link.model != memory_.head.last.model)
        throw LeadLies("the server's model after epoch " +
                       std::to_string(known) +
                       " is not the one that it sent this member then: it has "
                       "two histories");
      is_known = true;
      continue;
    }
    if (!is_known) break;
    require_near(link.epoch, memory.head.last.epoch);
    try {
      memory.head = next_head(memory.head, link);
    } catch (const std::invalid_argument& error) {
      throw LeadLies("the server's history of models is invalid: " +
                     std::string(error.what()));
    }
  }
  if (!is_known)
    throw LeadLies("the server knows no model after epoch " +
                   std::to_string(known) +
                   ", though it sent one: it has gone back, perhaps to an "
                   "older copy of its --out");
  if (digest_of_model(model) != memory.head.last.model)
    throw LeadLies("the server's model is not the last one of its history");
  if (memory.head.last.epoch > known) keep(memory);
}

void WaryMember::take(std::uint32_t epoch, const VectorView& model) {
  const ModelLink link{epoch, digest_of_model(model)};
  if (epoch == this->epoch() && link.model == memory_.head.last.model) return;
  if (epoch <= this->epoch())
    throw LeadLies(
        "the server sends a model after epoch " + std::to_string(epoch) +
        " once more, or after one of epoch " + std::to_string(this->epoch()));
  require_near(epoch, std::max(memory_.asked, this->epoch()));
  MemberMemory memory = memory_;
  memory.head = next_head(memory_.head, link);
  keep(memory);
}

void WaryMember::meet(
    const std::map<std::uint32_t, std::string>& certificates) {
  for (const auto& [other, certificate] : certificates) {
    if (other >= names_.size())
      throw LeadLies("the server invents a member that is not named");
    try {
      signers_.insert_or_assign(other,
                                proof_.certifier.certify(other, certificate));
    } catch (const std::invalid_argument& error) {
      throw LeadLies("the certificate that the server shows for " +
                     name_of(other) + " is not valid: " + error.what());
    }
  }
}

/// Checks the start of an epoch.
Serials WaryMember::revoked_by(const EpochStart& start) const {
  const EpochStart own = proof_.certifier.start();
  const std::int64_t ahead = start.time - own.time;
  require(!proof_.certifier.now || std::abs(ahead) <= kMostApart,
          "the server's clock is " + hours_text(ahead) +
              " this member's, and certificates need the same day: correct the "
              "clock that is wrong");
  Serials listed;
  try {
    listed = proof_.certifier.serials(start.revoked);
  } catch (const std::invalid_argument& error) {
    throw LeadLies("the server's list of revoked certificates is invalid: " +
                   std::string(error.what()));
  }
  Serials known = proof_.certifier.serials(own.revoked);
  known.insert(memory_.revoked.begin(), memory_.revoked.end());
  for (const std::string& each : known)
    require(listed.contains(each),
            "the server's list of revoked certificates is older than this "
            "member's: it lacks number " +
                each + "; the server needs the authority's newest crl.pem");
  return listed;
}

SignedKey WaryMember::sign(std::uint32_t epoch, EpochKind kind,
                           const std::string& key, EpochStart start) {
  require(epoch > memory_.asked && epoch > this->epoch(),
          "an epoch that was begun before");
  require_near(epoch, std::max(memory_.asked, this->epoch()));
  MemberMemory memory = memory_;
  memory.asked = epoch;
  memory.revoked = revoked_by(start);
  keep(memory);
  view_ = {{proof_.run, epoch, kind, memory_.head.digest, std::move(start)},
           {{member_, key}},
           {},
           {}};
  survivors_ = {};
  return {key, proof_.signer.sign(key_statement(view_.terms, member_, key))};
}

void WaryMember::expect(std::uint32_t epoch, EpochKind kind) const {
  const EpochTerms& terms = view_.terms;
  require(
      epoch == terms.epoch && kind == terms.kind &&
          terms.head == memory_.head.digest,
      "a stage of another epoch than that of its key, or after a new model");
}

void WaryMember::require_newest(const VectorView& model) const {
  require(digest_of_model(model) == memory_.head.last.model,
          "a part of another model than it has signed");
}

/// Returns another's certificate, which must be valid in the open epoch.
const Certified& WaryMember::certified(std::uint32_t member) const {
  const auto found = signers_.find(member);
  if (found == signers_.end())
    throw LeadLies("the server shows no certificate of " + name_of(member));
  if (const std::string fault =
          fault_of(found->second, view_.terms.start.time, memory_.revoked);
      !fault.empty())
    throw LeadLies("the certificate that the server shows for " +
                   name_of(member) +
                   " is not valid at the epoch's start: " + fault);
  return found->second;
}

Neighbours WaryMember::check(const SignedNeighbours& letter) {
  require(view_.keys.size() == 1, "keys before its own, or again");
  const Neighbours& others = letter.neighbours;
  const std::size_t count = others.clients.size();
  if (!ascends(others.clients) ||
      std::ranges::binary_search(others.clients, member_) ||
      others.keys.size() != count * kKeyBytes ||
      letter.signatures.size() != count)
    throw LeadLies("the server's list of keys is invalid");
  if (count > 0 && others.clients.back() >= names_.size())
    throw LeadLies("the server invents a member that is not named");
  if (others.all != count + 1)
    throw LeadLies("the server claims " + count_text(others.all, "member") +
                   " in an epoch, and shows keys of " +
                   std::to_string(count + 1));
  if (others.all < least_equal_)
    throw LeadLies(
        "the server opens an epoch of " + count_text(others.all, "member") +
        ", and members.level = lying needs " + std::to_string(least_equal_));
  std::set<std::string> keys = {view_.keys.at(member_)};
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t other = others.clients[i];
    const std::string key = others.keys.substr(i * kKeyBytes, kKeyBytes);
    if (!certified(other).key.verifies(key_statement(view_.terms, other, key),
                                       letter.signatures[i]))
      throw LeadLies("the key that the server shows for " + name_of(other) +
                     " is not signed by it for this epoch and this model: the "
                     "server has swapped the key, or sent " +
                     name_of(other) + " another model");
    if (!keys.insert(key).second)
      throw LeadLies("the server passes on a copied key, as that of " +
                     name_of(other));
    view_.keys[other] = key;
  }
  return others;
}

void WaryMember::note(const Incoming& incoming) {
  require(view_.sharers.empty(), "shares for the second time");
  view_.sharers = with(incoming.clients, member_);
}

SignedView WaryMember::sign_view(const Survivors& survivors) {
  require(view_.survivors.empty(), "survivors for the second time");
  std::vector<std::uint32_t> all;
  std::ranges::merge(survivors.survived, survivors.dropped,
                     std::back_inserter(all));
  require(ascends(survivors.survived) && ascends(all) &&
              !std::ranges::binary_search(all, member_) &&
              with(all, member_) == view_.sharers,
          "survivors and dropouts are not those who sent shares");
  view_.survivors = with(survivors.survived, member_);
  survivors_ = survivors;
  return {proof_.signer.sign(view_statement(view_))};
}

const Survivors& WaryMember::agreed(const SignedViews& views) const {
  require(!view_.survivors.empty(), "others' views before its own");
  require(ascends(views.from) && views.signatures.size() == views.from.size(),
          "invalid views");
  const std::string statement = view_statement(view_);
  std::set<std::uint32_t> equal = {member_};
  for (std::size_t i = 0; i < views.from.size(); ++i) {
    const std::uint32_t other = views.from[i];
    if (std::ranges::binary_search(survivors_.survived, other) &&
        signers_.at(other).key.verifies(statement, views.signatures[i]))
      equal.insert(other);
  }
  if (equal.size() >= least_equal_) return survivors_;
  std::string missing;
  for (const std::uint32_t other : survivors_.survived)
    if (!equal.contains(other))
      missing += (missing.empty() ? "" : ", ") + name_of(other);
  throw std::invalid_argument(
      "only " + count_text(equal.size(), "member") +
      " have signed the same view of it, and members.level = lying needs " +
      std::to_string(least_equal_) + "; others did not: " + missing);
}

}  // namespace fedltr
