#include "actors/link/connection.hpp"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "algorithms/core/archive.hpp"

namespace fedltr {
namespace {

/// Maximum number of empty frames in a tick; one is expected.
constexpr std::uint32_t kMaxBeats = 1000;
/// Ticks between two looks at a peer's token, a file, and at the list of
/// revoked certificates.
constexpr std::uint32_t kTicksOfCheck = 10;
/// Ticks without a valid token: one that is missing for a moment, while it is
/// rewritten, is not withdrawn.
constexpr std::uint32_t kTicksOfWithdrawal = 3;
/// Reaches the peer, for whom the folder is on the other side.
constexpr const char* kUnknownToken =
    "its token is wrong or was revoked, or is missing in tokens/ there";
/// Characters of a refusal: it may name three keys with their values.
constexpr std::size_t kMostOfRefusal = 1000;

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= 64 &&
         std::ranges::all_of(text, [](char each) {
           return (each >= '0' && each <= '9') ||
                  (each >= 'a' && each <= 'z') ||
                  (each >= 'A' && each <= 'Z') || each == '-' || each == '_' ||
                  each == '.';
         });
}

std::string fedltr_text(const std::string& version) {
  return " (fedltr " + version + ")";
}

/// Returns the reason why two sides can't talk.
/// @param peer  its fedltr_text(); empty if its version is unknown
std::string no_common_protocol(const std::string& peer,
                               const link::Protocols& its,
                               const link::Terms& ours) {
  const bool is_same_program = peer == fedltr_text(ours.version);
  return fmt::format(
      "it speaks {}{}, but the {} is fedltr {} and speaks {}{}", text_of(its),
      peer, ours.accepting, ours.version, text_of(ours.protocols),
      is_same_program ? ": nodes, members and parties each have a server of "
                        "their own kind"
                      : "");
}

}  // namespace

Connection::Connection(const GatewayConfig& config)
    : config_(&config),
      channel_(config.tls ? Channel(config.tls()) : Channel()) {
  greet();
}

/// Runs an action of this connection; any error of the peer is a LinkError.
template <class Do>
auto Connection::guarded(const Do& something) {
  try {
    return something();
  } catch (const ChannelError& error) {
    throw LinkError(error.what(),
                    error.final ? LinkEnd::kRefused : LinkEnd::kLost);
  } catch (const ArchiveError& error) {
    if (accepts()) throw LinkError(error.what(), LinkEnd::kInvalid);
    // Before its Welcome, the peer may be any other service.
    throw LinkError(fmt::format("the {0} sends what no {0} sends: {1}",
                                config_->terms.accepting, error.what()),
                    is_greeted() ? LinkEnd::kRefused : LinkEnd::kLost);
  }
}

/// Sends Hello as soon as the server is certified.
void Connection::greet() {
  if (accepts() || has_greeted_ || !is_certified()) return;
  has_greeted_ = true;
  const link::Terms& terms = config_->terms;
  channel_.send(framed(encode(
      link::Hello{terms.protocols, terms.version, terms.name, terms.token})));
}

void Connection::feed(std::string_view bytes) {
  silent_ = 0;
  guarded([&] {
    frames_.feed(channel_.receive(bytes));
    greet();
  });
}

std::optional<std::string> Connection::next() {
  return guarded([&]() -> std::optional<std::string> {
    while (auto frame = frames_.next()) {
      if (frame->empty()) {
        if (++beats_ > kMaxBeats)
          throw ArchiveError("more than " + std::to_string(kMaxBeats) +
                             " signs of life at once");
      } else if (is_greeted() && link::kind_of(*frame) == link::kMessage) {
        frame->erase(0, 1);
        return frame;
      } else if (accepts()) {
        accept(*frame);
      } else {
        follow(*frame);
      }
    }
    return std::nullopt;
  });
}

/// Takes the first frame of a connecting side.
void Connection::accept(std::string_view frame) {
  if (is_greeted()) throw ArchiveError("a frame of an unknown kind");
  const link::Terms& terms = config_->terms;
  if (const auto earlier = link::protocol_of_earlier(frame)) {
    const std::string why = no_common_protocol("", {*earlier, *earlier}, terms);
    if (terms.refuse_earlier) channel_.send(framed(terms.refuse_earlier(why)));
    throw LinkError(why, LinkEnd::kRefused);
  }
  const auto hello = link::read<link::Hello>(frame);
  if (const link::Refused refused = objection(hello); !refused.why.empty()) {
    refuse(refused);
    throw LinkError(refused.why,
                    refused.later ? LinkEnd::kLost : LinkEnd::kRefused);
  }
  token_ = hello.token;
  begin(hello.name, *common_protocol(hello.protocols, terms.protocols),
        hello.version);
  channel_.send(framed(encode(link::Welcome{protocol_, terms.version})));
}

