#include "actors/members/member_processes.hpp"

#include "actors/link/dialer.hpp"
#include "actors/members/lead_host.hpp"
#include "actors/members/member_host.hpp"
#include "actors/runtime/process.hpp"

namespace fedltr::members {

std::size_t max_bytes(const MembersPlan& plan) {
  // Shares take 370 bytes for each other member, words and model 8 each.
  const std::size_t members = plan.names.size();
  const std::size_t most = kMaxGreeting + 512 * members +
                           16 * static_cast<std::size_t>(plan.initial.size());
  if (!plan.tolerance.lies) return most;
  // Certificates, signatures, a history and a list of revoked certificates.
  return most + kMaxRevoked + kMaxCertificate * members +
         80 * std::size_t{plan.epochs};
}

End run_lead(const LeadConfig& config, std::size_t threads,
             Interrupt& interrupt) {
  End end;
  run_process(threads, interrupt, [&](auto& self, const caf::actor& me) {
    const caf::actor host = self->spawn(lead_host, config, me);
    self->receive([&](const HostEnded& ended) { end = ended.end; },
                  [&](StopRun) {});
    self->send_exit(host, caf::exit_reason::user_shutdown);
  });
  return end;
}

End run_member(const MemberConfig& config, std::size_t threads,
               Interrupt& interrupt) {
  End end;
  run_process(threads, interrupt, [&](auto& self, const caf::actor& me) {
    bool over = false;
    const caf::actor host = self->spawn(member_host, config, me);
    Dialer dialer(config.wait, "server", config.dial, self,
                  [&](int socket) { self->send(host, Dialed{socket}); });
    const auto give_up_if = [&](const std::string& why) {
      if (why.empty()) return;
      end = {End::Kind::kLeftOut, why};
      over = true;
    };
    give_up_if(dialer.dial());
    while (!over)
      self->receive(
          [&](const PartEnded& ended) {
            end = ended.end;
            over = true;
          },
          [&](const Lost& lost) {
            if (lost.was_welcome) dialer.renew();
            give_up_if(dialer.again(lost.why));
          },
          [&](TryAgain) { give_up_if(dialer.dial()); },
          [&](StopRun) { self->send(host, StopMember{}); });
    self->send_exit(host, caf::exit_reason::user_shutdown);
  });
  return end;
}

}  // namespace fedltr::members
