#include "algorithms/audit/overhear.hpp"

#include "algorithms/core/require.hpp"
#include "algorithms/silo/data_owner.hpp"
#include "algorithms/silo/experiment.hpp"
#include "algorithms/silo/inquiry.hpp"
#include "algorithms/silo/shared_hashes.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {
namespace {

std::vector<QueriedTerm> asked_of(const Querier& querier) {
  std::vector<QueriedTerm> asked;
  for (std::size_t t = 0; t < querier.terms(); ++t)
    asked.push_back({querier.term(t), querier.is_dummy(t)});
  return asked;
}

class Listener {
 public:
  Listener(const Collection& collection, std::span<const PartyShare> shares,
           const SiloProtocol& protocol, const SiloOptions& silo,
           const OverhearOptions& options)
      : collection_(collection),
        shares_(shares),
        protocol_(protocol),
        silo_(silo),
        options_(options),
        hashes_(collection.dictionary(), protocol, options.seed),
        owner_(collection, shares[options.owner], protocol, hashes_.spots,
               shares.size()) {
    for (const PartyShare& share : shares) own_.emplace_back(collection, share);
    sum_ = hashes_.sum_of(own_);
    heard_.view.protocol = protocol;
    heard_.view.documents = owner_.documents();
  }

  Overheard run() {
    for (std::uint32_t asker = 0; asker < shares_.size(); ++asker)
      if (asker != options_.owner) listen(asker);
    return std::move(heard_);
  }

 private:
  void listen(std::uint32_t asker) {
    auto queries =
        held_out_queries(collection_, shares_[asker], asker, silo_).train;
    const std::size_t most =
        std::max<std::size_t>(1, options_.questions / (shares_.size() - 1));
    queries.resize(std::min(queries.size(), most));
    const SharedStatistics statistics(protocol_.frequency, sum_,
                                      hashes_.frequency_spots, own_[asker]);
    const QueryContext context{
        collection_, protocol_, hashes_.spots, statistics,
        queries,     asker,     options_.seed, shares_[asker].documents};
    Inquiry inquiry(context, options_.owner, owner_.documents());
    while (!inquiry.done()) hear(inquiry, asker);
  }

  void hear(Inquiry& inquiry, std::uint32_t asker) {
    Exchange exchange{asker, inquiry.top_question(), {}, {}, {}};
    exchange.top = owner_.answer_top(exchange.asked, asker, bits());
    if (const auto fetch = inquiry.take_top(exchange.top)) {
      exchange.fetched = fetch->documents;
      exchange.counts = owner_.answer_counts(*fetch, asker, bits());
      inquiry.take_counts(encode(exchange.counts));
    }
    heard_.terms.push_back(asked_of(inquiry.querier()));
    heard_.view.exchanges.push_back(std::move(exchange));
  }

  Bits bits() {
    return simulated_bits(options_.seed, Purpose::kSketchNoise, options_.owner,
                          answered_++);
  }

  const Collection& collection_;
  std::span<const PartyShare> shares_;
  const SiloProtocol& protocol_;
  const SiloOptions& silo_;
  const OverhearOptions& options_;
  SharedHashes hashes_;  ///< unknown to the relay
  DataOwner owner_;
  std::vector<OwnFrequencies> own_;
  std::vector<std::uint64_t> sum_;
  std::uint32_t answered_ = 0;
  Overheard heard_;
};

}  // namespace

Overheard overhear(const Collection& collection,
                   std::span<const PartyShare> shares,
                   const SiloProtocol& protocol, const SiloOptions& silo,
                   const OverhearOptions& options) {
  require(shares.size() >= 2 && options.owner < shares.size(),
          "an audit needs an owner and a party that asks it");
  return Listener(collection, shares, protocol, silo, options).run();
}

}  // namespace fedltr
