#include <cstring>

#include "actors/consortium/consortium_wire.hpp"
#include "actors/plan.hpp"
#include "actors/silo/envelope.hpp"
#include "actors/silo/silo_plan.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/secure_client.hpp"
#include "algorithms/privacy/secure_round.hpp"
#include "algorithms/privacy/shamir.hpp"
#include "algorithms/silo/count_answers.hpp"
#include "algorithms/silo/metric_messages.hpp"
#include "app/plan/silo_repeat.hpp"
#include "fuzz/targets.hpp"
#include "tests/support/decoded.hpp"

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

template <class Message>
std::string archived_copy(Message message) {
  return archived(message);
}

/// Joins any shares: into a secret or an empty result.
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

/// A round of five clients in which one message is forged: one that client 0
/// reads, or one that client 4 writes.
class SecureTable {
 public:
  enum class Forged { kNothing, kToClient, kToServer };

  SecureTable(Forged forged, SecureStage stage, Bytes bytes)
      : forged_(forged), stage_(stage), bytes_(bytes) {
    for (std::uint32_t id = 0; id < kClients; ++id)
      clients_.emplace_back(id, [id](std::uint32_t round) -> Bits {
        return [rng = Rng(7, Purpose::kPrivacy, id, round)]() mutable {
          return rng();
        };
      });
  }

  /// @throws std::invalid_argument  when client 0 rejects a forged message
  void run() {
    for (std::uint32_t id = 0; id < kClients; ++id)
      write(SecureStage::kKeys, id, clients_[id].advertise());
    turns(SecureStage::kShares, [this](std::uint32_t id, Bytes letter) {
      write(SecureStage::kShares, id,
            clients_[id].share(1, unarchived<Neighbours>(letter)));
    });
    turns(SecureStage::kMasks, [this](std::uint32_t id, Bytes letter) {
      clients_[id].receive(1, unarchived<Incoming>(letter));
      std::vector<std::uint64_t> words{id + 1U};
      clients_[id].mask(1, words);
      if (round_.add({id}, words).empty()) sum_ += id + 1U;
    });
    turns(SecureStage::kOpening, [this](std::uint32_t id, Bytes letter) {
      write(SecureStage::kOpening, id,
            clients_[id].open(1, unarchived<Survivors>(letter)));
    });
    const auto sum = round_.unmask();
    // An honest round gives the sum; so does one with a forged opening, or
    // none.
    const bool honest = forged_ == Forged::kNothing;
    const bool true_sum = sum && (*sum)[0] == sum_;
    if (honest && !true_sum) std::abort();
    if (forged_ == Forged::kToServer && stage_ == SecureStage::kOpening &&
        sum && !true_sum)
      std::abort();
  }

  /// The message that client 0 reads, or client 4 writes, in a stage of an
  /// honest round.
  static std::string honest(Forged forged, SecureStage stage) {
    SecureTable table(Forged::kNothing, stage, "");
    table.run();
    return forged == Forged::kToClient ? table.read_ : table.written_;
  }

 private:
  static constexpr std::uint32_t kClients = 5;

  template <class Letter>
  void write(SecureStage stage, std::uint32_t id, Letter letter) {
    const bool watched = id == 4 && stage == stage_;
    const std::string honest = archived(letter);
    if (watched) written_ = honest;
    const bool forged = watched && forged_ == Forged::kToServer;
    (void)round_.accept(stage, id, forged ? bytes_ : honest);
  }
  /// Lets all clients that remain act.
  template <class Do>
  void turns(SecureStage stage, const Do& act) {
    std::vector<std::string> letters;
    for (std::uint32_t id = 0; id < kClients; ++id)
      letters.push_back(round_.letter(stage, id));
    if (stage == stage_) read_ = letters[0];
    if (stage == stage_ && forged_ == Forged::kToClient) letters[0] = bytes_;
    for (std::uint32_t id = 0; id < kClients; ++id)
      if (!letters[id].empty()) act(id, letters[id]);
  }

