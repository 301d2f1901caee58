#pragma once

#include <string>
#include <vector>

#include "actors/runtime/observer.hpp"
#include "app/results/round_columns.hpp"
#include "app/study/stream/study_stream.hpp"

namespace fedltr {

/// Forwards events of federations to an observer and writes them to a stream.
class FederationStream : public Observer {
 public:
  /// @param runs  by number; they have to outlive it, as the other two do
  FederationStream(StudyStream& stream, Observer& observer,
                   std::vector<const Run*> runs);

  void on_round(std::uint32_t run, const RoundRecord& record) override;
  void on_finished(std::uint32_t run, RunResult result) override;
  void on_checkpoint(std::uint32_t run, std::uint32_t round,
                     const std::string& bytes) override;
  void on_checkpoint_due() override;

 private:
  StudyStream& stream_;
  Observer& observer_;
  std::vector<const Run*> runs_;
  std::vector<RoundColumns> columns_;  ///< by run
};

/// Returns the members of a line about a finished run.
Json run_end_json(const Run& run, const RunResult& result);

}  // namespace fedltr
