#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fedltr {

/// Reads untrusted bytes. It may reject them by an exception of this program;
/// it may not crash, hang, or take much more memory than the number of bytes.
struct FuzzTarget {
  std::string name;
  std::function<void(std::string_view bytes)> read;
  std::vector<std::string> seeds;
};

/// Readers of files: data and its cache, judgements, logs, scenarios, models,
/// certificates.
std::vector<FuzzTarget> file_targets();
/// Readers of peers' messages: secure aggregation, silos, consortia; and of
/// checkpoints.
std::vector<FuzzTarget> message_targets();
/// Input of a deployment: TLS, orders and nodes that come and go, tokens,
/// ledgers, a browser.
std::vector<FuzzTarget> deployed_targets();
/// Files that members of a deployment agree on and keep: agreements, own
/// limits, revocation lists.
std::vector<FuzzTarget> agreed_targets();

}  // namespace fedltr
