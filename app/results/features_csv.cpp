#include "app/results/silo_files.hpp"

namespace fedltr {
namespace {

struct FeatureRow {
  const SiloRepeat& run;
  Index feature;
};

std::vector<Column<FeatureRow>> feature_columns() {
  return {
      {"repeat", "repeat, from 1",
       [](const FeatureRow& row) { return row.run.repeat; }},
      {"feature", "name of the feature",
       [](const FeatureRow& row) { return text_feature_names()[row.feature]; }},
      {"correlation",
       "correlation of the sketched feature with the exact one; nan: it is "
       "constant",
       [](const FeatureRow& row) { return row.run.correlation(row.feature); }},
  };
}

std::string features_csv(const SiloResults& results) {
  CsvTable<FeatureRow> table(feature_columns());
  for (const SiloRepeat& run : results.point.runs)
    for (Index f = 0; f < kTextFeatures; ++f) table.add({run, f});
  return table.take();
}

}  // namespace

SiloFile features_csv_file() {
  return single_file<SiloResults>(
      {"features.csv", "Correlations of sketched features with exact ones.", "",
       fields_of(feature_columns())},
      features_csv);
}

}  // namespace fedltr
