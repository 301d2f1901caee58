#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fedltr::test {

/// Reads XML without comments, declarations and sections, as in our pictures.
class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : rest_(text) {}

  /// Returns the first error; empty if the text is well-formed.
  std::string fault() {
    while (fault_.empty() && !rest_.empty())
      rest_.front() == '<' ? read_tag() : read_text();
    if (fault_.empty() && !open_.empty()) fault_ = open_.back() + " is open";
    if (fault_.empty() && roots_ != 1) fault_ = "not one root";
    return fault_;
  }

 private:
  std::string_view take(std::size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::string_view take_until(const char* ends) {
    return take(std::min(rest_.find_first_of(ends), rest_.size()));
  }
  void read_text() {
    const std::string_view text = take_until("<");
    check_characters(text);
    if (text.find("]]>") != std::string_view::npos) fault_ = "]]> in a text";
    if (open_.empty() &&
        text.find_first_not_of(" \n") != std::string_view::npos)
      fault_ = "text beside the root";
  }
  void check_characters(std::string_view text) {
    for (const char c : text)
      if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t')
        fault_ = "a control character";
    for (std::size_t at = 0; (at = text.find('&', at)) != text.npos; ++at) {
      static const std::set<std::string_view> kKnown = {"amp", "lt", "gt",
                                                        "quot", "apos"};
      const std::size_t end = text.find(';', at);
      if (end == text.npos ||
          !kKnown.contains(text.substr(at + 1, end - at - 1)))
        fault_ = "a bare &";
    }
  }
  void read_tag() {
    take(1);
    const bool closes = rest_.starts_with('/');
    if (closes) take(1);
    const std::string name(take_until(" />"));
    std::set<std::string_view> seen;
    while (rest_.starts_with(' ')) read_attribute(seen);
    const bool empty = rest_.starts_with('/');
    if (empty) take(1);
    if (name.empty() || take(1) != ">") fault_ = "a broken tag " + name;
    if (closes && (open_.empty() || open_.back() != name))
      fault_ = "unexpected end of " + name;
    else if (closes)
      open_.pop_back();
    else if (open_.empty())
      ++roots_;
    if (!closes && !empty) open_.push_back(name);
  }
  void read_attribute(std::set<std::string_view>& seen) {
    take(1);
    const std::string_view name = take_until("= />");
    if (name.empty() || !seen.insert(name).second)
      fault_ = "attribute '" + std::string(name) + "' of nothing, or twice";
    if (take(2) != "=\"") fault_ = "an attribute without quotes";
    const std::string_view value = take_until("\"");
    check_characters(value);
    if (value.find('<') != std::string_view::npos) fault_ = "< in an attribute";
    if (take(1) != "\"") fault_ = "quotes that do not end";
  }

  std::string_view rest_;
  std::vector<std::string> open_;
  int roots_ = 0;
  std::string fault_;
};

/// Returns the first XML error of a picture; empty if it is well-formed.
inline std::string xml_fault(std::string_view text) {
  return XmlReader(text).fault();
}

}  // namespace fedltr::test
