#include "actors/members/run_members.hpp"

#include <cmath>
#include <memory>
#include <utility>

#include "actors/members/lead.hpp"
#include "actors/members/member.hpp"
#include "actors/protocol/run_messages.hpp"
#include "actors/runtime/scheduler.hpp"
#include "algorithms/privacy/gaussian.hpp"

namespace fedltr::members {
namespace {

/// Hands the lead's messages to members in the same process.
caf::behavior local_post(caf::event_based_actor*,
                         std::shared_ptr<std::vector<caf::actor>> members) {
  return {[members = std::move(members)](const ToMember& order) {
    std::visit(
        [&](const auto& message) {
          caf::anon_send((*members)[order.member], message);
        },
        order.message);
  }};
}

/// Turns epochs into the rows of a learning curve.
class Curve {
 public:
  Curve(const Rehearsal& run, std::uint32_t number, Observer& observer)
      : run_(run), number_(number), observer_(observer) {
    clients_.resize(run.plan.names.size());
    for (std::uint32_t i = 0; i < clients_.size(); ++i) clients_[i].client = i;
    row_.online = row_.max_rr = std::nan("");
    if (run.plan.code.multiplier > 0) row_.epsilon = 0;
    add(run.plan.initial);
  }

  void close(const EpochRecord& epoch, const LeadState& state) {
    row_.dropped += epoch.members - epoch.survivors.size();
    row_.bytes_up += epoch.bytes_up;
    row_.bytes_down += epoch.bytes_down;
    const double mu2 = run_.plan.mu_squared(epoch.kind, epoch.members);
    mu_squared_ += mu2;
    row_.epsilon = mu_squared_ > 0 ? gaussian_epsilon(
                                         1 / std::sqrt(mu_squared_), run_.delta)
                                   : kNoBound;
    held_out_ = state.curve;
    if (epoch.kind == EpochKind::kEvaluation) {
      // The model has its row already; count its evaluation with it.
      if (RoundRecord& last = rows_.back(); last.round == state.opened) {
        last.epsilon = row_.epsilon;
        last.dropped = row_.dropped;
        last.bytes_up = row_.bytes_up;
        last.bytes_down = row_.bytes_down;
        if (!held_out_.empty() &&
            held_out_.back().verdict == ModelVerdict::kWithdrawn)
          last.metrics = run_.evaluation->means(state.model);
      }
      return;
    }
    row_.round = row_.time = state.opened;
    row_.clients = epoch.members;
    if (state.opened % run_.evaluate_every == 0 ||
        state.opened == run_.plan.epochs)
      add(state.model);
  }

  /// Returns the run's result, with each member's own metric.
  RunResult take(const Vector& model) {
    for (ClientRecord& client : clients_) {
      client.epsilon = row_.epsilon;
      if (const auto& own = run_.own[client.client])
        client.own = own->means(model)[0];
    }
    RunResult result;
    result.rounds = std::move(rows_);
    result.model = model;
    result.per_query = run_.evaluation->per_query(model);
    result.clients = std::move(clients_);
    result.held_out = std::move(held_out_);
    result.complete = true;
    result.max_rounds = run_.plan.epochs;
    return result;
  }

 private:
  void add(const Vector& model) {
    row_.metrics = run_.evaluation->means(model);
    observer_.on_round(number_, row_);
    rows_.push_back(row_);
  }

  const Rehearsal& run_;
  std::uint32_t number_;
  Observer& observer_;
  RoundRecord row_;
  double mu_squared_ = 0;
  std::vector<HeldOutPoint> held_out_;
  std::vector<RoundRecord> rows_;
  std::vector<ClientRecord> clients_;
};

/// The lead and all members, with nothing between them.
class RehearsalActors {
 public:
  RehearsalActors(const Rehearsal& run, LeadHooks hooks,
                  caf::scoped_actor& self)
      : self_(self) {
    const auto me = caf::actor_cast<caf::actor>(self.ptr());
    const auto members = std::make_shared<std::vector<caf::actor>>();
    post_ = self->spawn(local_post, members);
    LeadPlace place;
    place.plan = run.plan;
    place.hooks = std::move(hooks);
    place.post = post_;
    place.owner = me;
    place.certifier.certify = simulated_certify(run.seed);
    place.draw = simulated_draw(run.seed);
    lead_ = self->spawn(lead, place);
    std::vector<std::string> certificates(run.plan.names.size());
    for (std::uint32_t i = 0; i < certificates.size(); ++i) {
      std::shared_ptr<WaryMember> wary;
      if (run.plan.tolerance.lies) {
        wary = make_wary(run.plan, i, simulated_proof(run.seed, i, ""));
        certificates[i] = wary->certificate();
      }
      const auto trial = make_trial(run.plan);
      members->push_back(self->spawn(
          member,
          MemberPlace{i,
                      make_epoch_member(run.plan, i, run.rows[i], run.exams[i],
                                        simulated_secrets(run.seed, i),
                                        run.searches_of(i), wary, trial),
                      run.plan.initial.size(), nullptr, nullptr, lead_, me,
                      nullptr, wary, trial}));
    }
    members_ = *members;
    for (std::uint32_t i = 0; i < members_.size(); ++i)
      self->send(lead_, MemberHere{i, i, certificates[i]});
  }
  ~RehearsalActors() {
    for (const caf::actor& each : members_) stop(each);
    stop(lead_);
    stop(post_);
  }
  RehearsalActors(const RehearsalActors&) = delete;
  RehearsalActors& operator=(const RehearsalActors&) = delete;

  /// Waits for the end.
  FederationOutcome wait() {
    FederationOutcome outcome;
    bool over = false;
    while (!over)
      self_->receive(
          [&](const LeadEnded& ended) {
            outcome.failure =
                ended.failure.empty() ? ended.too_few : ended.failure;
            over = true;
          },
          [&](const MemberEnded& ended) {
            using Kind = MemberEnded::Kind;
            // One that is left out ends alone; the lead reports if too few
            // stay.
            if (ended.kind == Kind::kDone || ended.kind == Kind::kTooFew)
              return;
            outcome.failure = ended.why;
            over = true;
          },
          [&](StopRun) {
            outcome.interrupted = true;
            over = true;
          });
    return outcome;
  }

 private:
  void stop(const caf::actor& each) {
    self_->send_exit(each, caf::exit_reason::user_shutdown);
  }

  caf::scoped_actor& self_;
  caf::actor post_;
  caf::actor lead_;
  std::vector<caf::actor> members_;
};

}  // namespace

FederationOutcome run_members(const Rehearsal& run, std::uint32_t number,
                              std::size_t threads, Observer& observer,
                              Interrupt& interrupt) {
  Curve curve(run, number, observer);
  Vector model;
  FederationOutcome outcome;
  {
    SystemConfig config(threads);
    caf::actor_system system(config);
    caf::scoped_actor self{system};
    const auto me = caf::actor_cast<caf::actor>(self.ptr());
    RehearsalActors rehearsal(
        run,
        {nullptr,
         [&](const EpochRecord& epoch, const LeadState& state) {
           curve.close(epoch, state);
           model = state.model;
         },
         nullptr},
        self);
    interrupt.on_trigger([me] { caf::anon_send(me, StopRun{}); });
    if (interrupt.triggered()) caf::anon_send(me, StopRun{});
    outcome = rehearsal.wait();
    interrupt.on_trigger(nullptr);
  }
  if (!outcome.interrupted && outcome.failure.empty())
    observer.on_finished(number, curve.take(model));
  return outcome;
}

}  // namespace fedltr::members
