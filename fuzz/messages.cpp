#include <cstring>

#include "actors/consortium/wire.hpp"
#include "actors/plan.hpp"
#include "actors/silo/envelope.hpp"
#include "actors/silo/plan.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/secure_client.hpp"
#include "algorithms/privacy/secure_round.hpp"
#include "algorithms/privacy/shamir.hpp"
#include "algorithms/silo/count_answers.hpp"
#include "algorithms/silo/metric_messages.hpp"
#include "fuzz/targets.hpp"
#include "scenarios/build/silo_run.hpp"

namespace fedltr {
namespace {

using Bytes = std::string_view;

std::span<const std::uint8_t> octets(Bytes bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

template <class Body>
std::string text_of(const Body& body) {
  const ByteVector bytes = encode(body);
  return {bytes.begin(), bytes.end()};
}

/// Whatever the shares are: a secret or none.
void read_shares(Bytes bytes) {
  std::vector<std::uint32_t> points;
  std::vector<Share> shares;
  for (; bytes.size() >= sizeof(Share) && shares.size() < 64;
       bytes.remove_prefix(sizeof(Share))) {
    Share share;
    std::memcpy(share.data(), bytes.data(), sizeof share);
    shares.push_back(share);
    points.push_back(static_cast<std::uint32_t>(shares.size()));
  }
  if (!shares.empty()) (void)join_shares(points, shares);
}

/// The letters of five clients up to a stage, of which the bytes are one.
class SecureTable {
 public:
  SecureTable() : round_({0, 1, 2, 3, 4}, 2, {}, {0, 1, 2, 3, 4}) {
    for (std::uint32_t id = 0; id < 5; ++id)
      clients_.emplace_back(id, [id](std::uint32_t round) -> Bits {
        return [rng = Rng(7, Purpose::kPrivacy, id, round)]() mutable {
          return rng();
        };
      });
  }

  /// Client 4 sends the bytes in the first, second or last stage.
  void run(std::uint8_t stage, Bytes bytes) {
    for (std::uint32_t id = 0; id < 5; ++id)
      tell(SecureStage::kKeys, id, stage % 3 == 0, bytes,
           archived_of(clients_[id].advertise()));
    for (std::uint32_t id = 0; id < 5; ++id)
      answer(SecureStage::kShares, id, stage % 3 == 1, bytes);
    (void)round_.letter(SecureStage::kMasks, 0);
    (void)round_.add({0, 1, 2, 3, 4}, std::vector<std::uint64_t>{1, 2});
    tell(SecureStage::kOpening, 4, true, bytes, "");
    (void)round_.unmask();
  }

  /// The server's letters, made up, to a client.
  void read_at_client(std::uint8_t stage, Bytes bytes) {
    SecureClient& client = clients_[0];
    if (stage % 3 == 0) (void)client.share(1, unarchived<Neighbours>(bytes));
    if (stage % 3 == 1) client.receive(1, unarchived<Incoming>(bytes));
    if (stage % 3 == 2) (void)client.open(1, unarchived<Survivors>(bytes));
  }

 private:
  template <class Letter>
  static std::string archived_of(Letter letter) {
    return archived(letter);
  }
  void tell(SecureStage stage, std::uint32_t id, bool forged, Bytes bytes,
            const std::string& honest) {
    (void)round_.accept(stage, id, id == 4 && forged ? bytes : honest);
  }
  void answer(SecureStage stage, std::uint32_t id, bool forged, Bytes bytes) {
    const std::string letter = round_.letter(stage, id);
    if (letter.empty()) return;
    tell(stage, id, forged, bytes,
         archived_of(clients_[id].share(1, unarchived<Neighbours>(letter))));
  }

  SecureRound round_;
  std::vector<SecureClient> clients_;
};

void read_secure(Bytes bytes) {
  if (bytes.empty()) return;
  const auto how = static_cast<std::uint8_t>(bytes[0]);
  bytes.remove_prefix(1);
  if (how % 2 == 0)
    SecureTable().run(how / 2, bytes);
  else
    SecureTable().read_at_client(how / 2, bytes);
}

void read_silo(Bytes bytes) {
  if (bytes.empty()) return;
  SiloProtocol protocol;
  protocol.shape.rows = 5;
  protocol.shape.columns = 16;
  const auto body = octets(bytes.substr(1));
  switch (static_cast<std::uint8_t>(bytes[0]) % 13) {
    case 0:
      return (void)decode<BeginKeys>(body);
    case 1:
      return (void)decode<PartyKey>(body);
    case 2:
      return (void)decode<PartyKeys>(body);
    case 3:
      return (void)decode<WrappedKey>(body);
    case 4:
      return (void)decode<Frequencies>(body);
    case 5:
      return (void)decode_question(body, protocol, 10, false);
    case 6:
      return (void)decode_question(body, protocol, 10, true);
    case 7:
      return (void)decode_top_answer(body, protocol, 2, 10);
    case 8:
      return check_count_answers(body, protocol, 2, 3);
    case 9:
      return (void)decode<Gradient>(body);
    case 10:
      return require_sealed(decode<SealedMetrics>(body).means, 4, 2);
    case 11:
      return require_sealed(decode<MetricsOfOthers>(body).means, 4, 2);
    default:
      return require_means(decode<MetricMeans>(body), 2, MetricSharing::kNoisy,
                           1);
  }
}

void read_consortium(Bytes bytes) {
  if (bytes.empty()) return;
  if (bytes[0] == 0)
    (void)consortium::decode<consortium::FromParty>(bytes.substr(1));
  else
    (void)consortium::decode<consortium::FromRelay>(bytes.substr(1));
}

void read_checkpoint(Bytes bytes) {
  if (bytes.empty()) return;
  if (bytes[0] == 0)
    (void)unarchived<RunResult>(bytes.substr(1));
  else
    (void)unarchived<SiloRun>(bytes.substr(1));
}

std::string kept(char kind, const std::string& bytes) {
  return std::string(1, kind) + bytes;
}

std::vector<std::string> checkpoint_seeds() {
  RunResult result;
  result.rounds.resize(2);
  result.model = Vector::Zero(3);
  result.clients.resize(1);
  SiloRun run;
  run.names = {"q"};
  return {kept(0, archived(result)), kept(1, archived(run))};
}

std::vector<std::string> silo_seeds() {
  Gradient gradient;
  gradient.values = Vector::Zero(3);
  const std::vector<SealedMeans> means = {{1, ByteVector(sealed_size(2))},
                                          {3, ByteVector(sealed_size(2))}};
  return {kept(0, text_of(BeginKeys())),
          kept(1, text_of(PartyKey())),
          kept(2, text_of(PartyKeys())),
          kept(9, text_of(gradient)),
          kept(10, text_of(SealedMetrics{means})),
          kept(11, text_of(MetricsOfOthers{means})),
          kept(12, text_of(MetricMeans{5, {.5, 0}}))};
}

}  // namespace

std::vector<FuzzTarget> message_targets() {
  return {
      {"shares", read_shares, {std::string(3 * sizeof(Share), '\1')}},
      {"secure", read_secure, {kept(0, "x"), kept(1, "x"), kept(2, "x")}},
      {"silo", read_silo, silo_seeds()},
      {"consortium",
       read_consortium,
       {kept(0, consortium::encode(consortium::FromParty(consortium::Bye()))),
        kept(1, consortium::encode(
                    consortium::FromRelay(consortium::Dismissed{"why"})))}},
      {"checkpoint", read_checkpoint, checkpoint_seeds()},
  };
}

}  // namespace fedltr
