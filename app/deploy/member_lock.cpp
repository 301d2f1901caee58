#include "app/deploy/member_lock.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/base/errors.hpp"

namespace fedltr {
namespace {

// For a process that was just killed, which holds the lock for a moment.
constexpr int kTries = 60;
constexpr std::chrono::milliseconds kPause{50};

}  // namespace

MemberLock::MemberLock(const std::filesystem::path& folder)
    : descriptor_(open((folder / "member.lock").c_str(),
                       O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
                       S_IRUSR | S_IWUSR)) {
  const std::string name = (folder / "member.lock").string();
  if (descriptor_ < 0)
    throw UsageError(name + ": can't be opened: " + std::strerror(errno));
  for (int tries = 0; tries < kTries; ++tries) {
    if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    std::this_thread::sleep_for(kPause);
  }
  close(descriptor_);
  throw UsageError(name +
                   ": can't be locked; another process may be this member");
}

MemberLock::~MemberLock() {
  close(descriptor_);
}

}  // namespace fedltr
