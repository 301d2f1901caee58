#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

#include <spdlog/fmt/fmt.h>

#include "actors/link/channel.hpp"
#include "actors/nodes/dispatcher.hpp"
#include "algorithms/privacy/signature.hpp"
#include "app/deploy/authority.hpp"
#include "app/deploy/ledger_book.hpp"
#include "fuzz/input_file.hpp"
#include "fuzz/targets.hpp"
#include "tests/support/certificates.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;
using Bytes = std::string_view;

void require_that(bool holds) {
  if (!holds) std::abort();
}

/// Takes a byte off the input; 0 when it is empty.
std::uint8_t take(Bytes& bytes) {
  if (bytes.empty()) return 0;
  const auto byte = static_cast<std::uint8_t>(bytes[0]);
  bytes.remove_prefix(1);
  return byte;
}

/// A server and a node that would authenticate each other.
class TlsPair {
 public:
  TlsPair() : server_(config(Side::kServer)), node_(config(Side::kNode)) {}

  /// Passes one side's output to the other, with bytes from `at` on changed.
  void to_server(std::size_t at = 0, Bytes changes = {}) {
    (void)server_.receive(changed(node_.take(), at, changes));
  }
  void to_node(std::size_t at = 0, Bytes changes = {}) {
    (void)node_.receive(changed(server_.take(), at, changes));
  }
  Channel& server() { return server_; }
  Channel& node() { return node_; }

 private:
  static const TlsConfig& config(Side side) {
    static const test::Authority authority;
    static const TlsConfig server(authority.issue("server", "serverAuth"),
                                  Side::kServer);
    static const TlsConfig node(authority.issue("alice", "clientAuth"),
                                Side::kNode);
    return side == Side::kServer ? server : node;
  }
  static std::string changed(std::string wire, std::size_t at, Bytes changes) {
    for (std::size_t i = 0; i < changes.size() && at + i < wire.size(); ++i)
      wire[at + i] = static_cast<char>(wire[at + i] ^ changes[i]);
    return wire;
  }

  Channel server_;
  Channel node_;
};

/// Reads bytes in place of, within or after a handshake, at either side. No
/// peer is authenticated without a certificate.
void read_channel(Bytes bytes) {
  const std::uint8_t how = take(bytes);
  const std::size_t at = 8U * take(bytes);
  TlsPair pair;
  try {
    switch (how % 5) {
      case 0:
        (void)pair.server().receive(bytes);
        return require_that(!pair.server().established());
      case 1:
        (void)pair.node().receive(bytes);
        return require_that(!pair.node().established());
      case 2:
        pair.to_server(at, bytes);
        pair.to_node();
        return pair.to_server();
      case 3:
        pair.to_server();
        pair.to_node(at, bytes);
        return pair.to_server();
      default:
        pair.to_server();
        pair.to_node();
        pair.to_server();
        require_that(pair.server().peer() == "alice");
        // Accepts no record that the node has not sealed.
        require_that(pair.server().receive(bytes).empty());
    }
  } catch (const ChannelError&) {
  }
}

/// Actions of nodes and cohorts, a byte or two each, with a model of the
/// messages that the dispatcher may send and accept.
class Office {
 public:
  void act(Bytes bytes) {
    while (!bytes.empty()) {
      const std::uint8_t what = take(bytes);
      const std::uint8_t which = take(bytes);
      act(what, which);
      dispatcher_.dispatch();
    }
  }

 private:
  struct Asked {
    std::uint32_t cohort = 0;
    LinkId at = 0;
  };

