#include "app/base/scratch_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace fedltr {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  std::string name = fs::temp_directory_path() / "fedltr-XXXXXX";
  if (!mkdtemp(name.data()))
    throw std::system_error(errno, std::generic_category(), name);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace fedltr
