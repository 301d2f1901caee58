#include "app/deploy/known_members.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "actors/silo/machine_fault.hpp"
#include "algorithms/privacy/signature.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/deploy/authority.hpp"
#include "app/deploy/certificate.hpp"
#include "app/deploy/identity.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOfKnown = 1U << 20;  // bytes
constexpr const char* kKnownHeading = "member,key,compared";

bool is_digest(std::string_view text) {
  return text.size() == kDigestDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Other members by their keys, as a party knows them.
struct Acquaintance {
  std::map<std::string, std::string> keys;  ///< by member
  std::vector<std::string> strangers;       ///< without a known key
  std::vector<std::string> changed;         ///< known by another key
  std::string since;                        ///< last comparison of the others

  std::vector<std::string> unknown() const {
    std::vector<std::string> all = changed;
    all.insert(all.end(), strangers.begin(), strangers.end());
    return all;
  }
};

Acquaintance acquaintance_of(const KeyComparison& comparison,
                             const AgreedKeys& keys,
                             const KnownMembers& known) {
  Acquaintance found;
  for (const auto& [party, key] : keys.identities) {
    const std::string& name = comparison.members.at(party);
    for (const auto& [other, shown] : found.keys)
      if (shown == key && !key.empty())
        throw std::runtime_error(other + " and " + name +
                                 " show the same key: one may be the other");
    found.keys[name] = key;
    const KnownMembers::Known* const before = known.find(name);
    if (!before)
      found.strangers.push_back(name);
    else if (before->key != key)
      found.changed.push_back(name);
    else
      found.since = std::max(found.since, before->compared);
  }
  return found;
}

}  // namespace

KnownMembers::KnownMembers(const std::optional<fs::path>& certificates) {
  if (!certificates) return;
  file_ = *certificates / "known-members.csv";
  read();
}

void KnownMembers::read() {
  known_.clear();
  // A link to nothing is no file that was never there.
  kept_ = !file_.empty() && fs::exists(fs::symlink_status(file_));
  if (!kept_) return;
  std::istringstream text(file_text(file_, kMostOfKnown));
  std::size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    if (++number == 1 && line == kKnownHeading) continue;
    const auto fields = split(line, ',');
    if (fields.size() != 3 || !is_digest(fields[1]))
      throw DataError(fmt::format(
          "{}:{}: is no line of members that are known; expected {}; without "
          "the file, compare the safety code again",
          file_.string(), number, kKnownHeading));
    known_[fields[0]] = {fields[1], fields[2]};
  }
}

const KnownMembers::Known* KnownMembers::find(const std::string& member) const {
  const auto found = known_.find(member);
  return found == known_.end() ? nullptr : &found->second;
}

void KnownMembers::remember(const std::map<std::string, std::string>& keys,
                            const std::string& date) {
  if (file_.empty()) return;
  try {
    read();
    for (const auto& [member, key] : keys)
      if (!key.empty()) known_[member] = {key, date};
    std::string text = std::string(kKnownHeading) + "\n";
    for (const auto& [member, known] : known_)
      text += fmt::format("{},{},{}\n", member, known.key, known.compared);
    write_whole(file_, text);
  } catch (const std::exception& error) {
    spdlog::warn("the next run asks for the safety code again: {}",
                 error.what());
  }
}

void confirm_keys(const KeyComparison& comparison, const AgreedKeys& keys,
                  KnownMembers& known, std::istream& in, std::ostream& out) {
  const std::string& code = keys.safety_code;
  out << "safety code " << code << "\n";
  if (comparison.expect && *comparison.expect != code)
    throw std::runtime_error("the safety code is " + code + ", expected " +
                             *comparison.expect +
                             ": the relay may have swapped keys");
  known.read();
  const Acquaintance found = acquaintance_of(comparison, keys, known);
  if (comparison.expect) return known.remember(found.keys, comparison.today);
  if (found.strangers.empty() && found.changed.empty()) {
    out << "            the members prove the keys compared on " << found.since
        << ": no call is needed\n"
        << std::flush;
    return;
  }
  if (!found.changed.empty())
    out << "            " << join(found.changed, ", ")
        << ": not the key compared before (a new certificate, or the relay "
           "swapped it)\n";
  out << "            all members must see the same: compare by telephone\n"
      << std::flush;
  if (comparison.yes && !known.is_kept()) return;
  if (comparison.yes)
    throw MachineFault(
        join(found.unknown(), ", ") +
        ": not a key that was compared; compare the safety code: start once "
        "with --resume and without --yes, or with --expect CODE");
  out << "Do all see the same? [y/N] " << std::flush;
  if (!is_yes(in))
    throw std::runtime_error("the safety codes were not confirmed");
  known.remember(found.keys, comparison.today);
}

KeyProver prover_for(const Agreement& agreement, const LinkOptions& link) {
  KeyProver prover{agreement.digest, {}, ""};
  if (agreement.rehearsal || !link.certificates) return prover;
  std::shared_ptr<EVP_PKEY> own = pem::parse_key(
      "own key", read_node_credentials(*link.certificates).certificates.key);
  const auto key = std::make_shared<const SignatureKey>(std::move(own));
  const std::string identity = key->public_half();
  prover.lasting_key = digest_of(identity);
  prover.prove = [key, identity](const std::string& text) {
    const std::string signature = key->sign(text);
    return KeyProof{{identity.begin(), identity.end()},
                    {signature.begin(), signature.end()}};
  };
  return prover;
}

}  // namespace fedltr
