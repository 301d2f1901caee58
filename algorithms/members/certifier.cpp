#include "algorithms/members/certifier.hpp"

#include <utility>

#include "algorithms/core/require.hpp"
#include "algorithms/privacy/secagg_messages.hpp"

namespace fedltr {

std::string start_letter(EpochStart start) {
  if (start.time == 0 && start.revoked.empty()) return "";
  return write_letter(std::move(start));
}

EpochStart read_start(std::string_view letter) {
  return letter.empty() ? EpochStart{} : read_letter<EpochStart>(letter);
}

std::string fault_of(const Certified& certificate, std::int64_t time,
                     const Serials& revoked) {
  if (revoked.contains(certificate.serial)) return "it is revoked";
  if (time < certificate.from) return "it is not valid yet";
  return time > certificate.until ? "it has expired" : "";
}

Serials Certifier::serials(const std::string& list) const {
  if (list.empty()) return {};
  require(read_list != nullptr, "a rehearsal has none");
  return read_list(list);
}

}  // namespace fedltr
