/* The client of a federation that learns to rank, for programs in C, or in any
 * language that calls C: it ranks lists, hears of clicks, takes the
 * federation's model, and gives an update. It computes what a client of `fedltr
 * run` computes, bit for bit. Sending, secure aggregation and noise are the
 * caller's.
 *
 * A round of a client with N searches:
 *
 *   fedltr_client_begin(client, model, round, N);
 *   N times:
 *     shown = fedltr_client_show(client, features, documents, ranking);
 *     ... the user sees the documents ranking[0] ... ranking[shown - 1] ...
 *     fedltr_client_learn(client, clicks);
 *   fedltr_client_end(client, update);
 *
 * A function that fails returns a negative number or NULL, leaves its results
 * unset, and fedltr_error() has the reason. A client may be used by one thread
 * at a time. Works with the same header as libfedltr-client, and in JavaScript
 * as functions of fedltr.wasm (web/npm). */
#ifndef FEDLTR_H
#define FEDLTR_H

#include <stdint.h>

#if defined(__EMSCRIPTEN__)
#define FEDLTR_API __attribute__((visibility("default"), used))
#elif defined(__GNUC__)
#define FEDLTR_API __attribute__((visibility("default")))
#else
#define FEDLTR_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fedltr_client fedltr_client;

/* Version of the library, as "0.1.0". */
FEDLTR_API const char* fedltr_version(void);

/* The reason why the last call in this thread failed; "" if none has. */
FEDLTR_API const char* fedltr_error(void);

/* Makes a client.
 *   ranker    "linear", "neural" or "neural-relu" (fedltr list rankers)
 *   hidden    units of a neural ranker; 0: 64
 *   learner   "pdgd", "es", "dbgd" or "pmgd"
 *   rate      local step size, above 0; 0: the learner's default
 *   features  of a document, from 1
 *   seed      of all it draws: of the run, see seeds in its manifest.json
 *   number    of this client in the federation, from 0
 * NULL if a name is unknown or a number is out of range. */
FEDLTR_API fedltr_client* fedltr_client_new(const char* ranker, int32_t hidden,
                                            const char* learner, double rate,
                                            int32_t features, uint64_t seed,
                                            uint32_t number);
FEDLTR_API void fedltr_client_free(fedltr_client* client);

/* Number of numbers in a model, and in an update. */
FEDLTR_API int32_t fedltr_client_model_size(const fedltr_client* client);
FEDLTR_API int32_t fedltr_client_update_size(const fedltr_client* client);

/* Ranks documents by a model, best first, without drawing or learning.
 *   features   documents x features, document by document
 *   ranking    overwritten: `depth` places from 0 to documents - 1
 * Returns the number of places written: the smaller of depth and documents. */
FEDLTR_API int32_t fedltr_client_rank(fedltr_client* client,
                                      const double* model,
                                      const double* features, int32_t documents,
                                      int32_t depth, int32_t* ranking);

/* Begins a round with the federation's model, which is copied.
 *   round     from 1; the same one always draws the same numbers
 *   searches  that follow, from 1
 * Gives up a round that was not ended. Returns 0. */
FEDLTR_API int32_t fedltr_client_begin(fedltr_client* client,
                                       const double* model, uint32_t round,
                                       int32_t searches);

/* Chooses the list to show for a search: it explores, to learn from the clicks.
 *   ranking    overwritten: up to ten places
 * Returns the number of documents to show: the smaller of 10 and documents. */
FEDLTR_API int32_t fedltr_client_show(fedltr_client* client,
                                      const double* features, int32_t documents,
                                      int32_t* ranking);

/* Learns from the clicks on that list.
 *   clicks  by rank of the list shown: 1 clicked, 0 not
 * Returns the number of searches still to come in the round. */
FEDLTR_API int32_t fedltr_client_learn(fedltr_client* client,
                                       const uint8_t* clicks);

/* Ends a round after its last search.
 *   update  overwritten: what the client sends in place of its clicks
 * Returns the number of searches learned from. */
FEDLTR_API int32_t fedltr_client_end(fedltr_client* client, double* update);

#ifdef __cplusplus
}
#endif

#endif
