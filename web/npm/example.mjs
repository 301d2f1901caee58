// The round of c/example.c in JavaScript, with the same bits:
//   node example.mjs
import { readFile } from 'node:fs/promises';
import { load } from './fedltr.mjs';

const documents = 5, width = 3;

/// The documents of a search: yours come from your index.
const collect = (search) => Float64Array.from({ length: documents * width },
  (_, at) => ((Math.floor(at / width) + 1) * (at % width + 2) + search) % 7 / 7);

const fedltr = await load(await readFile(new URL('client.wasm', import.meta.url)));
const client = fedltr.client({ ranker: 'linear', learner: 'pdgd', rate: 0.1,
                               features: width, seed: 42n, number: 7 });
const searches = 4;
client.begin(new Float64Array(width), 1, searches);
let features;
for (let search = 0; search < searches; ++search) {
  features = collect(search);
  const shown = client.show(features, documents);
  client.learn(shown.map((place) => features[place * width] > 0.5)); // users click
}
const update = client.end();
console.log('update ', ...update);
console.log('ranking', ...client.rank(update, features, documents, documents));
client.free();
