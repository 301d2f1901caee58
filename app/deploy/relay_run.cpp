#include "app/deploy/relay_run.hpp"

#include <fstream>

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "actors/consortium/endpoints.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/json.hpp"
#include "app/base/json_members.hpp"
#include "app/base/processors.hpp"
#include "app/base/signals.hpp"
#include "app/deploy/authority.hpp"
#include "app/deploy/greeting_terms.hpp"
#include "app/deploy/identity.hpp"
#include "app/deploy/run_journal.hpp"
#include "app/deploy/server_tls.hpp"
#include "app/deploy/transcript.hpp"
#include "app/study/monitor/gauges_file.hpp"
#include "app/study/monitor/relay_gauges.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// True for a relay's transcript: messages of keys come before all others.
bool begins_like_one(const fs::path& file) {
  if (!fs::is_regular_file(fs::symlink_status(file))) return false;
  const std::string wanted =
      std::string(name_of(MessageType::kBeginKeys)) + " ";
  std::string begin(wanted.size(), '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return stream.gcount() == 0 || begin == wanted;
}

/// Returns a function that writes all messages, if a run was resumed those
/// since its beginning.
auto transcript_to(const fs::path& file, bool resumes) {
  if (resumes && begins_like_one(file)) fs::remove(file);
  return [to = std::make_shared<Transcript>(file)](
             const consortium::PackedMessage& message) {
    const ByteVector& bytes = message.body;
    std::string text =
        fmt::format("{} {} {} {} {}\n", name_of(message.type()), message.from,
                    message.to, message.request, bytes.size());
    text.append(bytes.begin(), bytes.end());
    to->add(text += '\n');
  };
}

Json traffic_json(const Traffic& traffic) {
  return {{"messages", traffic.messages}, {"bytes", traffic.bytes}};
}

std::string relay_json(const Agreement& agreement, const SiloRecord& record) {
  Json parties = Json::array();
  for (std::uint32_t p = 0; p < record.sent.size(); ++p) {
    const auto excluded = record.excluded.find(p);
    parties.push_back({{"name", agreement.members()[p]},
                       {"sent", traffic_json(record.sent[p])},
                       {"received", traffic_json(record.received[p])},
                       {"left_out", excluded == record.excluded.end()
                                        ? Json(nullptr)
                                        : Json(excluded->second)}});
  }
  Json types = Json::object();
  for (std::size_t type = 0; type < record.by_type.size(); ++type)
    if (record.by_type[type].messages > 0)
      types[name_of(static_cast<MessageType>(type))] =
          traffic_json(record.by_type[type]);
  const auto rule = combined_by(agreement);
  return json_text({{"agreement", agreement.digest},
                    {"combined_by", rule ? Json(*rule) : Json(nullptr)},
                    {"rehearsal", agreement.rehearsal},
                    {"parties", parties},
                    {"messages", types},
                    {"refused", record.refused},
                    {"attempts_at_keys", record.attempts}});
}

constexpr std::size_t kMostOfRecord = 1U << 24;

bool is_complete(const fs::path& folder, const Agreement& agreement,
                 bool resume, std::ostream& out) {
  const fs::path file = folder / "relay.json";
  if (!fs::exists(file) || (resume && fs::exists(folder / "relay.journal")))
    return false;
  if (!resume)
    throw UsageError(folder.string() +
                     ": holds results of another run; give --out DIR");
  require_agreement(read_json(file.string(), kMostOfRecord), file, agreement);
  out << "results     " << folder.string()
      << "  already complete: nothing is left to do\n";
  return true;
}

int finish(const Agreement& agreement, const consortium::End& end,
           const fs::path& folder, RelayJournal& journal, std::ostream& out) {
  using Kind = consortium::End::Kind;
  if (end.run) {
    // Not for a failed run: it may start again.
    if (end.kind == Kind::kDone)
      write_whole(folder / "relay.json", relay_json(agreement, *end.run));
    for (const auto& [party, why] : end.run->excluded)
      out << "left out    " << agreement.members()[party] << ": " << why
          << "\n";
  }
  journal.end(end);
  if (end.kind == Kind::kInterrupted && end.why.empty()) return kInterrupted;
  if (end.kind == Kind::kLeftOut) throw NetworkError(end.why);
  if (end.kind != Kind::kDone) throw std::runtime_error(end.why);
  out << "done        " << (folder / "relay.json").string() << "\n";
  return kDone;
}

int lead(const RelayOptions& options, const Agreement& agreement,
         const fs::path& folder, std::ostream& out) {
  if (is_complete(folder, agreement, options.resume, out)) return kDone;
  LinkOptions link = options.link;
  consortium::RelayConfig config;
  const auto tls = link.certificates
                       ? std::make_shared<ServerTls>(*link.certificates)
                       : nullptr;
  config.gateway = listening(terms_of_consortium(), link, tls);
  config.plan = std::make_shared<const SiloPlan>(plan_of(agreement));
  config.task = agreement.task();
  config.deadline = options.deadline;
  config.phase = options.phase;
  config.members = agreement.members();
  config.agreed = agreement;
  config.wait = link.wait;
  config.grace = options.grace;
  // Not before: the file may belong to this run, ended or still running.
  std::optional<GaugesFile> metrics;
  const auto gauges_of = [&](consortium::RelayStatus status) {
    return [&agreement, status = std::move(status)](MetricsText& text) {
      add_gauges(text, status, agreement.members());
    };
  };
  consortium::RelayStatus waiting;
  waiting.parties.resize(agreement.members().size());
  if (options.metrics)
    metrics.emplace(*options.metrics, agreement.scenario.run.name,
                    gauges_of(std::move(waiting)));
  if (metrics && tls)
    metrics->watch_certificates([tls] { return ends_of(tls->certificates()); });
  fs::create_directories(folder);
  RelayJournal journal(folder, agreement, options.resume);
  if (options.transcript)
    config.transcript = transcript_to(*options.transcript, options.resume);
  journal.attach(config);
  if (metrics)
    config.on_status = [&](const consortium::RelayStatus& status) {
      metrics->update(gauges_of(status));
    };
  announce(out, agreement.digest, link, agreement.rehearsal);
  ignore_hangups();
  Interrupt interrupt;
  const SignalWatch watch(interrupt);
  const auto end =
      consortium::run_relay(config, threads_or_all(options.threads), interrupt);
  const int code = finish(agreement, end, folder, journal, out);
  if (metrics && code == kDone) metrics->complete();
  return code;
}

}  // namespace

int run_relay(const RelayOptions& options, std::ostream& out) {
  const Agreement agreement = read_agreement(
      options.file,
      {.rehearsal = options.rehearsal, .search = options.serve_search});
  const fs::path folder = options.out.value_or(agreement.scenario.run.out);
  return lead(options, agreement, folder, out);
}

}  // namespace fedltr
