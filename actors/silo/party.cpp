#include "actors/silo/party.hpp"

#include <algorithm>

#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/sketch/fingerprint.hpp"

namespace fedltr {
namespace {

constexpr Index kBodyBm25 = kFieldFeatures + 4;
constexpr const char* kFrequencies = "frequencies";
constexpr const char* kMoments = "moments";

/// Simulated; a party of a deployment takes the system's.
Bits simulated(std::uint64_t seed, Purpose purpose, std::uint32_t entity,
               std::uint32_t round) {
  return [rng = std::make_shared<Rng>(seed, purpose, entity, round)] {
    return (*rng)();
  };
}

TermSpots spots_of(const Secret& rows, const SketchShape& shape,
                   std::span<const std::uint64_t> fingerprints) {
  return {RowHashes(rows, shape.rows, shape.columns), fingerprints};
}

std::vector<std::uint64_t> fingerprints_of(const Dictionary& dictionary,
                                           const HashKey& key) {
  Fingerprinter fingerprint(key);
  std::vector<std::uint64_t> all;
  for (TermId term = 0; term < dictionary.size(); ++term)
    all.push_back(fingerprint(dictionary[term]));
  return all;
}

}  // namespace

std::span<const TermId> PartyState::terms_of(std::size_t place) const {
  return plan->collection->query(queries_[place]);
}

void PartyState::send(Subject subject, std::uint32_t to, std::uint32_t number,
                      ByteVector bytes) {
  Letter letter{static_cast<std::uint8_t>(subject), attempt_, party, to, number,
                Payload(std::move(bytes))};
  if (!plan->tamper) return self->send(relay, std::move(letter));
  const auto instead = plan->tamper(letter);
  for (const Letter& each : instead) self->send(relay, each);
  const auto heading = [](const Letter& each) {
    return std::tuple(each.subject, each.attempt, each.from, each.to,
                      each.number);
  };
  if (std::ranges::count(instead, heading(letter), heading) == 0) {
    letter.subject = static_cast<std::uint8_t>(Subject::kSilence);
    letter.to = kRelay;
    letter.payload = {};
    self->send(relay, std::move(letter));
  }
}

void PartyState::refuse(std::uint32_t who, const std::string& why) {
  send(Subject::kRefused, kRelay, who, {why.begin(), why.end()});
}

void PartyState::accept(const Letter& letter) {
  // What an earlier attempt at keys left under way.
  if (letter.about() != Subject::kBegin && letter.attempt != attempt_) return;
  switch (letter.about()) {
    case Subject::kBegin:
      return begin(letter);
    case Subject::kPublicKeys:
      return agree(letter);
    case Subject::kWrappedKey:
      return unwrap(letter);
    case Subject::kSum:
      return learn_sums(letter);
    case Subject::kTopQuestion:
    case Subject::kCountQuestion:
      return answer(letter);
    case Subject::kTopAnswer:
      return take_top(letter);
    case Subject::kCountAnswer:
      return take_counts(letter);
    case Subject::kExcluded:
      return exclude(letter);
    case Subject::kAskMoments:
      return tell_moments(letter);
    case Subject::kScale:
      return scale(letter);
    case Subject::kTrainAlone:
      return train_alone(letter);
    case Subject::kGenerator:
      return joint_->label_cross(
          decode_numbers(letter.payload.view(), model_->parameters()));
    case Subject::kStep:
      return step(letter);
    case Subject::kFinal:
      return keep(method_of(letter), *joint_scaling_,
                  decode_numbers(letter.payload.view(), model_->parameters()));
    case Subject::kEnd:
      return end();
    default:
      return;  // not for parties
  }
}

void PartyState::begin(const Letter& letter) {
  attempt_ = letter.attempt;
  members_.clear();
  secrets_.clear();
  ByteReader reader(letter.payload.view());
  while (reader.left() > 0) members_[reader.get<std::uint32_t>()] = 0;
  pair_.emplace(simulated(plan->seed, Purpose::kHashKey, party, attempt_));
  ByteWriter writer;
  writer.put(pair_->public_key());
  writer.put(static_cast<std::uint32_t>(share().documents.size()));
  send(Subject::kPublicKey, kRelay, 0, writer.take());
}

void PartyState::agree(const Letter& letter) {
  ByteReader reader(letter.payload.view());
  std::vector<PublicKey> keys;
  for (auto& [member, documents] : members_) {
    const auto key = reader.get<PublicKey>();
    keys.push_back(member == party ? pair_->public_key() : key);
    documents = reader.get<std::uint32_t>();
    if (member == party) continue;
    const auto secret = pair_->agree(key);
    if (!secret) {
      secrets_.clear();  // a refusal is the last that it sends
      return refuse(member, "public key: " + secret.refusal);
    }
    secrets_[member] = *secret;
  }
  safety_code_ = safety_code(std::move(keys));
  if (members_.begin()->first != party) return;
  const Bits bits =
      simulated(plan->seed, Purpose::kHashKey, party, 1000 + attempt_);
  const Secret key = random_secret(bits);
  for (const auto& [member, secret] : secrets_)
    send(Subject::kWrappedKey, member, 0,
         wrap_key(key, secret, party, member, bits));
  hash_with(key);
}

void PartyState::unwrap(const Letter& letter) {
  const auto pair = secrets_.find(letter.from);
  if (pair == secrets_.end()) return;
  const auto key =
      unwrap_key(letter.payload.view(), pair->second, letter.from, party);
  if (!key) return refuse(letter.from, "wrapped key: " + key.refusal);
  hash_with(*key);
}

void PartyState::hash_with(const Secret& secret) {
  const HashKey key = hash_key(secret);
  const auto fingerprints =
      fingerprints_of(plan->collection->dictionary(), key);
  statistics_.reset();
  owner_.reset();
  spots_.emplace(spots_of(key.rows, plan->protocol.shape, fingerprints));
  frequency_spots_.emplace(
      spots_of(key.summed_rows, plan->protocol.frequency, fingerprints));
  own_.emplace(*plan->collection, share());
  auto numbers = own_->ring(plan->protocol.frequency, *frequency_spots_);
  // Left alone with one other, each could take the sum apart; left quite alone,
  // nothing would hide it.
  require(secrets_.size() + 1 >= std::min<std::size_t>(3, plan->parties()),
          "too few parties are left to hide each other's frequencies");
  if (!secrets_.empty()) mask(numbers, party, secrets_, kFrequencies, 0);
  ByteWriter writer;
  writer.put(key_confirmation(secret, attempt_));
  writer.put_all(numbers);
  send(Subject::kFrequencies, kRelay, 0, writer.take());
}

void PartyState::learn_sums(const Letter& letter) {
  ByteReader reader(letter.payload.view());
  const auto sum = reader.get_all<std::uint64_t>(
      frequency_numbers(plan->protocol.frequency));
  statistics_.emplace(plan->protocol.frequency, sum, *frequency_spots_, *own_);
  owner_.emplace(*plan->collection, share(), plan->protocol, *spots_,
                 plan->parties());
  queries_ =
      held_out_queries(*plan->collection, share(), party, plan->options).train;
  for (const auto& [member, documents] : members_)
    if (member != party) inquiries_[member];
  for (auto& [member, inquiry] : inquiries_) ask_next(member);
  say_when_ready();
}

void PartyState::ask_next(std::uint32_t owner) {
  Inquiry& inquiry = inquiries_.at(owner);
  inquiry.counting = false;
  inquiry.asker.reset();
  if (inquiry.next == queries_.size()) return;
  // The same real rows for all owners: who compares two questions learns no
  // more than from one.
  inquiry.asker.emplace(plan->protocol, *spots_, terms_of(inquiry.next),
                        simulated(plan->seed, Purpose::kObfuscation, party,
                                  queries_[inquiry.next]));
  send(Subject::kTopQuestion, owner,
       static_cast<std::uint32_t>(2 * inquiry.next),
       encode(inquiry.asker->top_question()));
}

void PartyState::answer(const Letter& letter) {
  const bool counts = letter.about() == Subject::kCountQuestion;
  Question question;
  try {
    question = decode_question(letter.payload.view(), plan->protocol,
                               owner_->documents(), counts);
  } catch (const std::invalid_argument& error) {
    return refuse(letter.from, std::string("a question ") + error.what());
  }
  const Bits bits = simulated(plan->seed, Purpose::kSketchNoise,
                              party * plan->parties() + letter.from,
                              answered_[letter.from]++);
  if (counts)
    send(Subject::kCountAnswer, letter.from, letter.number,
         encode(owner_->answer_counts(question, letter.from, bits)));
  else
    send(Subject::kTopAnswer, letter.from, letter.number,
         encode(owner_->answer_top(question, letter.from, bits)));
}

void PartyState::take_top(const Letter& letter) {
  const auto found = inquiries_.find(letter.from);
  if (found == inquiries_.end() || letter.number != 2 * found->second.next)
    return;
  Inquiry& inquiry = found->second;
  const std::uint32_t documents = members_.at(letter.from);
  const TopAnswer told = decode_top_answer(
      letter.payload.view(), plan->protocol, inquiry.asker->terms(), documents);
  std::vector<TopDocument> sums;
  std::vector<std::vector<TopDocument>> by_term;
  inquiry.documents = inquiry.asker->best(told, documents, sums, by_term);
  for (std::size_t t = 0; t < by_term.size(); ++t)
    inquiry.found.push_back({queries_[inquiry.next], inquiry.asker->term(t),
                             letter.from, std::move(by_term[t])});
  if (inquiry.documents.empty()) {
    ++inquiry.next;
    ask_next(letter.from);
    return say_when_ready();
  }
  inquiry.counting = true;
  send(Subject::kCountQuestion, letter.from, letter.number + 1,
       encode(inquiry.asker->count_question(inquiry.documents)));
}

void PartyState::take_counts(const Letter& letter) {
  const auto found = inquiries_.find(letter.from);
  if (found == inquiries_.end() || !found->second.counting) return;
  Inquiry& inquiry = found->second;
  auto told =
      decode_count_answers(letter.payload.view(), plan->protocol,
                           inquiry.asker->terms(), inquiry.documents.size());
  for (std::size_t i = 0; i < told.size(); ++i)
    if (told[i].told)
      inquiry.pairs.push_back(
          {queries_[inquiry.next], inquiry.documents[i], letter.from, 0});
  std::erase_if(told, [](const CountAnswer& each) { return !each.told; });
  inquiry.features.push_back(inquiry.asker->features(told, *statistics_));
  ++inquiry.next;
  ask_next(letter.from);
  say_when_ready();
}

void PartyState::say_when_ready() {
  if (ready_ || !statistics_) return;
  for (const auto& [owner, inquiry] : inquiries_)
    if (inquiry.next < queries_.size()) return;
  ready_ = true;
  send(Subject::kReady, kRelay, 0, {});
}

void PartyState::exclude(const Letter& letter) {
  members_.erase(letter.number);
  secrets_.erase(letter.number);
  // All that it said and was told so far, so that nothing hangs on when it was
  // caught.
  if (!record_) {
    inquiries_.erase(letter.number);
    if (owner_) owner_->leave_out(letter.number);
  }
  say_when_ready();
}

void PartyState::gather() {
  record_ = std::make_shared<PartyRecord>();
  PartyInstances& made = record_->instances;
  made.pairs = labelled_pairs(share(), queries_, plan->options.negatives,
                              plan->options.seed);
  made.features.resize(static_cast<Index>(made.pairs.size()), kTextFeatures);
  std::vector<double> counts;
  for (std::size_t i = 0; i < made.pairs.size(); ++i) {
    const auto terms = plan->collection->query(made.pairs[i].query);
    const auto by_field = query_features(
        terms, [&](Field field) { return statistics_->field(field); },
        [&](Field field, TermId term) {
          return statistics_->term(field, term);
        });
    for (const Field field : kAllFields) {
      const auto f = static_cast<Index>(field);
      const std::uint32_t document = made.pairs[i].document;
      const Terms in = plan->collection->terms(field, document);
      counts.clear();
      for (const TermId term : terms) counts.push_back(count_of(in, term));
      double* const row = made.features.row(static_cast<Index>(i)).data();
      by_field[static_cast<std::size_t>(f)].write(
          counts, plan->collection->length(field, document),
          static_cast<double>(in.size()),
          std::span<double, kFieldFeatures>(row + f * kFieldFeatures,
                                            kFieldFeatures));
    }
  }
  // By query, then owner, as if one had asked after the other.
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::size_t>> order;
  std::map<std::uint32_t, Matrix> features;
  for (auto& [owner, inquiry] : inquiries_) {
    Matrix& all = features[owner];
    all.resize(static_cast<Index>(inquiry.pairs.size()), kTextFeatures);
    Index row = 0;
    for (const Matrix& block : inquiry.features) {
      all.middleRows(row, block.rows()) = block;
      row += block.rows();
    }
    for (std::size_t i = 0; i < inquiry.pairs.size(); ++i)
      order.emplace_back(inquiry.pairs[i].query, owner, i);
    std::ranges::move(inquiry.found, std::back_inserter(record_->found));
  }
  std::ranges::sort(order);
  made.cross.features.resize(static_cast<Index>(order.size()), kTextFeatures);
  for (const auto& [query, owner, i] : order) {
    made.cross.features.row(static_cast<Index>(made.cross.pairs.size())) =
        features[owner].row(static_cast<Index>(i));
    made.cross.pairs.push_back(inquiries_.at(owner).pairs[i]);
  }
  inquiries_.clear();
  rank_by_feature(made.cross, kBodyBm25);
}

void PartyState::tell_moments(const Letter& letter) {
  if (!record_) gather();
  auto numbers = ring_of(FeatureMoments::of(record_->instances.features));
  if (!secrets_.empty())
    mask(numbers, party, secrets_, kMoments, letter.number);
  ByteWriter writer;
  writer.put_all(numbers);
  send(Subject::kMoments, kRelay, letter.number, writer.take());
}

void PartyState::scale(const Letter& letter) {
  if (!record_) gather();
  const FeatureMoments own = FeatureMoments::of(record_->instances.features);
  model_ = find(pointwise_models(), plan->options.model)
               .make(kTextFeatures, plan->grades);
  own_scaling_.emplace(own);
  joint_scaling_ = own_scaling_;
  if (plan->sums_moments()) {
    ByteReader reader(letter.payload.view());
    joint_scaling_.emplace(moments_of_ring(
        reader.get_all<std::uint64_t>(ring_numbers(kTextFeatures))));
  }
  const auto make = [&](const Scaling& scaling) {
    return trainer_of(party, record_->instances, scaling, model_,
                      plan->options);
  };
  alone_.emplace(make(*own_scaling_));
  joint_.emplace(make(*joint_scaling_));
}

const std::string& PartyState::method_of(const Letter& letter) const {
  return plan->methods.at(letter.number / kIterations);
}

void PartyState::train_alone(const Letter& letter) {
  const std::string& method = method_of(letter);
  if (find(silo_methods(), method).make.joint)
    return send(Subject::kLocalModel, kRelay, letter.number,
                encode(joint_->train_alone()));
  keep(method, *own_scaling_,
       method == "local" ? alone_->train_alone()
                         : alone_->train_alone_with_cross());
  send(Subject::kTrained, kRelay, letter.number, {});
}

void PartyState::step(const Letter& letter) {
  ByteReader reader(letter.payload.view());
  const auto with_cross = reader.get<std::uint8_t>();
  const auto bytes = letter.payload.view().subspan(1);
  send(Subject::kGradient, kRelay, letter.number,
       encode(joint_->joint_gradient(
           decode_numbers(bytes, model_->parameters()),
           letter.number % kIterations, with_cross != 0)));
}

void PartyState::keep(const std::string& method, const Scaling& scaling,
                      const VectorView& parameters) {
  record_->models[method] = unscaled(scaling, *model_, parameters);
}

void PartyState::end() {
  record_->safety_code = safety_code_;
  record_->index_bytes = owner_->index_bytes();
  record_->sketch_bytes = owner_->sketch_bytes();
  record_->worst = owner_->ledger().worst();
  record_->withheld = owner_->ledger().refused();
  for (std::uint32_t d = 0; d < owner_->documents(); ++d)
    record_->releases += owner_->ledger().releases(d);
  self->send(study, PartyEnded{plan->run, party, std::move(record_)});
  self->quit();
}

caf::behavior party_actor(caf::stateful_actor<PartyState>* self,
                          std::shared_ptr<const SiloPlan> plan,
                          std::uint32_t party, caf::actor relay,
                          caf::actor study) {
  self->state.plan = std::move(plan);
  self->state.party = party;
  self->state.relay = std::move(relay);
  self->state.study = std::move(study);
  self->set_default_handler(caf::drop);
  self->set_error_handler([](caf::error&) {});
  self->set_down_handler([](caf::down_msg&) {});
  // Only from the relay, which ends when the study does.
  self->set_exit_handler([self](caf::exit_msg& message) {
    if (message.source == self->state.relay.address())
      self->quit(message.reason);
  });
  return {[self](const Letter& letter) {
    // Code that breaks fails the run, and says why; it is no peer's nonsense.
    try {
      self->state.accept(letter);
    } catch (const std::exception& error) {
      const PartyState& state = self->state;
      self->send(state.study, SiloEnded{state.plan->run,
                                        "party " + std::to_string(state.party) +
                                            " broke: " + error.what(),
                                        nullptr});
      self->quit(caf::sec::runtime_error);
    }
  }};
}

}  // namespace fedltr
