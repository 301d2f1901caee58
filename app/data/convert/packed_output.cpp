#include "app/data/convert/packed_output.hpp"

#include <filesystem>

namespace fedltr {
namespace {

constexpr std::size_t kKept = 1 << 20;

}  // namespace

PackedOutput::PackedOutput(const std::string& file)
    : folder_(std::filesystem::path(file).parent_path().string()), file_(file) {
  if (folder_.empty()) folder_ = ".";
  if (file.ends_with(".gz")) packer_.emplace();
}

void PackedOutput::write(std::string_view text) {
  kept_.append(text);
  if (kept_.size() >= kKept) flush();
}

void PackedOutput::flush() {
  if (!packer_) {
    file_.write(kept_);
  } else {
    packer_->add(kept_, packed_);
    file_.write(packed_);
    packed_.clear();
  }
  kept_.clear();
}

void PackedOutput::commit() {
  flush();
  if (packer_) {
    packer_->end(packed_);
    file_.write(packed_);
  }
  file_.commit();
  sync_folder(folder_);
}

}  // namespace fedltr
