#include "app/deploy/member_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/base/errors.hpp"

namespace fedltr {

MemberLock::MemberLock(const std::filesystem::path& folder)
    : descriptor_(open((folder / "member.lock").c_str(),
                       O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
                       S_IRUSR | S_IWUSR)) {
  if (descriptor_ >= 0 && flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  if (descriptor_ >= 0) close(descriptor_);
  throw UsageError((folder / "member.lock").string() +
                   ": can't be locked; another process may be this member");
}

MemberLock::~MemberLock() {
  close(descriptor_);
}

}  // namespace fedltr
