#include "algorithms/silo/data_owner.hpp"

#include <algorithm>

#include "algorithms/silo/count_answers.hpp"

namespace fedltr {
namespace {

ReleaseConfig ledger_config(const SiloProtocol& protocol) {
  ReleaseConfig config;
  config.claimed = protocol.noise.claimed;
  config.guarantee = protocol.noise.guarantee;
  config.budget = protocol.budget;
  return config;
}

/// Bytes of sketches to keep: all for NAIVE, which asks about each document.
std::size_t room_of(const SiloProtocol& protocol) {
  return protocol.naive ? ~std::size_t{0} : OwnedSketches::kRoom;
}

}  // namespace

DataOwner::DataOwner(const Collection& collection, const PartyShare& share,
                     const SiloProtocol& protocol, const TermSpots& dictionary,
                     std::uint32_t askers)
    : collection_(collection),
      share_(share),
      protocol_(protocol),
      sketches_(collection, share.documents, protocol.shape, dictionary,
                room_of(protocol)),
      ledger_(std::make_shared<ReleaseLedger>(ledger_config(protocol),
                                              documents(), askers, askers - 1)),
      listed_(documents()) {
  if (!protocol.naive) rtk_.emplace(protocol.shape, protocol.capacity);
  for (const Field field : kAllFields)
    for (std::uint32_t d = 0; d < documents(); ++d) {
      const Sketch& sketch = sketches_.make(field, d);
      sketch_bytes_ += DocumentSketch::bytes_of(sketch);
      if (rtk_ && field == Field::kBody && !is_added(d))
        rtk_->insert(d, sketch);
    }
  if (rtk_) change_index(dictionary);
}

/// Numbers documents as the share does; deleted documents come after them.
void DataOwner::change_index(const TermSpots& dictionary) {
  Sketch sketch(protocol_.shape);
  const auto body_of = [&](std::uint32_t place) -> const Sketch& {
    sketch.clear();
    sketch.add(collection_.terms(Field::kBody, place), dictionary);
    return sketch;
  };
  const auto& deleted = share_.deleted;
  for (std::uint32_t i = 0; i < deleted.size(); ++i)
    rtk_->insert(documents() + i, body_of(deleted[i]));
  for (std::uint32_t i = 0; i < deleted.size(); ++i)
    rtk_->erase(documents() + i, body_of(deleted[i]));
  for (std::uint32_t d = 0; d < documents(); ++d)
    if (is_added(d)) rtk_->insert(d, body_of(share_.documents[d]));
}

bool DataOwner::is_added(std::uint32_t document) const {
  return std::ranges::binary_search(share_.added, share_.documents[document]);
}

TermQuery DataOwner::query_of(const Question& question,
                              std::size_t term) const {
  const AskedTerm& asked = question.terms[term];
  TermQuery query{asked.columns, asked.negative, question.rows, {}};
  for (std::size_t row = 0; row < asked.columns.size(); ++row) {
    const bool negative = !asked.negative.empty() && asked.negative[row] != 0;
    query.spots.push_back({asked.columns[row] << 1 | (negative ? 1U : 0U)});
  }
  return query;
}

std::vector<double> DataOwner::rows_of(std::uint32_t document,
                                       const TermQuery& query,
                                       const Bits& bits) {
  return std::visit(
      [&](const auto* sketch) -> std::vector<double> {
        if (protocol_.noise.estimates_only)
          return {answer_estimate(*sketch, query, protocol_.noise, bits)};
        return answer(*sketch, query.columns, protocol_.noise, bits);
      },
      sketches_.of(Field::kBody, document));
}

void DataOwner::read_cells(Field field, std::uint32_t document,
                           std::span<double> values) {
  const auto sketch = sketches_.of(field, document);
  if (const auto* kept = std::get_if<const DocumentSketch*>(&sketch)) {
    reader_.open(**kept);
    return reader_.read(cells_, values);
  }
  const auto cells = std::get<const Sketch*>(sketch)->cells();
  std::ranges::transform(cells_, values.begin(),
                         [&](std::uint32_t cell) { return cells[cell]; });
}

RtkAnswer DataOwner::lists_of(const TermQuery& query, std::uint32_t asker,
                              const Bits& bits) {
  RtkAnswer lists = answer(*rtk_, query, protocol_.noise, bits);
  listed_.assign(listed_.size(), false);
  for (const auto& row : lists.rows)
    for (const Posting& posting : row) listed_[posting.document] = true;
  bool withheld = false;
  for (std::uint32_t d = 0; d < documents(); ++d)
    if (listed_[d] && !ledger_->charge(d, asker)) {
      listed_[d] = false;
      withheld = true;
    }
  if (withheld)
    for (auto& row : lists.rows)
      std::erase_if(row,
                    [&](const Posting& p) { return !listed_[p.document]; });
  return lists;
}

std::vector<TopDocument> DataOwner::best_of(const TermQuery& query,
                                            std::uint32_t asker,
                                            const Bits& bits) {
  return intersection_.top(
      *rtk_, query, protocol_.top, protocol_.noise, bits,
      [&](std::uint32_t d) { return ledger_->charge(d, asker); });
}

TopAnswer DataOwner::answer_top(const Question& question, std::uint32_t asker,
                                const Bits& bits) {
  TopAnswer told;
  for (std::size_t t = 0; t < question.terms.size(); ++t) {
    const TermQuery query = query_of(question, t);
    if (rtk_ && protocol_.noise.estimates_only) {
      told.best.push_back(best_of(query, asker, bits));
    } else if (rtk_) {
      told.lists.push_back(lists_of(query, asker, bits));
    } else {
      auto& all = told.rows;
      for (std::uint32_t d = 0; d < documents(); ++d) {
        if (!ledger_->charge(d, asker)) {  // budget spent: reports 0
          all.resize(all.size() + protocol_.values());
          continue;
        }
        const auto rows = rows_of(d, query, bits);
        all.insert(all.end(), rows.begin(), rows.end());
      }
    }
  }
  return told;
}

void DataOwner::count(std::uint32_t document, const Question& question,
                      const Bits& bits, DocumentCounts& counts) {
  const std::uint32_t place = share_.documents[document];
  const std::size_t rows = protocol_.shape.rows;
  for (const Field field : kAllFields) {
    const std::size_t f = field_index(field);
    counts.length[f] = protocol_.told_size(collection_.length(field, place));
    counts.distinct[f] =
        protocol_.told_size(collection_.terms(field, place).size());
    counts.terms[f].resize(question.terms.size());
    if (protocol_.noise.estimates_only) {
      const auto found = sketches_.of(field, document);
      for (std::size_t t = 0; t < question.terms.size(); ++t)
        counts.terms[f][t].assign(1, std::visit(
                                         [&](const auto* sketch) {
                                           return answer_estimate(
                                               *sketch, queries_[t],
                                               protocol_.noise, bits);
                                         },
                                         found));
      continue;
    }
    values_.resize(cells_.size());
    read_cells(field, document, values_);
    for (std::size_t t = 0; t < question.terms.size(); ++t) {
      auto& values = counts.terms[f][t];
      const auto told = std::span(values_).subspan(t * rows, rows);
      values.assign(told.begin(), told.end());
      if (protocol_.noise.add) protocol_.noise.add(values, bits);
    }
  }
}

template <class Tell>
void DataOwner::tell_counts(const Question& question, std::uint32_t asker,
                            const Bits& bits, const Tell& tell) {
  queries_.clear();
  cells_.clear();
  for (std::size_t t = 0; t < question.terms.size(); ++t) {
    const auto& columns = question.terms[t].columns;
    const std::string refusal = why_refused(columns, protocol_.shape);
    require(refusal.empty(), refusal);
    if (protocol_.noise.estimates_only)
      queries_.push_back(query_of(question, t));
    for (std::uint32_t row = 0; row < columns.size(); ++row)
      cells_.push_back(row * protocol_.shape.columns + columns[row]);
  }
  const std::uint32_t releases = kFields * question.terms.size();
  DocumentCounts counts;
  for (const std::uint32_t d : question.documents) {
    const bool may = ledger_->charge(d, asker, releases);
    if (may) count(d, question, bits, counts);
    tell(may ? &counts : nullptr);
  }
}

CountAnswers DataOwner::answer_counts(const Question& question,
                                      std::uint32_t asker, const Bits& bits) {
  CountAnswers told;
  tell_counts(question, asker, bits, [&](const DocumentCounts* counts) {
    auto& one = told.documents.emplace_back();
    if (counts != nullptr) one = *counts;
  });
  return told;
}

ByteVector DataOwner::encoded_counts(const Question& question,
                                     std::uint32_t asker, const Bits& bits) {
  CountAnswersWriter told;
  tell_counts(question, asker, bits,
              [&](const DocumentCounts* counts) { told.put(counts); });
  return told.take();
}

}  // namespace fedltr
