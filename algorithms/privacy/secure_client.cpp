#include "algorithms/privacy/secure_client.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include <openssl/crypto.h>

#include "algorithms/core/require.hpp"
#include "algorithms/privacy/openssl.hpp"

namespace fedltr {
namespace {

/// Maximum number of pairs a client remembers, 40 kB; beyond it, the client
/// forgets all but its current neighbours.
constexpr std::size_t kMaxPairs = 256;

constexpr int kSealTag = 16;
constexpr std::size_t kPlain = kSealedBytes - kSealTag;
static_assert(kPlain == 2 * sizeof(Share));

/// ChaCha20-Poly1305 under a pair's key. Each nonce is used once: a client
/// seals one message per round for each other client. The nonce holds both
/// numbers, since other clients may have copied a key.
class Seal {
 public:
  Seal(const Secret& key, std::uint32_t from, std::uint32_t to,
       std::uint32_t round, bool seal)
      : context_(EVP_CIPHER_CTX_new()) {
    static const openssl::Cipher cipher(
        EVP_CIPHER_fetch(nullptr, "ChaCha20-Poly1305", nullptr));
    std::array<std::uint8_t, 12> nonce{};
    std::memcpy(nonce.data(), &from, sizeof from);
    std::memcpy(nonce.data() + 4, &round, sizeof round);
    std::memcpy(nonce.data() + 8, &to, sizeof to);
    openssl::succeeded(
        EVP_CipherInit_ex(context_.get(), cipher.get(), nullptr, key.data(),
                          nonce.data(), seal ? 1 : 0),
        "no ChaCha20-Poly1305");
  }

  void close(const std::array<Share, 2>& shares, std::uint8_t* sealed) {
    int size = 0;
    const auto* plain = reinterpret_cast<const std::uint8_t*>(shares.data());
    openssl::succeeded(
        EVP_CipherUpdate(context_.get(), sealed, &size, plain, kPlain) == 1 &&
            EVP_CipherFinal_ex(context_.get(), sealed + size, &size) == 1 &&
            EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_AEAD_GET_TAG, kSealTag,
                                sealed + kPlain) == 1,
        "ChaCha20-Poly1305 failed");
  }

  std::optional<std::array<Share, 2>> open(
      std::array<char, kSealedBytes> sealed) {
    auto* bytes = reinterpret_cast<std::uint8_t*>(sealed.data());
    std::array<Share, 2> shares{};
    auto* plain = reinterpret_cast<std::uint8_t*>(shares.data());
    int size = 0;
    const bool opened =
        EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_AEAD_SET_TAG, kSealTag,
                            bytes + kPlain) == 1 &&
        EVP_CipherUpdate(context_.get(), plain, &size, bytes, kPlain) == 1 &&
        EVP_CipherFinal_ex(context_.get(), plain + size, &size) == 1;
    if (!opened) return std::nullopt;
    return shares;
  }

 private:
  openssl::CipherContext context_;
};

/// Overwrites secrets that are no longer needed.
template <class Numbers>
void cleanse(Numbers& numbers) {
  OPENSSL_cleanse(numbers.data(), numbers.size() * sizeof numbers[0]);
}

bool ascends(const std::vector<std::uint32_t>& clients) {
  return std::ranges::adjacent_find(clients, std::greater_equal<>()) ==
         clients.end();
}

/// @param numbers  sum of the two clients' numbers: differs between all pairs
/// of
///                 one client, even if others have copied a key
Secret seed_of(const Secret& seeds, std::uint32_t round,
               std::uint32_t numbers) {
  std::array<std::uint64_t, 4> drawn{};
  KeyStream(seeds, std::uint64_t{numbers} << 32 | round).fill(drawn);
  Secret seed{};
  std::memcpy(seed.data(), drawn.data(), sizeof seed);
  cleanse(drawn);
  return seed;
}

/// Applies the stream of a seed, word by word.
template <class Apply>
void with_mask(const Secret& seed, std::span<std::uint64_t> words,
               const Apply& apply) {
  std::array<std::uint64_t, 256> pad{};
  KeyStream stream(seed);
  while (!words.empty()) {
    const auto part = words.first(std::min(pad.size(), words.size()));
    stream.fill(std::span(pad).first(part.size()));
    for (std::size_t i = 0; i < part.size(); ++i) apply(part[i], pad[i]);
    words = words.subspan(part.size());
  }
}

}  // namespace

