#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <string>

#include "algorithms/privacy/signature.hpp"

// Members' certificates where the lead may lie (members.level = lying). All in
// an epoch judge them alike: by its signed start, not by their own clocks.
namespace fedltr {

/// Maximum bytes of a member's certificate.
inline constexpr std::size_t kMaxCertificate = 4096;
/// The same of an authority's list of revoked certificates.
inline constexpr std::size_t kMaxRevoked = std::size_t{1} << 16;

/// A member's certificate of the authority. Times are in seconds since 1970.
struct Certified {
  SignatureKey key;
  std::int64_t from = 0;
  std::int64_t until = std::numeric_limits<std::int64_t>::max();
  std::string serial = {};  ///< number, as in Serials
};

/// Serial numbers of revoked certificates, in hexadecimal.
using Serials = std::set<std::string>;

/// The start of an epoch, as its lead gives it; members sign it with their
/// keys. Empty in a rehearsal.
struct EpochStart {
  std::int64_t time = 0;     ///< of the lead's clock
  std::string revoked = {};  ///< the authority's list, PEM; empty: none

  auto fields(auto&& f) { return f(time, revoked); }
};

/// Letter of kKeys, lead to member; empty for an empty start.
std::string start_letter(EpochStart start);
/// @throws ArchiveError
EpochStart read_start(std::string_view letter);

/// Returns why a certificate is not valid at that time; empty if it is.
std::string fault_of(const Certified& certificate, std::int64_t time,
                     const Serials& revoked);

/// Reads a member's certificate, whenever it is valid.
/// @throws std::invalid_argument  why it is not one of this member
using Certify =
    std::function<Certified(std::uint32_t member, const std::string& text)>;

/// Reads what the authority has signed.
struct Certifier {
  Certify certify;
  /// Reads a list of revoked certificates; empty: there are none.
  /// @throws std::invalid_argument  why it is not the authority's
  std::function<Serials(const std::string& list)> read_list = {};
  /// Returns this side's own time and list; empty in a rehearsal.
  std::function<EpochStart()> now = {};

  EpochStart start() const { return now ? now() : EpochStart{}; }
  /// @throws std::invalid_argument
  Serials serials(const std::string& list) const;
};

}  // namespace fedltr
