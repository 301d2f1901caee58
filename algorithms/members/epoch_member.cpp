#include "algorithms/members/epoch_member.hpp"

#include <stdexcept>
#include <utility>

#include "algorithms/core/require.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {

MemberSecrets simulated_secrets(std::uint64_t seed, std::uint32_t member) {
  return {[seed, member](std::uint32_t round) {
            return simulated_bits(seed, Purpose::kSecureKeys, member, round);
          },
          [seed, member](std::uint32_t epoch) {
            return simulated_bits(seed, Purpose::kPrivacy, member, epoch);
          },
          [](std::uint32_t, double) {}};
}

EpochMember::EpochMember(std::uint32_t id, std::uint32_t named,
                         std::array<EpochWork, 2> work,
                         const Tolerance& tolerance, MemberSecrets secrets,
                         std::shared_ptr<WaryMember> wary)
    : id_(id),
      most_((named + tolerance.groups - 1) / tolerance.groups),
      work_(std::move(work)),
      tolerance_(tolerance),
      secrets_(std::move(secrets)),
      wary_(std::move(wary)),
      client_(id, secrets_.masks, tolerance) {}

std::string EpochMember::answer(std::uint32_t epoch, EpochKind kind,
                                SecureStage stage, std::string_view bytes,
                                const VectorView& model) {
  require(epoch >= epoch_,
          "an epoch that is over; if the server has begun anew, start this "
          "member again");
  require(work_.at(static_cast<std::size_t>(kind)).part != nullptr,
          "an epoch of a kind that was not agreed");
  require(epoch > epoch_ || kind == kind_,
          "an epoch that has changed its kind");
  if (epoch == epoch_ && stage == stage_ && !answer_.empty()) return answer_;
  if (wary_ && stage != SecureStage::kKeys) wary_->expect(epoch, kind);
  if (epoch > epoch_) {
    answer_.clear();
    honest_ = 0;
  }
  epoch_ = epoch;  // also if this fails: no earlier one is answered again
  kind_ = kind;
  std::string answer;
  switch (stage) {
    case SecureStage::kKeys:
      answer = advertise(epoch, bytes);
      break;
    case SecureStage::kShares:
      answer = share(epoch, bytes);
      break;
    case SecureStage::kMasks:
      answer = hide(epoch, bytes, model);
      break;
    case SecureStage::kAgreement:
      require(wary_ != nullptr, "a stage that was not agreed");
      answer = write_letter(wary_->sign_view(read_letter<Survivors>(bytes)));
      break;
    case SecureStage::kOpening:
      answer = open(epoch, bytes);
      break;
  }
  stage_ = stage;
  answer_ = std::move(answer);
  return answer_;
}

std::string EpochMember::advertise(std::uint32_t epoch,
                                   std::string_view bytes) {
  if (!wary_) return write_letter(client_.advertise());
  // A key of its own for each epoch: none can be copied before it is sent.
  SecureClient fresh(
      id_,
      [masks = secrets_.masks, epoch](std::uint32_t round) {
        return masks(round == 0 ? ~epoch : round);
      },
      tolerance_);
  SignedKey key =
      wary_->sign(epoch, kind_, fresh.advertise().key, read_start(bytes));
  client_ = std::move(fresh);
  return write_letter(std::move(key));
}

std::string EpochMember::share(std::uint32_t epoch, std::string_view bytes) {
  const auto neighbours =
      wary_ ? wary_->check(read_letter<SignedNeighbours>(bytes))
            : read_letter<Neighbours>(bytes);
  require(neighbours.all <= most_, "more members than are named");
  const std::uint32_t honest = honest_members(neighbours.all, tolerance_);
  const bool is_noisy = code().multiplier > 0;
  require(honest >= 2 || !is_noisy || tolerance_.colluders == 0,
          "too few honest members for the noise");
  Shares shares = client_.share(epoch, neighbours);
  secrets_.charge(epoch, code().mu_squared(honest));
  honest_ = honest;
  return write_letter(std::move(shares));
}

std::string EpochMember::hide(std::uint32_t epoch, std::string_view bytes,
                              const VectorView& model) {
  // Shares that failed may not have been charged.
  require(honest_ > 0, "masks of an epoch without shares");
  if (wary_) wary_->require_newest(model);
  const auto incoming = read_letter<Incoming>(bytes);
  client_.receive(epoch, incoming);
  if (wary_) wary_->note(incoming);
  const Vector part = work_.at(kind_index()).part(epoch, model);
  if (!part.allFinite())
    throw std::runtime_error(
        "the change of the model is not finite: the learning rate is too high");
  auto words = code().words(
      part, honest_, code().multiplier > 0 ? secrets_.noise(epoch) : Bits());
  client_.mask(epoch, words);
  return write_letter(std::move(words));
}

std::string EpochMember::open(std::uint32_t epoch, std::string_view bytes) {
  return write_letter(
      client_.open(epoch, wary_ ? wary_->agreed(read_letter<SignedViews>(bytes))
                                : read_letter<Survivors>(bytes)));
}

}  // namespace fedltr