void add_mask(const Secret& seed, std::span<std::uint64_t> words) {
  with_mask(seed, words, [](auto& word, auto pad) { word += pad; });
}

void subtract_mask(const Secret& seed, std::span<std::uint64_t> words) {
  with_mask(seed, words, [](auto& word, auto pad) { word -= pad; });
}

std::string check_of(const Secret& secret) {
  const Secret check = derive_secret(secret, "fedltr check of a secret");
  return {check.begin(), check.end()};
}

std::string check_of(const Share& share) {
  static const openssl::Digest sha(EVP_MD_fetch(nullptr, "SHA256", nullptr));
  Secret digest{};
  openssl::succeeded(EVP_Digest(share.data(), sizeof share, digest.data(),
                                nullptr, sha.get(), nullptr),
                     "SHA-256 failed");
  return {digest.begin(), digest.begin() + kShareCheckBytes};
}

void hide_deposit(const Secret& key, std::string& deposit) {
  std::vector<std::uint64_t> pad(deposit.size() / sizeof(std::uint64_t));
  KeyStream(derive_secret(key, "fedltr deposit")).fill(pad);
  const auto* bytes = reinterpret_cast<const char*>(pad.data());
  for (std::size_t i = 0; i < deposit.size(); ++i)
    deposit[i] = deposit[i] ^ bytes[i];
  cleanse(pad);
}

SecureClient::SecureClient(std::uint32_t id, SecretSource secrets,
                           const Tolerance& tolerance,
                           std::shared_ptr<AgreedPairs> agreed)
    : id_(id),
      secrets_(std::move(secrets)),
      tolerance_(tolerance),
      agreed_(std::move(agreed)),
      keys_(secrets_(0)) {}

Advertised SecureClient::advertise() const {
  const PublicKey& key = keys_.public_key();
  return {{key.begin(), key.end()}};
}

void SecureClient::expect(std::uint32_t round, Step step,
                          const char* what) const {
  require(round == round_ && step == step_, what);
}

void SecureClient::agree(const Neighbours& neighbours) {
  if (pairs_.size() > kMaxPairs)
    std::erase_if(pairs_, [&](const auto& each) {
      return !std::ranges::binary_search(neighbours.clients, each.client);
    });
  for (std::size_t i = 0; i < neighbours.clients.size(); ++i) {
    PublicKey key{};
    std::memcpy(key.data(), neighbours.keys.data() + i * kKeyBytes, kKeyBytes);
    const std::uint32_t other = neighbours.clients[i];
    auto known = find(pairs_, other);
    if (known != pairs_.end() && known->key == key) continue;
    const Checked<Secret> agreed =
        agreed_ ? agreed_->agree(keys_, key) : keys_.agree(key);
    require(static_cast<bool>(agreed), "a neighbour has " + agreed.refusal);
    ++agreements_;
    if (known == pairs_.end())
      known = pairs_.emplace(
          std::ranges::lower_bound(pairs_, other, {}, &Pair::client));
    Pair& pair = *known = {other, key, {}, {}};
    std::array<std::uint64_t, 8> both{};
    KeyStream(*agreed).fill(both);
    std::memcpy(pair.channel.data(), both.data(), sizeof pair.channel);
    std::memcpy(pair.seeds.data(), both.data() + 4, sizeof pair.seeds);
    cleanse(both);
  }
}

