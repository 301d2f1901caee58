#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fedltr {

/// What reads bytes that nobody has vouched for. It may refuse them by an
/// exception of this program; it may not crash, hang, or take much more memory
/// than there are bytes.
struct FuzzTarget {
  std::string name;
  std::function<void(std::string_view bytes)> read;
  std::vector<std::string> seeds;
};

/// Readers of files: data and its cache, judgements, logs, scenarios, models,
/// certificates.
std::vector<FuzzTarget> file_targets();
/// Readers of what peers send: secure aggregation, silos, consortia; and of
/// checkpoints.
std::vector<FuzzTarget> message_targets();
/// What a deployment meets: TLS, orders and nodes that come and go, tokens,
/// ledgers, a browser.
std::vector<FuzzTarget> deployed_targets();
/// What those who deploy agree on and keep: agreements, own limits, lists of
/// what was revoked.
std::vector<FuzzTarget> agreed_targets();

}  // namespace fedltr