  Forged forged_;
  SecureStage stage_;
  Bytes bytes_;
  SecureRound round_{{0, 1, 2, 3, 4}, 1, {}, {0, 1, 2, 3, 4}};
  std::vector<SecureClient> clients_;
  std::uint64_t sum_ = 0;
  std::string read_;
  std::string written_;
};

/// The messages that can be forged, by an input's first byte.
const std::vector<std::pair<SecureTable::Forged, SecureStage>>& forgeries() {
  using Forged = SecureTable::Forged;
  static const std::vector<std::pair<Forged, SecureStage>> all = {
      {Forged::kToServer, SecureStage::kKeys},
      {Forged::kToServer, SecureStage::kShares},
      {Forged::kToServer, SecureStage::kOpening},
      {Forged::kToClient, SecureStage::kShares},
      {Forged::kToClient, SecureStage::kMasks},
      {Forged::kToClient, SecureStage::kOpening}};
  return all;
}

void read_secure(Bytes bytes) {
  if (bytes.empty()) return;
  const auto [forged, stage] =
      forgeries()[static_cast<std::uint8_t>(bytes[0]) % forgeries().size()];
  SecureTable(forged, stage, bytes.substr(1)).run();
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
      return (void)test::decode_question(body, protocol, 10,
                                         QuestionKind::kTop);
    case 6:
      return (void)test::decode_question(body, protocol, 10,
                                         QuestionKind::kCounts);
    case 7:
      return (void)test::decode_top_answer(body, protocol, 2, 10);
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

/// Unpacks a silo's message of any code, as a host does.
void read_body(std::uint8_t code, std::span<const std::uint8_t> body) {
  SiloProtocol protocol;
  protocol.shape.rows = 5;
  protocol.shape.columns = 16;
  consortium::PackedMessage packed;
  packed.code = code;
  packed.body.assign(body.begin(), body.end());
  (void)consortium::packed(consortium::unpacked(packed, protocol));
}

void read_consortium(Bytes bytes) {
  if (bytes.empty()) return;
  if (bytes[0] == 0)
    (void)unarchived<consortium::FromParty>(bytes.substr(1));
  else if (bytes[0] == 1)
    (void)unarchived<consortium::FromRelay>(bytes.substr(1));
  else if (bytes.size() > 1)
    read_body(static_cast<std::uint8_t>(bytes[1]), octets(bytes.substr(2)));
}

void read_checkpoint(Bytes bytes) {
  if (bytes.empty()) return;
  if (bytes[0] == 0)
    (void)unarchived<RunResult>(bytes.substr(1));
  else
    (void)unarchived<SiloRepeat>(bytes.substr(1));
}

std::string kept(char kind, const std::string& bytes) {
  return std::string(1, kind) + bytes;
}

std::vector<std::string> checkpoint_seeds() {
  RunResult result;
  result.rounds.resize(2);
  result.model = Vector::Zero(3);
  result.clients.resize(1);
  SiloRepeat run;
  run.names = {"q"};
  return {kept(0, archived(result)), kept(1, archived(run))};
}

std::vector<std::string> secure_seeds() {
  std::vector<std::string> seeds;
  for (const auto& [forged, stage] : forgeries())
    seeds.push_back(kept(static_cast<char>(seeds.size()),
                         SecureTable::honest(forged, stage)));
  return seeds;
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
      {"secure", read_secure, secure_seeds()},
      {"silo", read_silo, silo_seeds()},
      {"consortium",
       read_consortium,
       {kept(0, archived_copy(consortium::FromParty(consortium::Bye()))),
        kept(1, archived_copy(
                    consortium::FromRelay(consortium::Dismissed{"why"})))}},
      {"checkpoint", read_checkpoint, checkpoint_seeds()},
  };
}

}  // namespace fedltr
