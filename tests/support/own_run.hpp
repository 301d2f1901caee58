#pragma once

#include <memory>
#include <string>

#include "app/data/text_files.hpp"
#include "app/deploy/forecast.hpp"
#include "app/plan/silo_repeat.hpp"
#include "tests/support/beir_folder.hpp"

namespace fedltr::test {

/// Member a, which has the texts of write_beir().
struct OwnRun {
  explicit OwnRun(const std::string& more = "") {
    write_beir(folder);
    agreement =
        read_agreement(folder.write("s.ini",
                                    "[silo]\nmembers = a, b, c\nrows = 9\n"
                                    "columns = 64\nfrequency-columns = 512\n"
                                    "top = 6\nlocal-iterations = 40\n" +
                                        more));
    plan = plan_of(agreement);
    const auto loaded = load_member(agreement.scenario, folder / "beir");
    plan.own[0] = std::make_shared<const PartyData>(
        PartyData{loaded.collection, whole_share(*loaded.collection)});
  }
  ForecastCost cost() const {
    return forecast_cost({agreement, plan, 0, folder / "ledger.csv", 0});
  }
  TemporaryFolder folder;
  Agreement agreement;
  SiloPlan plan;
};

}  // namespace fedltr::test