  void act(std::uint8_t what, std::uint8_t which) {
    switch (what % 7) {
      case 0:
        if (nodes_.size() < 5) dispatcher_.add_node(add(), 1 + which % 8);
        return;
      case 1:
        return lose(which);
      case 2:
        return submit(which % 8);
      case 3:
        return answer(which, what / 7U);
      case 4:
        dispatcher_.remove({0, which % 8});
        busy_.erase(which % 8);
        return;
      case 5:
        (void)dispatcher_.relieve(which);
        return;
      default:
        for (const LinkId late : dispatcher_.overdue(which))
          require_that(nodes_.contains(late));
    }
  }
  LinkId add() {
    nodes_.insert(++links_);
    return links_;
  }
  void lose(std::uint8_t which) {
    if (nodes_.empty()) return;
    const LinkId link = *std::next(nodes_.begin(), which % nodes_.size());
    nodes_.erase(link);
    dispatcher_.remove_node(link);
    std::erase_if(sent_,
                  [&](const auto& each) { return each.second.at == link; });
  }
  void submit(std::uint32_t cohort) {
    // A cohort has one order at a time.
    if (!busy_.insert(cohort).second) return;
    dispatcher_.submit({0, cohort}, std::make_shared<CohortTask>(LeaveCohort{}),
                       std::make_shared<std::string>("state"));
  }
  /// A node answers an order that was sent, or claims to.
  void answer(std::uint8_t which, std::uint32_t lie) {
    if (nodes_.empty()) return;
    wire::Answer answer{0, which % 8U, which, ClientFailed{}, ""};
    LinkId from = *std::next(nodes_.begin(), which % nodes_.size());
    if (lie == 0 && !sent_.empty()) {
      const auto order = std::next(sent_.begin(), which % sent_.size());
      answer.cohort = order->second.cohort;
      answer.number = order->first;
      from = order->second.at;
    }
    const auto order = sent_.find(answer.number);
    const bool has_it = order != sent_.end() && order->second.at == from &&
                        order->second.cohort == answer.cohort;
    try {
      if (!dispatcher_.accept(from, answer)) return;
    } catch (const ArchiveError&) {
      return;
    }
    // Once, and from the node that has the order.
    require_that(has_it);
    sent_.erase(order);
    require_that(busy_.erase(answer.cohort) == 1);
  }
  void send(LinkId node, const wire::ServerMessage& message) {
    require_that(nodes_.contains(node));
    const auto* order = std::get_if<wire::Order>(&message);
    if (!order) return;
    require_that(busy_.contains(order->cohort));
    // Now the order of another node, if it was sent before.
    sent_.insert_or_assign(order->number, Asked{order->cohort, node});
  }

  std::set<LinkId> nodes_;
  LinkId links_ = 0;
  std::set<std::uint32_t> busy_;         ///< cohorts that wait for an answer
  std::map<std::uint64_t, Asked> sent_;  ///< by number
  Dispatcher dispatcher_{
      1, [this](LinkId node, const wire::ServerMessage& message) {
        send(node, message);
      }};
};

/// Reads a node's name and the bytes after it, as its token and as the server's
/// file of it: only the token of that file is known.
void read_token(Bytes bytes) {
  static const FuzzFolder folder;
  static const std::string secret = "the secret";
  const fs::path tokens = folder.path / "tokens";
  fs::create_directories(tokens);
  const std::string hash = digest_of(secret);
  const std::size_t end = std::min(bytes.find('\0'), bytes.size());
  const std::string name(bytes.substr(0, end));
  const std::string rest(bytes.substr(std::min(end + 1, bytes.size())));
  std::ofstream(tokens / "alice", std::ios::binary) << hash << "\n";
  if (knows_token(folder.path, name, rest))
    require_that(name == "alice" && rest == secret);
  std::ofstream(tokens / "alice", std::ios::binary) << rest;
  if (knows_token(folder.path, "alice", secret))
    require_that(rest.substr(0, rest.find('\n')) == hash);
}

std::vector<std::string> channel_seeds() {
  TlsPair pair;
  const std::string hello = pair.node().take();
  (void)pair.server().receive(hello);
  const auto seed = [](char how, const std::string& bytes) {
    return std::string{how, 0} + bytes;
  };
  return {seed(0, hello), seed(1, pair.server().take()), seed(2, "\1"),
          seed(3, "\1"), seed(4, std::string("\x17\3\3\0\5hello", 10))};
}

/// Reads bytes as they are; or lines, each with its checksum, which no fuzzer
/// would find.
void read_book(Bytes bytes) {
  const bool checked = take(bytes) % 2 == 1;
  std::string text(checked ? kLedgerHeading : bytes);
  std::uint32_t check = 0;
  while (checked && !bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string line(bytes.substr(0, end));
    check = check_of(line, check);
    text += fmt::format("{:08x},{}\n", check, line);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  (void)read_ledger(as_file(text), "r", "label");
}

}  // namespace

std::vector<FuzzTarget> deployed_targets() {
  return {
      {"channel", read_channel, channel_seeds()},
      {"dispatcher",
       [](Bytes bytes) { Office().act(bytes); },
       {std::string("\0\1\2\0\2\1\3\0\3\0\1\0\0\2", 14)}},
      {"tokens", read_token, {std::string("alice\0the secret", 16), "alice"}},
      {"ledger",
       read_book,
       {std::string("\0", 1) + kLedgerHeading,
        "\1r,a,0,1,gaussian 4.5,4.5,1,D1\nother,a,1,1,x,1e9,3,D\\x0a\n"}},
  };
}

}  // namespace fedltr
