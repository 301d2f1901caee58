#include "app/study/monitor/status_text.hpp"

#include <algorithm>
#include <ostream>

#include <spdlog/fmt/fmt.h>

#include "app/study/monitor/process_metrics.hpp"

namespace fedltr {
namespace {

bool is_set(const MetricsSamples& samples, const std::string& name) {
  return samples.value(name).value_or(0) != 0;
}

std::string state_of(const MetricsSamples& samples, double now) {
  if (is_set(samples, "fedltr_complete")) return "complete";
  if (!is_set(samples, "fedltr_running")) return "ended before it was complete";
  const double start = samples.value("fedltr_start_time_seconds").value_or(now);
  return fmt::format("running for {:.0f} s", now - start);
}

/// Returns the sum of the samples of that name with all these labels.
double sum_of(const MetricsSamples& samples, const std::string& name,
              const MetricsText::Labels& labels) {
  double sum = 0;
  for (const MetricsSample& each : samples.of(name))
    if (std::ranges::all_of(labels, [&](const auto& label) {
          return each.label(label.first) == label.second;
        }))
      sum += each.value;
  return sum;
}

/// Returns the phase of a relay or a party, to be printed after its state.
std::string phase_of(const MetricsSamples& samples) {
  for (const char* name : {"fedltr_relay_phase", "fedltr_party_phase"})
    for (const MetricsSample& each : samples.of(name))
      if (each.value != 0) return "; " + each.label("phase");
  return "";
}

/// Prints the status of a party, as it is itself.
void print_own(std::ostream& out, const MetricsSamples& samples) {
  const auto connected = samples.value("fedltr_party_connected");
  if (!connected) return;
  const auto traffic = [&](const char* direction) {
    return fmt::format("{:.0f} messages {:.1f} MB",
                       sum_of(samples, "fedltr_party_messages_total",
                              {{"direction", direction}}),
                       sum_of(samples, "fedltr_party_bytes_total",
                              {{"direction", direction}}) /
                           1e6);
  };
  out << fmt::format("  {}, up {}, down {}, the last {:.0f} s ago\n",
                     *connected != 0 ? "connected" : "without its relay",
                     traffic("up"), traffic("down"),
                     samples.value("fedltr_party_idle_seconds").value_or(0));
}

/// Prints the epochs of a federation of members.
void print_epochs(std::ostream& out, const MetricsSamples& samples,
                  double now) {
  const auto planned = samples.value("fedltr_epochs_planned");
  if (!planned) return;
  const auto epochs = [&](const char* outcome) {
    return sum_of(samples, "fedltr_epochs_total", {{"outcome", outcome}});
  };
  const auto members = [&](const char* state) {
    return sum_of(samples, "fedltr_members", {{"state", state}});
  };
  out << fmt::format("  epochs: {:.0f} of {:.0f} opened, {:.0f} lost",
                     epochs("opened"), *planned, epochs("lost"));
  const auto over = samples.value("fedltr_epoch_time_seconds");
  if (over) out << fmt::format(", the last over {:.0f} s ago", now - *over);
  for (const MetricsSample& each : samples.of("fedltr_metric"))
    out << fmt::format("  {} {:.4f}", each.label("name"), each.value);
  out << fmt::format(
      "\n  members: {:.0f} of {:.0f} connected{}, {:.0f} left, {:.0f} left "
      "out\n",
      members("connected"), members("named"),
      over ? fmt::format(", {:.0f} in the last sum", members("in_sum")) : "",
      members("left"), members("left_out"));
}

/// Prints the status of a member, as it is itself.
void print_member(std::ostream& out, const MetricsSamples& samples,
                  double now) {
  const auto connected = samples.value("fedltr_member_connected");
  if (!connected) return;
  out << fmt::format("  {}, model of epoch {:.0f}",
                     *connected != 0 ? "connected" : "without its server",
                     samples.value("fedltr_member_epoch").value_or(0));
  if (const auto since = samples.value("fedltr_member_epoch_time_seconds"))
    out << fmt::format(", since {:.0f} s", now - *since);
  const auto of = [&](const char* name, const char* label, const char* value) {
    return sum_of(samples, name, {{label, value}});
  };
  if (const auto takes_part = samples.value("fedltr_member_takes_part"))
    out << fmt::format(
        "\n  epsilon: {:.3g} spent in this period, {:.3g} over life{}",
        of("fedltr_member_epsilon", "over", "period"),
        of("fedltr_member_epsilon", "over", "life"),
        *takes_part != 0 ? "" : "; takes no part until there is room");
  if (!samples.of("fedltr_member_searches").empty())
    out << fmt::format("\n  searches: {:.0f}, of which {:.0f} wait",
                       of("fedltr_member_searches", "state", "all"),
                       of("fedltr_member_searches", "state", "waiting"));
  out << "\n";
}

void print_party(std::ostream& out, const MetricsSamples& samples,
                 const MetricsSample& connected) {
  const std::string party = connected.label("party");
  const auto is = [&](const char* name) {
    return sum_of(samples, name, {{"party", party}}) != 0;
  };
  const char* const state = is("fedltr_relay_party_excluded") ? "left out"
                            : is("fedltr_relay_party_done")   ? "done"
                            : connected.value != 0            ? "connected"
                                                              : "away";
  const auto traffic = [&](const char* direction) {
    return fmt::format("{:>7.0f} messages {:>8.1f} MB",
                       sum_of(samples, "fedltr_relay_messages_total",
                              {{"party", party}, {"direction", direction}}),
                       sum_of(samples, "fedltr_relay_bytes_total",
                              {{"party", party}, {"direction", direction}}) /
                           1e6);
  };
  out << fmt::format("  {:<14}{:<10} up {}, down {}\n", party, state,
                     traffic("up"), traffic("down"));
}

/// Prints a run of a fold, repeat and point of a grid.
void print_run(std::ostream& out, const MetricsSamples& samples,
               const MetricsSample& round) {
  const auto same_run = [&](const MetricsSample& each) {
    for (const char* key : {"point", "fold", "repeat"})
      if (each.label(key) != round.label(key)) return false;
    return true;
  };
  const std::string point = round.label("point");
  out << fmt::format("  {}{}f{}-r{}  round {:.0f}", point,
                     point.empty() ? "" : "/", round.label("fold"),
                     round.label("repeat"), round.value);
  for (const MetricsSample& each : samples.of("fedltr_rounds_planned"))
    if (same_run(each)) out << fmt::format(" of {:.0f}", each.value);
  for (const MetricsSample& each : samples.of("fedltr_metric"))
    if (same_run(each))
      out << fmt::format("  {} {:.4f}", each.label("name"), each.value);
  out << "\n";
}

/// Prints only the certificates that should be renewed.
void print_certificates(std::ostream& out, const MetricsSamples& samples,
                        double now) {
  constexpr double kDay = 24 * 60 * 60;
  for (const MetricsSample& each :
       samples.of("fedltr_certificate_end_time_seconds")) {
    const double days = (each.value - now) / kDay;
    if (days > kDaysToRenew) continue;
    out << "  certificate of " << owner_text(each.label("certificate"))
        << (days < 0 ? std::string(": has expired")
                     : fmt::format(": expires in {:.0f} days", days))
        << "\n";
  }
}

void print_runs(std::ostream& out, const MetricsSamples& samples) {
  const auto runs = samples.of("fedltr_runs");
  if (runs.empty()) return;
  out << "  runs:";
  for (const MetricsSample& each : runs)
    out << fmt::format(" {:.0f} {}", each.value, each.label("state"));
  out << "\n";
}

}  // namespace

void print_status(std::ostream& out, const MetricsSamples& samples, double now,
                  double written) {
  out << fmt::format("{}: {}, written {:.0f} s ago{}\n", samples.study(),
                     state_of(samples, now), now - written, phase_of(samples));
  for (const MetricsSample& each : samples.of("fedltr_relay_party_connected"))
    print_party(out, samples, each);
  print_own(out, samples);
  print_member(out, samples, now);
  print_epochs(out, samples, now);
  print_runs(out, samples);
  for (const MetricsSample& each : samples.of("fedltr_round"))
    print_run(out, samples, each);
  if (const auto nodes = samples.value("fedltr_nodes"))
    out << fmt::format("  nodes: {:.0f}\n", *nodes);
  if (const auto at = samples.value("fedltr_checkpoint_time_seconds"))
    out << fmt::format("  last checkpoint: {:.0f} s ago\n", now - *at);
  for (const char* name : {"fedltr_connections_refused_total",
                           "fedltr_relay_connections_refused_total"})
    if (const auto refused = samples.value(name))
      out << fmt::format("  connections refused: {:.0f}\n", *refused);
  print_certificates(out, samples, now);
}

bool is_well(const MetricsSamples& samples) {
  return is_set(samples, "fedltr_running") ||
         is_set(samples, "fedltr_complete");
}

}  // namespace fedltr
