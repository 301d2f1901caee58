#include "app/base/repeater.hpp"

#include <exception>
#include <utility>

#include <spdlog/spdlog.h>

#include "app/base/signals.hpp"

namespace fedltr {

Repeater::Repeater(std::chrono::seconds pause, std::function<void()> work)
    : pause_(pause),
      work_(std::move(work)),
      thread_(deaf_thread([this] { run(); })) {}

Repeater::~Repeater() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void Repeater::run() {
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, pause_, [this] { return ends_; })) {
    lock.unlock();
    try {
      work_();
    } catch (const std::exception& error) {
      spdlog::warn("{}", error.what());
    }
    lock.lock();
  }
}

}  // namespace fedltr
