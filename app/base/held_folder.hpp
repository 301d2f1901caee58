#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fedltr {

/// An open folder: operations act on this folder, wherever its path leads
/// meanwhile, and never follow a link below it.
class HeldFolder {
 public:
  /// Opens a folder that a user named; it may be a link.
  /// @return  nullopt if there is no such folder
  static std::optional<HeldFolder> open(const std::filesystem::path& folder);
  ~HeldFolder();
  HeldFolder(HeldFolder&& other) noexcept;
  HeldFolder& operator=(HeldFolder&& other) noexcept;

  /// Opens a folder in this one.
  /// @return  nullopt if there is none of that name, or it is a link
  std::optional<HeldFolder> enter(const std::string& name) const;
  /// Opens a folder below it by enter(), e.g. `honest/a=1`; "" is this folder.
  std::optional<HeldFolder> enter_all(const std::filesystem::path& below) const;
  /// Opens a folder in this one, creating it if needed.
  /// @throws std::runtime_error  if this fails or a link has that name
  HeldFolder make(const std::string& name) const;

  /// Returns sorted names of all but folders, including links.
  std::vector<std::string> files() const;
  /// Returns sorted names of folders, without links.
  std::vector<std::string> folders() const;
  /// True if anything has that name, including a broken link.
  bool holds(const std::string& name) const;
  bool holds_folder(const std::string& name) const;

  /// Removes a file, or a link itself; does nothing if there is none.
  /// @throws std::runtime_error
  void remove(const std::string& name) const;
  /// Removes an empty folder.
  /// @return  false if it remains, because it is not empty or no folder
  bool remove_folder(const std::string& name) const;
  /// Renames a file, replacing one with the new name.
  /// @throws std::runtime_error
  void move(const std::string& name, const HeldFolder& to,
            const std::string& new_name) const;
  /// Ensures that new and removed names survive a loss of power.
  void sync() const;

  /// Returns the path as given, for messages.
  const std::filesystem::path& path() const { return path_; }

 private:
  HeldFolder(std::filesystem::path path, int descriptor);

  [[noreturn]] void fail(const std::string& name, const char* step) const;
  enum class Entry : bool { kOther, kFolder };
  std::vector<std::string> names(Entry wanted) const;

  std::filesystem::path path_;
  int descriptor_;  ///< -1: moved from
};

}  // namespace fedltr
