#pragma once

#include <filesystem>
#include <string>

#include <sys/types.h>

// Who may read secrets and change what decides who is let in.
namespace fedltr {

/// Says why a secret (a key, a token) is open to others; empty: it isn't. One
/// that is the user's own is for nobody else (0600, 0400). One that is root's,
/// as Kubernetes and systemd mount them for a service, may be read by its
/// group, too (0640, 0440).
std::string fault_of_secret(mode_t mode, uid_t owner, uid_t user);

/// Says why others can change a file or folder; empty: they can't. It belongs
/// to the user or to root, and neither its group nor others may write, unless
/// it is mounted read-only.
std::string fault_of_public(mode_t mode, uid_t owner, uid_t user,
                            bool read_only);

/// Check what stands there; what is not there has no fault.
/// @throws NetworkError  naming the file, and what to do
void require_secret(const std::filesystem::path& file);
void require_unchanged_by_others(const std::filesystem::path& path);

}  // namespace fedltr