/// Returns the reason why a peer may not connect; empty if it may. A peer
/// without a valid token learns nothing else, except one of an earlier
/// protocol, which learns our version and protocols.
link::Refused Connection::objection(const link::Hello& hello) const {
  const link::Terms& terms = config_->terms;
  if (!is_name(hello.name))
    return {fmt::format("its name is not valid: '{}'", printable(hello.name))};
  if (config_->tls && channel_.peer() != hello.name)
    return {fmt::format("it claims to be {}, but its certificate is of {}",
                        hello.name, printable(channel_.peer()))};
  const auto known = terms.knows_token(hello.name, hello.token);
  if (!known) return {"its token can't be read now", true};
  if (!*known) return {kUnknownToken};
  if (!common_protocol(hello.protocols, terms.protocols))
    return {no_common_protocol(fedltr_text(printable(hello.version)),
                               hello.protocols, terms)};
  return {};
}

/// Takes a frame of the accepting side that is no message.
void Connection::follow(std::string_view frame) {
  const link::Terms& terms = config_->terms;
  const std::uint8_t kind = link::kind_of(frame);
  if (kind == link::Refused::kKind) {
    const auto refused = link::read<link::Refused>(frame);
    throw LinkError(fmt::format("refused by the {}: {}", terms.accepting,
                                printable(refused.why, kMostOfRefusal)),
                    refused.later ? LinkEnd::kLost : LinkEnd::kRefused);
  }
  if (is_greeted()) throw ArchiveError("a frame of an unknown kind");
  if (link::is_earlier_refusal(frame))
    throw LinkError(
        fmt::format("the {} is an earlier fedltr, this side is fedltr {} and "
                    "speaks {}",
                    terms.accepting, terms.version, text_of(terms.protocols)),
        LinkEnd::kRefused);
  const auto welcome = link::read<link::Welcome>(frame);
  if (!common_protocol({welcome.protocol, welcome.protocol}, terms.protocols))
    throw ArchiveError("a welcome in protocol " +
                       std::to_string(welcome.protocol));
  begin(terms.accepting, welcome.protocol, welcome.version);
}

void Connection::begin(const std::string& name, std::uint32_t protocol,
                       const std::string& version) {
  name_ = name;
  version_ = printable(version);
  protocol_ = protocol;
  allow(config_->max_bytes);
}

void Connection::allow(std::size_t max_bytes) {
  if (is_greeted()) frames_.allow(1 + max_bytes);
}

void Connection::send(std::string_view message) {
  guarded([&] {
    std::string frame(1, static_cast<char>(link::kMessage));
    frame += message;
    channel_.send(framed(frame));
  });
}

void Connection::refuse(const link::Refused& refusal) {
  guarded([&] { channel_.send(framed(encode(refusal))); });
}

std::string Connection::take() {
  std::string bytes = channel_.take();
  spoke_ |= !bytes.empty();
  return bytes;
}

void Connection::tick() {
  if (!is_greeted() && ++age_ > config_->patience)
    throw LinkError(
        "it did not identify itself in " + seconds(config_->patience),
        LinkEnd::kLost);
  if (++silent_ > config_->silence)
    throw LinkError("it is silent for " + seconds(config_->silence),
                    LinkEnd::kLost);
  check_peer();
  if (!spoke_ && is_certified()) guarded([&] { channel_.send(framed("")); });
  spoke_ = false;
  beats_ = 0;
}

void Connection::check_peer() {
  if (!accepts() || !is_greeted()) return;
  const bool is_due = ++unchecked_ >= kTicksOfCheck;
  if (is_due || withdrawn_ > 0) check_token();
  if (!is_due) return;
  unchecked_ = 0;
  if (config_->tls) check_certificate();
}

void Connection::check_token() {
  const bool is_withdrawn = config_->terms.knows_token(name_, token_) == false;
  withdrawn_ = is_withdrawn ? withdrawn_ + 1 : 0;
  if (withdrawn_ >= kTicksOfWithdrawal) revoke("its token was withdrawn");
}

void Connection::check_certificate() {
  TlsConfig now = config_->tls();
  if (checked_ && checked_->context() == now.context()) return;
  checked_ = std::move(now);
  if (channel_.is_revoked_by(*checked_)) revoke("its certificate was revoked");
}

void Connection::revoke(const std::string& why) {
  refuse({why});
  throw LinkError(why, LinkEnd::kRevoked);
}

std::string Connection::seconds(std::uint32_t ticks) const {
  return std::to_string(std::uint64_t{ticks} * config_->tick / 1000) + " s";
}

}  // namespace fedltr
