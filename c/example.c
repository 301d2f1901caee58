/* A client's round: four searches among five documents of three features.
 * Prints the update, and then the documents as the learned model ranks them.
 *
 *   cc example.c $(pkg-config --cflags --libs fedltr-client) -o example */
#include <fedltr.h>
#include <stdio.h>
#include <stdlib.h>

enum { kDocuments = 5, kFeatures = 3, kShown = 10 };

static void check(int32_t result) {
  if (result >= 0) return;
  fprintf(stderr, "fedltr: %s\n", fedltr_error());
  exit(1);
}

/* The documents of a search: yours come from your index. */
static void collect(int search, double* features) {
  for (int i = 0; i < kDocuments; ++i)
    for (int j = 0; j < kFeatures; ++j)
      features[i * kFeatures + j] = ((i + 1) * (j + 2) + search) % 7 / 7.0;
}

int main(void) {
  fedltr_client* client =
      fedltr_client_new("linear", 0, "pdgd", 0.1, kFeatures, 42, 7);
  if (!client) check(-1);

  double model[kFeatures] = {0}; /* of the federation, for this round */
  double update[kFeatures];
  double features[kDocuments * kFeatures];
  int32_t ranking[kShown];
  const int searches = 4;
  check(fedltr_client_begin(client, model, 1, searches));
  for (int search = 0; search < searches; ++search) {
    uint8_t clicks[kShown] = {0};
    collect(search, features);
    int32_t shown = fedltr_client_show(client, features, kDocuments, ranking);
    check(shown);
    for (int32_t rank = 0; rank < shown; ++rank) /* your users click */
      clicks[rank] = features[ranking[rank] * kFeatures] > 0.5;
    check(fedltr_client_learn(client, clicks));
  }
  check(fedltr_client_end(client, update));

  printf("update ");
  for (int i = 0; i < kFeatures; ++i) printf(" %.17g", update[i]);
  int32_t count = fedltr_client_rank(client, update, features, kDocuments,
                                     kDocuments, ranking);
  check(count);
  printf("\nranking");
  for (int32_t i = 0; i < count; ++i) printf(" %d", ranking[i]);
  printf("\n");
  fedltr_client_free(client);
  return 0;
}
