#include "app/deploy/member_lock.hpp"

#include <cerrno>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/base/errors.hpp"
#include "app/base/file_lock.hpp"

namespace fedltr {

MemberLock::MemberLock(const std::filesystem::path& folder)
    : descriptor_(open((folder / "member.lock").c_str(),
                       O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
                       S_IRUSR | S_IWUSR)) {
  const std::string name = (folder / "member.lock").string();
  if (descriptor_ < 0)
    throw UsageError(name + ": can't be opened: " + std::strerror(errno));
  if (lock_soon(descriptor_)) return;
  close(descriptor_);
  throw UsageError(name +
                   ": can't be locked; another process may be this member");
}

MemberLock::~MemberLock() {
  close(descriptor_);
}

}  // namespace fedltr
