#include "app/study/monitor/process_metrics.hpp"

#include <chrono>

#include "app/base/version.hpp"

namespace fedltr {

double unix_time() {
  return std::chrono::duration<double>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string owner_text(const std::string& whose) {
  const bool is_role = whose == "server" || whose == "authority";
  return is_role ? "the " + whose : whose;
}

void add_gauge(MetricsText& text, const char* name, const char* help,
               double value) {
  text.begin(name, "gauge", help);
  text.add({}, value);
}

ProcessMetrics::ProcessMetrics(std::string what)
    : study(std::move(what)), start(unix_time()) {}

MetricsText ProcessMetrics::text() const {
  MetricsText text({{"study", study}});
  text.begin("fedltr_info", "gauge", "Always 1; the study and the version.");
  text.add({{"version", kVersion}}, 1);
  add_gauge(text, "fedltr_running",
            "1 until the process ends, by whatever but a kill.", running);
  add_gauge(text, "fedltr_complete", "1 once its runs came to their end.",
            complete);
  add_gauge(text, "fedltr_start_time_seconds", "Unix time of the start.",
            start);
  if (!certificates) return text;
  text.begin("fedltr_certificate_end_time_seconds", "gauge",
             "Unix time at which a certificate expires.");
  for (const CertificateEnd& each : certificates())
    text.add({{"certificate", each.whose}}, each.until);
  return text;
}

void add_refused(MetricsText& text, const char* name, std::uint64_t count) {
  text.begin(
      name, "counter",
      "Connections refused, or ended before they identified themselves.");
  text.add({}, static_cast<double>(count));
}

}  // namespace fedltr
