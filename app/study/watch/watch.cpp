#include "app/study/watch/watch.hpp"

#include <thread>

#include "app/report/writers.hpp"
#include "app/study/watch/live_page.hpp"

namespace fedltr {
namespace {

using namespace std::chrono_literals;

/// Polls every second for a newer page, also without an answer. After the
/// program's end, its last page remains.
std::string reload_script(std::uint64_t version) {
  return R"(
(function () {
  "use strict";
  const note = document.createElement("p");
  note.className = "answer";
  note.textContent = "fedltr has ended, or can't be reached: this is its last state.";
  async function look() {
    let newest = ")" +
         std::to_string(version) + R"(";
    try {
      const answer = await fetch("/version", { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.status);
      newest = await answer.text();
      note.remove();
    } catch (gone) {
      document.querySelector("main").prepend(note);
    }
    if (newest !== ")" +
         std::to_string(version) + R"(") location.reload();
    else setTimeout(look, 1000);
  }
  setTimeout(look, 1000);
})();
)";
}

}  // namespace

Watch::Watch(std::string study, std::uint16_t port)
    : name_(std::move(study)),
      server_({"127.0.0.1", port},
              {.methods = {"GET", "HEAD"},
               .refuse = {},
               .answer = [this](const HttpRequest& request) {
                 return answer(request);
               }}) {}

Watch::~Watch() {
  live_.end("The study ended early: see the terminal for the reason.");
  const auto asked = Clock::time_point(Clock::duration(asked_));
  const auto end = Clock::now() + 3s;
  if (!has_looked_ || Clock::now() - asked > 3s) return;
  while (!knows_end_ && Clock::now() < end) std::this_thread::sleep_for(50ms);
}

std::string Watch::address() const {
  return "http://" + server_.address().text() + "/";
}

HttpAnswer Watch::answer(const HttpRequest& request) {
  asked_ = Clock::now().time_since_epoch().count();
  const std::uint64_t version = live_.version();
  if (request.target == "/version")
    return {200, "text/plain", std::to_string(version)};
  if (request.target != "/") return text_problem(404, "try /");
  const Page page = page_of(version);
  if (request.method == "GET") {  // not HEAD, which brings no page
    has_looked_ = true;
    if (page.is_last) knows_end_ = true;
  }
  return {200, "text/html", page.text};
}

Watch::Page Watch::page_of(std::uint64_t version) {
  const std::lock_guard lock(mutex_);
  if (page_version_ == version) return page_;
  const LiveStudy::State state = live_.state();
  ReportPage page = live_page(name_, state);
  page_.is_last = !state.end.empty();
  if (!page_.is_last) page.script = reload_script(version);
  page_.text = report_html(page);
  page_version_ = version;
  return page_;
}

}  // namespace fedltr
