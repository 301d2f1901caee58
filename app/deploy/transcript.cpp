#include "app/deploy/transcript.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/base/errors.hpp"

namespace fedltr {

Transcript::Transcript(const std::filesystem::path& file, bool goes_on)
    : file_(file) {
  const int made =
      open(file.c_str(),
           O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | (goes_on ? 0 : O_EXCL),
           S_IRUSR | S_IWUSR);
  if (made < 0)
    throw UsageError(file.string() +
                     ": can't be made: " + std::strerror(errno));
  close(made);
  stream_.open(file, std::ios::binary | std::ios::app);
}

void Transcript::add(std::string_view bytes) {
  stream_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!stream_.flush())
    throw std::runtime_error(file_.string() + ": can't be written");
}

}  // namespace fedltr
