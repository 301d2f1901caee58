#include "app/deploy/rights.hpp"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "app/base/errors.hpp"

namespace fedltr {
namespace {

constexpr uid_t kRoot = 0;

std::string fault_of_owner(uid_t owner, uid_t user) {
  return owner == user || owner == kRoot
             ? ""
             : "it belongs to another user: chown it";
}

bool is_mounted_read_only(const std::filesystem::path& path) {
  struct statvfs status {};
  return statvfs(path.c_str(), &status) == 0 &&
         (status.f_flag & ST_RDONLY) != 0;
}

}  // namespace

std::string fault_of_secret(mode_t mode, uid_t owner, uid_t user) {
  if (std::string fault = fault_of_owner(owner, user); !fault.empty())
    return fault;
  const bool mounted = owner == kRoot && user != kRoot;
  const mode_t others =
      mounted ? S_IWGRP | S_IXGRP | S_IRWXO : S_IRWXG | S_IRWXO;
  if ((mode & others) == 0) return "";
  return mounted ? "others can read or change it: chmod 440"
                 : "others can read or change it: chmod 600";
}

std::string fault_of_public(mode_t mode, uid_t owner, uid_t user,
                            bool read_only) {
  if (std::string fault = fault_of_owner(owner, user); !fault.empty())
    return fault;
  return read_only || (mode & (S_IWGRP | S_IWOTH)) == 0
             ? ""
             : "others can change it: chmod go-w";
}

void require_secret(const std::filesystem::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return;
  const std::string fault =
      fault_of_secret(status.st_mode, status.st_uid, geteuid());
  if (!fault.empty())
    throw NetworkError(file.string() + ": " + fault + " " + file.string());
}

void require_unchanged_by_others(const std::filesystem::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return;
  const std::string fault = fault_of_public(
      status.st_mode, status.st_uid, geteuid(), is_mounted_read_only(path));
  if (!fault.empty())
    throw NetworkError(path.string() + ": " + fault + " " + path.string());
}

}  // namespace fedltr
