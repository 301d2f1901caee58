#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fedltr {

/// A folder that is held open: what is done in it is done in this one, wherever
/// its name leads meanwhile, and never through a link below it.
class HeldFolder {
 public:
  /// Opens a folder that a user named, whose name may be a link.
  /// @return  none: there is no such folder
  static std::optional<HeldFolder> open(const std::filesystem::path& folder);
  ~HeldFolder();
  HeldFolder(HeldFolder&& other) noexcept;
  HeldFolder& operator=(HeldFolder&& other) noexcept;

  /// Opens a folder in it.
  /// @return  none: there is none of that name, or it is a link
  std::optional<HeldFolder> enter(const std::string& name) const;
  /// Opens a folder below it, e.g. `honest/a=1`, likewise; "" is itself.
  std::optional<HeldFolder> enter_all(const std::filesystem::path& below) const;
  /// Opens a folder in it, which is made unless it is there.
  /// @throws std::runtime_error  if it can't be, or a link stands there
  HeldFolder make(const std::string& name) const;

  /// Names of what is no folder, links among it; sorted.
  std::vector<std::string> files() const;
  /// Names of folders, links not among them; sorted.
  std::vector<std::string> folders() const;
  /// True if anything has that name, a link that leads nowhere, too.
  bool holds(const std::string& name) const;
  bool holds_folder(const std::string& name) const;

  /// Removes a file, or a link itself; nothing, where there is none.
  /// @throws std::runtime_error
  void remove(const std::string& name) const;
  /// Removes a folder that is empty.
  /// @return  false if it stays: it holds something, or is no folder
  bool remove_folder(const std::string& name) const;
  /// Renames, in place of a file that has the new name.
  /// @throws std::runtime_error
  void move(const std::string& name, const HeldFolder& to,
            const std::string& new_name) const;
  /// Makes sure that what was named or removed in it survives a loss of power.
  void sync() const;

  /// As it was named, for messages.
  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return descriptor_; }

 private:
  HeldFolder(std::filesystem::path path, int descriptor);

  [[noreturn]] void fail(const std::string& name, const char* step) const;
  std::vector<std::string> names(bool folders) const;

  std::filesystem::path path_;
  int descriptor_;  ///< -1: moved from
};

}  // namespace fedltr
