#include "actors/silo/relay.hpp"

#include <spdlog/spdlog.h>

#include "actors/silo/party.hpp"
#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/privacy/masking.hpp"

namespace fedltr {
namespace {

/// Beyond what honest training on standardised features comes near to.
constexpr double kLargestNumber = 1e9;

}  // namespace

namespace {

constexpr std::size_t kWrappedBytes = 60;

std::string text_of(const Payload& payload) {
  const auto bytes = payload.view();
  return {bytes.begin(), bytes.end()};
}

}  // namespace

void RelayState::start() {
  record_ = std::make_shared<SiloRecord>();
  record_->parties.resize(plan->parties());
  record_->by_subject.resize(kSubjects);
  record_->sent.resize(plan->parties());
  record_->received.resize(plan->parties());
  parameters_ = find(pointwise_models(), plan->options.model)
                    .make(kTextFeatures, plan->grades)
                    ->parameters();
  for (std::uint32_t party = 0; party < plan->parties(); ++party) {
    parties_.push_back(self->spawn<caf::linked + caf::monitored>(
        party_actor, plan, party, caf::actor_cast<caf::actor>(self), study));
    members_.insert(party);
  }
  begin_keys();
}

void RelayState::send(std::uint32_t party, Subject subject,
                      std::uint32_t number, const Payload& payload,
                      std::uint32_t from) {
  Traffic& traffic = record_->received[party];
  ++traffic.letters;
  traffic.bytes += kLetterBytes + payload.size();
  self->send(parties_[party], Letter{static_cast<std::uint8_t>(subject),
                                     attempt_, from, party, number, payload});
}

void RelayState::broadcast(Subject subject, std::uint32_t number,
                           const Payload& payload) {
  for (const std::uint32_t party : members_)
    send(party, subject, number, payload);
}

void RelayState::pass_on(const Letter& letter) {
  if (members_.contains(letter.to))
    send(letter.to, letter.about(), letter.number, letter.payload, letter.from);
}

void RelayState::accept(const Letter& letter) {
  if (ended_) return;
  if (plan->overhear) plan->overhear(letter);
  if (letter.subject >= kSubjects || !members_.contains(letter.from)) {
    ++record_->refused;
    return;
  }
  const std::uint64_t bytes = kLetterBytes + letter.payload.size();
  for (Traffic* traffic :
       {&record_->by_subject[letter.subject], &record_->sent[letter.from]}) {
    ++traffic->letters;
    traffic->bytes += bytes;
  }
  // Under way when keys were agreed on anew.
  if (letter.attempt < attempt_) return;
  try {
    take(letter);
  } catch (const std::invalid_argument& error) {
    ++record_->refused;
    exclude(letter.from, error.what());
  }
}

void RelayState::take(const Letter& letter) {
  require(letter.attempt == attempt_, "sent a letter out of time");
  switch (letter.about()) {
    case Subject::kSilence:
      return exclude(letter.from, "did not answer in time");
    case Subject::kRefused:
      return take_refusal(letter);
    case Subject::kTopQuestion:
    case Subject::kCountQuestion:
      return take_question(letter);
    case Subject::kTopAnswer:
    case Subject::kCountAnswer:
      return take_answer(letter);
    case Subject::kWrappedKey:
      require(stage_ == Stage::kFrequencies &&
                  letter.from == *members_.begin() &&
                  letter.to != letter.from && members_.contains(letter.to) &&
                  letter.payload.size() == kWrappedBytes &&
                  wrapped_.insert(letter.to).second,
              "sent a wrapped key that nobody waits for");
      return pass_on(letter);
    case Subject::kFrequencies:
      // Its own come after the keys it owes the others.
      require(stage_ != Stage::kFrequencies ||
                  letter.from != *members_.begin() ||
                  wrapped_.size() + 1 == members_.size(),
              "kept the key from others");
      return take_expected(letter);
    default:
      return take_expected(letter);
  }
}

void RelayState::take_refusal(const Letter& letter) {
  require(members_.contains(letter.number) && letter.number != letter.from,
          "refused a letter of nobody");
  // What else passes here has been looked at here.
  require(stage_ <= Stage::kFrequencies, "refused what was in order");
  const std::string why = text_of(letter.payload).substr(0, 200);
  exclude(letter.number,
          "party " + std::to_string(letter.from) + " refused: " + why);
}

void RelayState::take_question(const Letter& letter) {
  require(stage_ == Stage::kQuestions, "asked when it was not the time");
  require(awaited_.contains(letter.from), "asked after it was done");
  require(letter.to < plan->parties() && letter.to != letter.from,
          "asked nobody");
  if (!members_.contains(letter.to)) return;  // does not know yet
  const Pair pair{letter.from, letter.to};
  require(!owed_.contains(pair), "asked before the last answer came");
  const bool counts = letter.about() == Subject::kCountQuestion;
  const Question question = decode_question(
      letter.payload.view(), plan->protocol, documents_.at(letter.to), counts);
  owed_[pair] = {counts ? Subject::kCountAnswer : Subject::kTopAnswer,
                 letter.number, question.terms.size(),
                 question.documents.size()};
  pass_on(letter);
}

void RelayState::take_answer(const Letter& letter) {
  const auto owed = owed_.find({letter.to, letter.from});
  require(owed != owed_.end() && owed->second.answer == letter.about() &&
              owed->second.number == letter.number,
          "answered what nobody asked");
  if (letter.about() == Subject::kTopAnswer)
    decode_top_answer(letter.payload.view(), plan->protocol, owed->second.terms,
                      documents_.at(letter.from));
  else
    decode_count_answers(letter.payload.view(), plan->protocol,
                         owed->second.terms, owed->second.documents);
  owed_.erase(owed);
  pass_on(letter);
}

/// At least one instance, not more than there may be, and by Cauchy's
/// inequality sum^2 <= count * squares.
bool RelayState::are_moments(const Vector& sent) {
  const double count = sent(0);
  if (!(count >= 1 && count <= 1e12)) return false;
  const auto sums = sent.segment(1, kTextFeatures).array();
  const auto squares = sent.tail(kTextFeatures).array();
  return squares.minCoeff() >= 0 && squares.maxCoeff() <= 1e24 &&
         (sums.square() <= count * squares * (1 + 1e-9)).all();
}

Vector RelayState::numbers(const Payload& payload) const {
  return decode_numbers(payload.view(), parameters_);
}

void RelayState::check(const Letter& letter) const {
  const auto size = letter.payload.size();
  switch (letter.about()) {
    case Subject::kPublicKey:
      return require(size == sizeof(PublicKey) + 4, "sent no public key");
    case Subject::kFrequencies:
      return require(size == 8 * frequency_numbers(plan->protocol.frequency),
                     "sent frequencies of another size");
    case Subject::kMoments: {
      const Vector sent =
          decode_numbers(letter.payload.view(), 1 + 2 * kTextFeatures);
      return require(are_moments(sent), "sent moments that no instances have");
    }
    case Subject::kLocalModel:
    case Subject::kGradient:
      return require(
          numbers(letter.payload).cwiseAbs().maxCoeff() <= kLargestNumber,
          "sent numbers beyond all bounds; if all do, silo.rate is too high");
    case Subject::kReady:
    case Subject::kTrained:
      return require(size == 0, "sent more than that it is done");
    default:
      throw std::invalid_argument("sent what is not a party's to send");
  }
}

void RelayState::take_expected(const Letter& letter) {
  require(letter.about() == expected_ && awaited_.contains(letter.from),
          "sent what nobody waits for");
  check(letter);
  if (letter.about() == Subject::kReady)
    for (const auto& [pair, owed] : owed_)
      require(pair.first != letter.from, "is done before its answers came");
  came_[letter.from] = letter.payload;
  awaited_.erase(letter.from);
  if (awaited_.empty()) advance();
}

void RelayState::expect(Stage stage, Subject subject,
                        std::set<std::uint32_t> parties) {
  stage_ = stage;
  expected_ = subject;
  awaited_ = std::move(parties);
  came_.clear();
}

void RelayState::exclude(std::uint32_t party, const std::string& why) {
  if (members_.erase(party) == 0) return;
  spdlog::warn("party {} is excluded: {}", party, why);
  record_->excluded[party] = why;
  awaited_.erase(party);
  // Nobody waits for what it was to answer; who owes it an answer is not to
  // blame if that comes.
  std::erase_if(owed_, [&](const auto& o) { return o.first.second == party; });
  self->unlink_from(parties_[party]);
  self->send_exit(parties_[party], caf::exit_reason::user_shutdown);
  if (members_.empty()) return fail("no party is left; last: " + why);
  if (members_.size() < std::min<std::size_t>(3, plan->parties()) &&
      stage_ <= Stage::kFrequencies)
    return fail(
        "too few parties are left to hide each other's frequencies; "
        "last: " +
        why);
  if (stage_ == Stage::kKeys || stage_ == Stage::kFrequencies)
    return begin_keys();
  if (stage_ != Stage::kSteps) came_.erase(party);
  broadcast(Subject::kExcluded, party);
  if (awaited_.empty()) advance();
}

void RelayState::advance() {
  switch (stage_) {
    case Stage::kKeys:
      return hand_out_keys();
    case Stage::kFrequencies:
      return hand_out_sums();
    case Stage::kQuestions:
      expect(Stage::kMoments, Subject::kMoments, members_);
      return broadcast(Subject::kAskMoments, 0);
    case Stage::kMoments:
      return hand_out_moments();
    case Stage::kAlone:
      return after_alone();
    case Stage::kSteps:
      return after_steps();
  }
}

void RelayState::begin_keys() {
  ++attempt_;
  record_->attempts = attempt_;
  wrapped_.clear();
  expect(Stage::kKeys, Subject::kPublicKey, members_);
  ByteWriter writer;
  for (const std::uint32_t party : members_) writer.put(party);
  broadcast(Subject::kBegin, 0, Payload(writer.take()));
}

void RelayState::hand_out_keys() {
  ByteWriter writer;
  for (const auto& [party, payload] : came_) {
    ByteReader reader(payload.view());
    reader.get<PublicKey>();
    documents_[party] = reader.get<std::uint32_t>();
    writer.put_all(payload.view());
  }
  const Payload keys(writer.take());
  expect(Stage::kFrequencies, Subject::kFrequencies, members_);
  broadcast(Subject::kPublicKeys, 0, keys);
}

void RelayState::hand_out_sums() {
  std::vector<std::vector<std::uint64_t>> messages;
  for (const auto& [party, payload] : came_) {
    ByteReader reader(payload.view());
    messages.push_back(reader.get_all<std::uint64_t>(
        frequency_numbers(plan->protocol.frequency)));
  }
  const auto sum = sum_masked(messages);
  const std::uint64_t documents = sum[sum.size() - 1 - kFields];
  std::uint64_t known = 0;
  for (const std::uint32_t party : members_) known += documents_.at(party);
  // Somebody's masked numbers are not what they should be, or its documents
  // not as many as it said; nobody can tell whose.
  if (documents != known)
    return fail("the parties' masked frequencies do not add up");
  ByteWriter writer;
  writer.put_all(sum);
  expect(Stage::kQuestions, Subject::kReady, members_);
  broadcast(Subject::kSum, 0, Payload(writer.take()));
}

void RelayState::hand_out_moments() {
  Vector sum = Vector::Zero(1 + 2 * kTextFeatures);
  for (const auto& [party, payload] : came_)
    sum += decode_numbers(payload.view(), sum.size());
  broadcast(Subject::kScale, 0, Payload(encode(sum)));
  next_method();
}

void RelayState::next_method() {
  if (method_ == plan->methods.size()) return end();
  const bool joint = find(silo_methods(), method()).make.joint;
  model_ = Vector::Zero(parameters_);
  iteration_ = turn_ = 0;
  if (method() == "global") return next_step();
  expect(Stage::kAlone, joint ? Subject::kLocalModel : Subject::kTrained,
         members_);
  broadcast(Subject::kTrainAlone, static_cast<std::uint32_t>(method_));
}

void RelayState::after_alone() {
  if (expected_ == Subject::kTrained) {
    ++method_;
    return next_method();
  }
  std::vector<Vector> models;
  for (const auto& [party, payload] : came_) models.push_back(numbers(payload));
  model_ = mean_of(models);
  broadcast(Subject::kGenerator, static_cast<std::uint32_t>(method_),
            Payload(encode(model_)));
  next_step();
}

void RelayState::next_step() {
  const bool serial = plan->options.order == JointOrder::kSerial;
  const TrainingOptions& training = plan->options.training;
  auto next = members_.lower_bound(turn_);
  if (serial && next == members_.end()) {
    turn_ = 0;
    ++iteration_;
    next = members_.begin();
  }
  if (iteration_ >= training.joint_iterations) {
    broadcast(Subject::kFinal, static_cast<std::uint32_t>(method_),
              Payload(encode(model_)));
    ++method_;
    return next_method();
  }
  ByteWriter writer;
  writer.put(static_cast<std::uint8_t>(method() == "cs-f-ltr" ? 1 : 0));
  writer.put_all(std::span<const double>(
      model_.data(), static_cast<std::size_t>(model_.size())));
  const Payload payload(writer.take());
  if (!serial) {
    expect(Stage::kSteps, Subject::kGradient, members_);
    return broadcast(Subject::kStep, iteration_, payload);
  }
  turn_ = *next + 1;
  expect(Stage::kSteps, Subject::kGradient, {*next});
  send(*next, Subject::kStep, iteration_, payload);
}

void RelayState::after_steps() {
  const TrainingOptions& training = plan->options.training;
  const double rate = rate_of(training, iteration_, training.joint_iterations);
  std::vector<Vector> gradients;
  for (const auto& [party, payload] : came_)
    if (members_.contains(party)) gradients.push_back(numbers(payload));
  if (!gradients.empty())
    model_ -=
        rate * (gradients.size() == 1 ? gradients.front() : mean_of(gradients));
  // Before honest parties are blamed for what they make of it.
  if (!(model_.cwiseAbs().maxCoeff() <= kLargestNumber))
    return fail(method() + " diverged in iteration " +
                std::to_string(iteration_) +
                ": lower silo.rate, unless a party is hostile");
  if (plan->options.order == JointOrder::kParallel) ++iteration_;
  next_step();
}

void RelayState::end() {
  ended_ = true;
  // They end by themselves.
  for (const std::uint32_t party : members_) self->unlink_from(parties_[party]);
  broadcast(Subject::kEnd, 0);
  self->send(study, SiloEnded{plan->run, "", record_});
  self->quit();
}

void RelayState::fail(const std::string& what) {
  if (ended_) return;
  ended_ = true;
  self->send(study, SiloEnded{plan->run, what, record_});
  self->quit(caf::exit_reason::user_shutdown);  // takes the parties along
}

void RelayState::on_party_down(const caf::down_msg& down) {
  for (std::uint32_t party = 0; party < parties_.size(); ++party)
    if (parties_[party].address() == down.source && members_.contains(party))
      fail("party " + std::to_string(party) +
           " broke: " + self->system().render(down.reason));
}

caf::behavior relay_actor(caf::stateful_actor<RelayState>* self,
                          std::shared_ptr<const SiloPlan> plan,
                          caf::actor study) {
  self->state.plan = std::move(plan);
  self->state.study = study;
  self->set_default_handler(caf::drop);
  self->set_error_handler([](caf::error&) {});
  self->set_down_handler(
      [self](caf::down_msg& down) { self->state.on_party_down(down); });
  self->set_exit_handler([self, study](caf::exit_msg& message) {
    // A party's end is told by its down message.
    if (message.source == study.address()) self->quit(message.reason);
  });
  return {[self](StartSilo) { self->state.start(); },
          [self](const Letter& letter) { self->state.accept(letter); }};
}

}  // namespace fedltr
