#include "app/deploy/transcript.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/base/errors.hpp"

namespace fedltr {
namespace {

/// True for a file that others may read or write, as no transcript is.
bool is_of_others(int descriptor) {
  struct stat found {};
  return fstat(descriptor, &found) != 0 ||
         (S_ISREG(found.st_mode) && (found.st_mode & (S_IRWXG | S_IRWXO)) != 0);
}

}  // namespace

Transcript::Transcript(const std::filesystem::path& file, Old old)
    : file_(file) {
  const bool goes_on = old == Old::kContinued;
  // O_NONBLOCK: else this waits for a reader of a pipe.
  const int made = open(file.c_str(),
                        O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC |
                            O_NONBLOCK | (goes_on ? 0 : O_EXCL),
                        S_IRUSR | S_IWUSR);
  if (made < 0)
    throw UsageError(file.string() +
                     ": can't be made: " + std::strerror(errno));
  const bool is_foreign = goes_on && is_of_others(made);
  close(made);
  if (is_foreign)
    throw UsageError(file.string() +
                     ": is no transcript, which only its owner can read: not "
                     "continued");
  stream_.open(file, std::ios::binary | std::ios::app);
}

void Transcript::add(std::string_view bytes) {
  stream_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!stream_.flush())
    throw std::runtime_error(file_.string() + ": can't be written");
}

}  // namespace fedltr
