#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "algorithms/text/features.hpp"
#include "algorithms/text/tokens.hpp"
#include "app/data/model_file.hpp"

namespace fedltr {

/// Origin of a model of silos, and how it reads texts.
struct SiloOrigin {
  std::string member;  ///< its party; empty: a simulation
  std::string method;  ///< of silo_methods()
  TokenOptions tokens;
  int words_version = kWordsVersion;  ///< of the training texts
  std::size_t candidates = 1000;      ///< per query; 0: all documents
  FeatureConstants constants;         ///< of its features
};

/// Choice among the models in silos' files.
struct ModelChoice {
  /// nullopt: the only one, or the full protocol's.
  std::optional<std::string> method = {};
  /// Party of a simulation, from 1; nullopt: all have to be the same.
  std::optional<std::uint32_t> party = {};
  bool any = false;  ///< any of them: only its features matter
};

/// A model of a federation or of silos.
struct AnyModel {
  ModelFile file;
  std::optional<SiloOrigin> silo = {};  ///< nullopt: a model of a federation
};

/// Reads a model file of either kind: of a federation, of a simulation of
/// silos, or a party's `model.json`. A folder means its only model.
/// @throws DataError   with the file and the fault
/// @throws UsageError  for a choice that is missing from the file, or necessary
AnyModel read_any_model(const std::filesystem::path& file,
                        const ModelChoice& choice = {});

}  // namespace fedltr
