#include "algorithms/members/signed_epoch.hpp"

#include <algorithm>
#include <stdexcept>

#include "algorithms/core/archive.hpp"
#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {
namespace {

/// A key's context.
struct KeyStatement {
  EpochTerms terms;
  std::uint32_t member = 0;
  std::string key;

  auto fields(auto&& f) { return f(terms, member, key); }
};

/// Differs from the rounds of all epochs' keys and secrets.
constexpr std::uint32_t kSignerRound = 0xffffffff;

}  // namespace

std::string key_statement(const EpochTerms& terms, std::uint32_t member,
                          const std::string& key) {
  KeyStatement statement{terms, member, key};
  return "fedltr key of an epoch " + archived(statement);
}

std::string view_statement(EpochView view) {
  // A digest, since each member verifies it once for each other.
  return "fedltr view of an epoch " + digest_of(archived(view));
}

std::uint32_t least_equal(const Tolerance& tolerance) {
  const std::uint32_t named = tolerance.colluders_of;
  return std::max(3U, (named + tolerance.max_colluders(named)) / 2 + 1);
}

Tolerance against_lies(double dropouts, double colluders, std::uint32_t named) {
  Tolerance tolerance{dropouts, colluders};
  tolerance.lies = true;
  tolerance.colluders_of = named;
  return tolerance;
}

SignatureKey simulated_signer(std::uint64_t seed, std::uint32_t member) {
  return SignatureKey::of_seed(random_secret(
      simulated_bits(seed, Purpose::kSecureKeys, member, kSignerRound)));
}

Certify simulated_certify(std::uint64_t seed) {
  return [seed](std::uint32_t member, const std::string& certificate) {
    if (certificate != simulated_signer(seed, member).public_half())
      throw std::invalid_argument("it is not of the rehearsal's seed");
    return Certified{SignatureKey::of_public(certificate)};
  };
}

}  // namespace fedltr
