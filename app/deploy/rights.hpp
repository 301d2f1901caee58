#pragma once

#include <filesystem>
#include <string>

#include <sys/types.h>

// Access rights of secrets, and of the files that decide which peers to accept.
namespace fedltr {

/// Returns why a secret (a key, a token) is open to others; empty if it isn't.
/// Only the user may read a secret of its own (0600, 0400). The group may also
/// read a secret that root owns (0640, 0440), as Kubernetes and systemd mount
/// them for a service.
std::string fault_of_secret(mode_t mode, uid_t owner, uid_t user);

/// Returns why others can change a file or folder; empty if they can't. It must
/// belong to the user or to root, and neither its group nor others may write,
/// unless it is mounted read-only.
std::string fault_of_public(mode_t mode, uid_t owner, uid_t user,
                            bool read_only);

/// Check an existing file; a missing one has no fault.
/// @throws NetworkError  naming the file, and what to do
void require_secret(const std::filesystem::path& file);
void require_unchanged_by_others(const std::filesystem::path& path);

}  // namespace fedltr
