#include "actors/link/dialer.hpp"

#include <exception>
#include <utility>

#include <spdlog/spdlog.h>

namespace fedltr {

Dialer::Dialer(std::uint32_t wait, std::string side, std::function<int()> dial,
               caf::scoped_actor& self, std::function<void(int)> connected)
    : wait_(wait),
      side_(std::move(side)),
      dial_(std::move(dial)),
      self_(self),
      connected_(std::move(connected)),
      redial_(wait) {
  renew();
}

void Dialer::renew() {
  since_ = self_->clock().now();
  redial_.renew();
}

std::string Dialer::dial() {
  try {
    connected_(dial_());
    return "";
  } catch (const std::exception& error) {
    return again(error.what());
  }
}

std::string Dialer::again(const std::string& why) {
  if (why != told_) spdlog::warn("{}; retrying for up to {} s", why, wait_);
  told_ = why;
  const auto away = std::chrono::duration_cast<std::chrono::milliseconds>(
      self_->clock().now() - since_);
  const auto pause = redial_.next(static_cast<std::uint64_t>(away.count()));
  if (!pause)
    return why + ": no " + side_ + " for " + std::to_string(wait_) + " s";
  self_->delayed_send(self_, std::chrono::milliseconds(*pause), TryAgain{});
  return "";
}

}  // namespace fedltr
