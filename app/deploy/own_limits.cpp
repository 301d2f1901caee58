#include "app/deploy/own_limits.hpp"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kMaxLimitsBytes = 1U << 20;
const std::set<std::string> kLimitKeys = {
    "budget", "in-all", "a-member", "a-run", "refuse", "questions-a-query"};
constexpr const char* kOwnRowsKey = "own-rows";

class LimitsReader {
 public:
  LimitsReader(std::filesystem::path file, const Agreement& agreement)
      : file_(std::move(file)), agreement_(agreement) {}

  OwnLimits read() {
    std::size_t begin = 0;
    const std::string text(without_mark(file_text(file_, kMaxLimitsBytes)));
    while (begin < text.size()) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      ++line_;
      take(trim(
          text.substr(begin, std::min(text.find('#', begin), end) - begin)));
      begin = end + 1;
    }
    return limits_;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw UsageError(fmt::format("{}:{}: {}", file_.string(), line_, what));
  }

  void take(const std::string& line) {
    if (line.empty()) return;
    if (line == "[answers]" || line == "[data]") {
      of_data_ = line == "[data]";
      return;
    }
    const std::size_t equals = std::min(line.find('='), line.size());
    const std::string key = trim(line.substr(0, equals));
    const bool known = of_data_ ? key == kOwnRowsKey : kLimitKeys.contains(key);
    if (equals == line.size() || !known)
      refuse(line + (of_data_
                         ? ": expected own-rows with = and a file"
                         : ": expected [answers] or [data], or budget, in-all, "
                           "a-member, a-run, questions-a-query or refuse with "
                           "= and a value"));
    if (!seen_.insert(key).second) refuse(key + ": stands here twice");
    const std::string value = trim(line.substr(equals + 1));
    if (key == kOwnRowsKey) take_rows(value);
    if (key == "budget") take_budget(value);
    if (key == "in-all") limits_.answers = count(key, value);
    if (key == "a-member") limits_.answers_a_member = count(key, value);
    if (key == "a-run") limits_.answers_a_run = count(key, value);
    if (key == "refuse") take_refused(value);
    if (key == "questions-a-query")
      limits_.questions_a_query = count(key, value);
  }

  void take_rows(const std::string& value) {
    if (value.empty()) refuse("own-rows =: expected a file");
    if (agreement_.scenario.silo.options.test_documents ==
        TestDocuments::kSampled)
      refuse("own-rows = " + value +
             ": needs held-out queries, and the agreement has "
             "silo.test-documents = sampled");
    limits_.own_rows = value;
  }

  void take_budget(const std::string& value) {
    const auto budget = parse_real(value);
    if (!budget || *budget <= 0)
      refuse("budget = " + value + ": expected a number above 0");
    const double agreed = agreement_.scenario.privacy.budget;
    if (agreed > 0 && *budget > agreed)
      refuse(
          fmt::format("budget = {}: the agreement has privacy.budget = {}, "
                      "expected at most that",
                      value, agreed));
    limits_.budget = budget;
  }

  std::size_t count(const std::string& key, const std::string& value) const {
    const auto number = parse_whole(value);
    if (!number) refuse(key + " = " + value + ": expected an integer from 0");
    return *number;
  }

  void take_refused(const std::string& value) {
    for (const std::string& name : split(value, ',')) {
      if (std::ranges::count(agreement_.members(), name) == 0)
        refuse("refuse = " + value + ": the agreement has no member " + name);
      limits_.refused.insert(name);
    }
  }

  std::filesystem::path file_;
  const Agreement& agreement_;
  std::size_t line_ = 0;
  bool of_data_ = false;  ///< in [data], not [answers]
  std::set<std::string> seen_;
  OwnLimits limits_;
};

}  // namespace

OwnLimits read_own_limits(const std::filesystem::path& file,
                          const Agreement& agreement) {
  return LimitsReader(file, agreement).read();
}

}  // namespace fedltr
