// Reads any peer's input: frames cut from a stream, and each message read from
// its bytes, as server and node read them. It may not crash, hang, or take more
// memory than was sent; it throws only ArchiveError.
#include "actors/cohort/bounds.hpp"
#include "actors/cohort/cohort.hpp"
#include "actors/link/connection.hpp"
#include "actors/nodes/node_wire.hpp"
#include "algorithms/data/synthetic.hpp"
#include "fuzz/leaks.hpp"

using namespace fedltr;

namespace {

/// Makes a federation in which every part of a message has a place.
FederationPlan make_plan() {
  const auto data = std::make_shared<const Dataset>(
      synthesize(custom_shape(10, 5, 3, 3), 0.5, 1));
  const auto ranker = find(rankers(), "neural").make({3, 2});
  ClickOptions clicks;
  clicks.grades = 3;
  FederationPlan plan;
  plan.simulation = std::make_shared<const Simulation>(
      data, ranker, find(click_models(), "navigational").make(clicks));
  plan.learner = find(learners(), "pdgd").make({}, ranker);
  plan.evaluation = std::make_shared<const Evaluation>(
      data, EvaluationConfig{ranker, {parse_metric("ndcg@10", {})}});
  plan.initial = Vector::Zero(ranker->size());
  plan.personal = 2;
  plan.report_local_metrics = true;
  plan.rule = [] { return make_robust_rule("median", "none", {}); };
  FaultOptions faults;
  faults.late = 0.5;
  faults.use_late = true;
  plan.faults = FaultSchedule(faults, 1);
  plan.unlearning.requests = {{1, {1, 258}}};
  plan.unlearning.evidence = true;
  plan.clients = 260;
  return plan;
}

const FederationPlan& plan() {
  static const FederationPlan made = make_plan();
  return made;
}

Bounds bounds() {
  static const std::vector<std::uint32_t> interactions(4, 1);
  return {plan(), 1, interactions};
}

/// Reads an answer to that task as the server does.
void read_at_server(std::string_view bytes, const CohortTask& task) {
  const auto message = wire::decode<wire::NodeMessage>(bytes);
  const auto* answer = std::get_if<wire::Answer>(&message);
  if (!answer) return;
  bounds().check(task, answer->outcome);
  read_cohort_memory(bounds(), answer->state);
}

void read_at_node(std::string_view bytes) {
  const auto message = wire::decode<wire::ServerMessage>(bytes);
  const auto* order = std::get_if<wire::Order>(&message);
  if (!order) return;
  const Bounds own{plan(), 1};
  own.check(order->task);
  if (!order->state.empty()) read_cohort_memory(own, order->state);
}

void read_frames(std::string_view bytes) {
  FrameReader reader(1000);
  for (std::size_t at = 0; at < bytes.size(); at += 7) {
    reader.feed(bytes.substr(at, 7));
    while (reader.next()) {
    }
  }
}

/// Reads what a peer sends from its first byte, in plaintext.
void read_at_link(std::string_view bytes, bool accepts) {
  GatewayConfig config;
  config.terms.refuse_earlier = wire::refuse_earlier;
  if (accepts)
    config.terms.knows_token = [](const auto&, const auto&) { return true; };
  Connection connection(config);
  try {
    connection.feed(bytes);
    while (connection.next()) {
    }
  } catch (const LinkError&) {
  }
}

void read(std::uint8_t how, std::string_view bytes) {
  const Parameters model(Vector::Zero(plan().shared_parameters()));
  switch (how % 9) {
    case 0:
      return read_frames(bytes);
    case 1:
      return read_at_server(bytes,
                            TrainCohort{2, model, training_spec(2), {}, false});
    case 2:
      return read_at_server(bytes, EvaluateOwn{2, 2, model});
    case 3:
      return read_at_server(bytes, StatsRequest{2, model});
    case 4:
      return read_at_server(bytes, LeaveCohort{{258}});
    case 5:
      return read_at_node(bytes);
    case 6:
      return (void)read_cohort_memory(bounds(), bytes);
    default:
      return read_at_link(bytes, how % 9 == 7);
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  begin_of_libfuzzer();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  end_of_libfuzzer();
  if (size == 0) return 0;
  try {
    read(data[0], {reinterpret_cast<const char*>(data + 1), size - 1});
  } catch (const ArchiveError&) {
  }
  return 0;
}