Shares SecureClient::share(std::uint32_t round, const Neighbours& neighbours) {
  const auto& others = neighbours.clients;
  const std::uint32_t count = others.size();
  require(round > round_, "a round that has ended");
  require(ascends(others) && !std::ranges::binary_search(others, id_) &&
              neighbours.keys.size() == count * kKeyBytes,
          "invalid neighbours");
  require(neighbours.threshold <= count,
          "fewer neighbours than it takes to recover from dropouts");
  require(is_sound({count, neighbours.threshold}, neighbours.all, tolerance_),
          "a threshold that does not match colluders and dropouts");
  agree(neighbours);
  round_ = round;
  step_ = Step::kShared;
  threshold_ = neighbours.threshold;
  const Bits random = secrets_(round);
  self_ = random_secret(random);
  Secret key = random_secret(random);
  auto of_self = split_secret(self_, threshold_, count, random);
  auto of_key = split_secret(key, threshold_, count, random);
  Shares letter{std::string(count * kDepositBytes, '\0'),
                std::string(count * kSealedBytes, '\0'),
                {},
                check_of(self_) + check_of(key)};
  neighbours_.clear();
  neighbours_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Pair& pair = *find(pairs_, others[i]);
    const Secret seed = seed_of(pair.seeds, round, id_ + others[i]);
    std::memcpy(letter.deposit.data() + i * kDepositBytes, seed.data(),
                kDepositBytes);
    neighbours_.push_back({others[i], seed});
    letter.dealt += check_of(of_self[i]) + check_of(of_key[i]);
    Seal(pair.channel, id_, others[i], round, true)
        .close({of_self[i], of_key[i]},
               reinterpret_cast<std::uint8_t*>(letter.sealed.data()) +
                   i * kSealedBytes);
  }
  hide_deposit(key, letter.deposit);
  cleanse(key);
  cleanse(of_self);
  cleanse(of_key);
  return letter;
}

void SecureClient::receive(std::uint32_t round, const Incoming& incoming) {
  expect(round, Step::kShared, "unexpected shares");
  const auto& others = incoming.clients;
  require(ascends(others) &&
              incoming.sealed.size() == others.size() * kSealedBytes &&
              std::ranges::all_of(others,
                                  [this](auto other) {
                                    return find(neighbours_, other) !=
                                           neighbours_.end();
                                  }),
          "invalid shares");
  require(others.size() >= threshold_,
          "fewer shares than it takes to recover from dropouts");
  for (std::size_t i = 0; i < others.size(); ++i) {
    Neighbour& from = *find(neighbours_, others[i]);
    from.heard = true;
    incoming.sealed.copy(from.sealed.data(), kSealedBytes, i * kSealedBytes);
  }
  step_ = Step::kReceived;
}

bool SecureClient::has_heard(std::uint32_t neighbour) const {
  const auto found = find(neighbours_, neighbour);
  return found != neighbours_.end() && found->heard;
}

void SecureClient::mask(std::uint32_t round, std::span<std::uint64_t> words) {
  expect(round, Step::kReceived, "masks are for one update per round");
  step_ = Step::kMasked;
  for (const Neighbour& neighbour : neighbours_) {
    if (!neighbour.heard) continue;
    if (neighbour.client < id_)
      subtract_mask(neighbour.seed, words);
    else
      add_mask(neighbour.seed, words);
  }
  add_mask(self_, words);
}

Opened SecureClient::open(std::uint32_t round, const Survivors& survivors) {
  expect(round, Step::kMasked, "shares are opened once, after the update");
  std::set<std::uint32_t> asked;
  for (const auto* list : {&survivors.survived, &survivors.dropped})
    for (const std::uint32_t client : *list)
      require(has_heard(client) && asked.insert(client).second,
              "shares are opened of neighbours, one of each");
  // With fewer survivors the server could not remove this client's own mask
  // either, so such a request has another purpose.
  require(survivors.survived.size() >= threshold_,
          "fewer survivors than it takes to recover from dropouts");
  step_ = Step::kOpened;
  Opened letter;
  const auto add = [&](std::uint32_t client, std::size_t which) {
    const auto shares =
        Seal(find(pairs_, client)->channel, client, id_, round, false)
            .open(find(neighbours_, client)->sealed);
    if (!shares) return;
    letter.clients.push_back(client);
    const Share& share = (*shares)[which];
    letter.shares.insert(letter.shares.end(), share.begin(), share.end());
  };
  for (const std::uint32_t client : survivors.survived) add(client, 0);
  for (const std::uint32_t client : survivors.dropped) add(client, 1);
  // The client's round is over: it can mask nothing in it again.
  cleanse(self_);
  for (Neighbour& neighbour : neighbours_) cleanse(neighbour.seed);
  return letter;
}

}  // namespace fedltr
