#include "app/base/idle_clients.hpp"

#include <algorithm>

#include <poll.h>
#include <sys/socket.h>

namespace fedltr {
namespace {

using Clock = std::chrono::steady_clock;

bool has_unread(int socket) {
  pollfd unread{socket, POLLIN, 0};
  return poll(&unread, 1, 0) > 0;
}

}  // namespace

void IdleClients::begin(int socket, bool answered) {
  const std::lock_guard lock(mutex_);
  clients_.push_back({socket, answered, Clock::now()});
}

bool IdleClients::end(int socket) {
  const std::lock_guard lock(mutex_);
  return std::erase_if(clients_, [&](const Client& each) {
           return each.socket == socket;
         }) > 0;
}

void IdleClients::drop_oldest() {
  const std::lock_guard lock(mutex_);
  const auto latest = Clock::now() - kLeast;
  const auto oldest = std::ranges::find_if(clients_, [&](const Client& each) {
    return each.since <= latest && (each.answered || !has_unread(each.socket));
  });
  if (oldest == clients_.end()) return;
  shutdown(oldest->socket, SHUT_RDWR);
  clients_.erase(oldest);
}

}  // namespace fedltr
