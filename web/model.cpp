// Runs a scenario of the page without actors and writes the model's numbers, as
// in memory: their SHA-256 is the signature. For processors that lack the
// program's libraries. Usage: model <SCENARIO.ini
#include <iostream>
#include <iterator>
#include <string>

#include "actors/alone/lone_federation.hpp"
#include "web/study.hpp"

int main() try {
  const std::string text(std::istreambuf_iterator<char>(std::cin), {});
  fedltr::LoneFederation run(fedltr::plan_of(fedltr::WebScenario(text)));
  while (!run.is_done()) run.step();
  const auto model = run.model();
  std::cout.write(reinterpret_cast<const char*>(model.data()),
                  static_cast<std::streamsize>(model.size() * sizeof(double)));
  return 0;
} catch (const std::exception& error) {
  std::cerr << "model: " << error.what() << '\n';
  return 2;
}
