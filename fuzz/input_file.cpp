#include "fuzz/input_file.hpp"

#include <fstream>
#include <stdexcept>

#include <unistd.h>

namespace fedltr {

namespace fs = std::filesystem;

FuzzFolder::FuzzFolder() {
  std::string name =
      (fs::temp_directory_path() / "fedltr-fuzz-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw std::runtime_error(name + ": can't be made");
  path = name;
}

FuzzFolder::~FuzzFolder() {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

fs::path as_file(std::string_view bytes, const std::string& end) {
  static const FuzzFolder folder;
  fs::path file = folder.path / ("input" + end);
  std::ofstream(file, std::ios::binary) << bytes;
  return file;
}

}  // namespace fedltr
