#include "app/cli/apply_model.hpp"

#include <iostream>

#include "app/data/letor_notes.hpp"

namespace fedltr {

TableColumns columns_of(const ModelFile& model, const std::string& name) {
  const bool is_complete =
      static_cast<Index>(model.names.size()) == model.features;
  return is_complete ? TableColumns(name, model.names) : TableColumns();
}

void stream_for_model(const ModelFile& model, const std::string& model_name,
                      const std::vector<std::string>& files,
                      const std::function<void(Dataset)>& visit,
                      OtherFeatures others, MissingLabels labels) {
  if (!model.normalize || !model.first_index)
    std::cerr << "fedltr: note: " << model_name
              << " is of an older version without normalisation and first "
                 "index: features are used as they are, indices count from 1\n";
  const Normalizer normalizer = normalizer_of(model);
  tell_notes(
      stream_letor(
          letor_inputs(files), model.first_index.value_or(1), model.features,
          [&](Dataset data) {
            normalizer.apply(data);
            visit(std::move(data));
          },
          others, labels, model.missing,
          others == OtherFeatures::kRefuse ? columns_of(model, model_name)
                                           : TableColumns()),
      {.missing_as = model.missing.read_as});
}

void stream_for_feature(const ModelFile& model,
                        const std::vector<std::string>& files,
                        const std::function<void(Dataset)>& visit,
                        MissingLabels labels) {
  bool is_there = false;
  const auto look = [&](Dataset data) {
    is_there |= (data.all_features().array() != 0).any();
    visit(std::move(data));
  };
  stream_for_model(model, "", files, look,
                   model.names.empty() ? OtherFeatures::kLeaveOut
                                       : OtherFeatures::kLeaveOutFromOne,
                   labels);
  if (!is_there)
    throw DataError(shown_path(files[0]) + ": feature " +
                    std::to_string(model.first_index.value()) +
                    " is 0 in all rows");
}

}  // namespace fedltr
