#include "app/data/convert/json_cutter.hpp"

#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"

namespace fedltr {
namespace {

constexpr std::string_view kHits = "hits";

}  // namespace

JsonCutter::JsonCutter(std::string name, std::string expected, Visit visit)
    : name_(std::move(name)),
      expected_(std::move(expected)),
      visit_(std::move(visit)) {}

void JsonCutter::feed(std::string_view piece) {
  if (is_first_) piece = without_mark(piece);
  is_first_ = false;
  for (const char c : piece) in_text_ ? take_in_text(c) : take(c);
}

void JsonCutter::end() {
  if (!stack_.empty())
    fail(begin_, "expected " + expected_ +
                     ", a JSON object, but the file ends within it");
}

void JsonCutter::take_in_text(char c) {
  keep(c);
  if (c == '\n') fail(line_, "a text that the end of its line interrupts");
  if (is_escaped_)
    is_escaped_ = false;
  else if (c == '\\')
    is_escaped_ = true;
  else if (c == '"')
    in_text_ = false;
  else if (text_.size() <= kHits.size())
    text_ += c;
}

void JsonCutter::take(char c) {
  keep(c);
  if (c == '\n') ++line_;
  if (c == ' ' || c == '\t' || c == '\r' || c == '\n') return;
  if (is_outside() && c != '{' && c != '[' && c != ']' &&
      !(c == ',' && !stack_.empty()))
    fail(line_, "expected " + expected_ + ", a JSON object");
  if (c == '"') {
    in_text_ = true;
    text_.clear();
  } else if (c == '{' || c == '[') {
    open(c);
  } else if (c == '}' || c == ']') {
    close(c);
  } else if (c == ':' && is_recording_) {
    const std::size_t depth = stack_.size() - base_;
    if (depth <= members_.size()) members_.at(depth - 1) = text_;
  }
  last_ = c;
}

void JsonCutter::open(char c) {
  if (is_outside()) {
    const bool in_hits = hits_ > 0 && stack_.size() == hits_;
    if (c == '[' && (in_hits || !stack_.empty()))
      fail(line_, "expected " + expected_ + ", a JSON object");
    begin_ = line_;
    if (c == '{') {
      is_recording_ = true;
      object_ = c;
      base_ = stack_.size();
      members_ = {};
    }
  } else if (last_ != ':' && last_ != ',' && last_ != '[') {
    fail(begin_, "expected " + expected_ +
                     ", a JSON object, but a bracket is misplaced in line " +
                     std::to_string(line_));
  }
  if (stack_.size() == kMaxDepth)
    fail(line_, "is nested deeper than the " + std::to_string(kMaxDepth) +
                    " levels that are allowed");
  const bool to_hits = opens_hits(c);
  stack_ += c;
  if (!to_hits) return;
  is_recording_ = false;
  answer_ = base_;
  hits_ = stack_.size();
}

bool JsonCutter::opens_hits(char c) const {
  return c == '[' && last_ == ':' && is_recording_ && hits_ == 0 &&
         std::string_view(stack_).substr(base_) == "{{" &&
         members_[0] == kHits && members_[1] == kHits;
}

void JsonCutter::close(char c) {
  if (stack_.empty() || stack_.back() != (c == '}' ? '{' : '['))
    fail(is_outside() ? line_ : begin_,
         "expected " + expected_ + ", a JSON object");
  stack_.pop_back();
  if (is_recording_ && stack_.size() == base_) {
    is_recording_ = false;
    visit_(object_, begin_);
  } else if (hits_ > 0 && stack_.size() < hits_) {
    hits_ = 0;
    is_skipping_ = true;
  } else if (is_skipping_ && stack_.size() == answer_) {
    is_skipping_ = false;
  }
}

void JsonCutter::keep(char c) {
  if (!is_recording_) return;
  if (object_.size() == kMaxObject)
    fail(begin_, "a record of more than the " + std::to_string(kMaxObject) +
                     " bytes that are allowed");
  object_ += c;
}

void JsonCutter::fail(std::size_t line, const std::string& what) const {
  throw DataError(at_line(name_, line) + what);
}

}  // namespace fedltr
