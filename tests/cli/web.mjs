// Runs scenarios in WebAssembly and by the program, whose signatures must be equal: all
// attacks, rules, users and rankers of a module. Usage: node web.mjs FOLDER FEDLTR SCRATCH
// [MODULE [ALL]]: the methods of MODULE must be among those of ALL
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , folder, program, scratch, module, whole] = process.argv;
const { load } = await import(pathToFileURL(`${folder}/fedltr.mjs`));
const fedltr = await load(module && readFileSync(module));

const native = (text) => {
  writeFileSync(`${scratch}/page.ini`, text);
  const told = spawnSync(program, ['run', `${scratch}/page.ini`, '--quiet', '--force',
    '--out', `${scratch}/run`], { encoding: 'utf8' });
  assert.equal(told.status, 0, told.stderr);
  return { signature: told.stdout.match(/signature ([0-9a-f]{16})/)[1],
           warning: told.stdout.match(/^warning +(.*)/m)?.[1] ?? '' };
};
const inWasm = async (text) => {
  const study = fedltr.study(text);
  while (study.step());
  const signature = await study.signature();
  const { rows } = study;
  study.free();
  return { signature: signature.slice(0, 16), rows };
};
let compared = 0;
const compare = async (name, text) => {
  const { signature } = await inWasm(text);
  assert.deepEqual({ signature, warning: fedltr.warning(text) }, native(text), name);
  ++compared;
};
const scenario = ({ attack = 'none', rule = 'mean', users = 'navigational',
                    ranker = 'linear', learner = 'pdgd', more = '' }) =>
  `[federation]\nclients = 23\ninteractions = 2\nrounds = 12\n` +
  `[ranker]\nmodel = ${ranker}\nhidden = 13\n[learner]\nmethod = ${learner}\n` +
  `[clicks]\nmodel = ${users}\n[aggregation]\nrule = ${rule}\n` +
  `[attack]\nkind = ${attack}\n${more}`;
const names = (kind) => fedltr.methods(kind).map(({ name }) => name);

await compare('quickstart', readFileSync('scenarios/quickstart.ini', 'utf8'));
for (const rule of names('rules')) {
  await compare(rule, scenario({ rule }));
  // More parameters than Eigen sums at once.
  await compare(`neural, ${rule}`, scenario({ rule, ranker: 'neural' }));
  await compare(`lie, ${rule}`, scenario({ rule, attack: 'lie' }));
}
for (const attack of names('attacks')) {
  await compare(`${attack}, median`, scenario({ attack, rule: 'median' }));
  if (!['none', 'click-poison'].includes(attack)) // these attack models
    await compare(`${attack} with full knowledge`, scenario({ attack, rule: 'multi-krum',
      more: 'knowledge = full\nclients = 5\n' }));
}
for (const condition of ['refuse', 'warn'])
  for (const [rule, clients] of [['krum', 5], ['bulyan', 20], ['median', 9], ['mean', 9]])
    await compare(`${rule}, ${condition}`, `[federation]\nclients = ${clients}\nrounds = 5\n` +
      `[aggregation]\nrule = ${rule}\ncondition = ${condition}\n` +
      '[attack]\nkind = lie\nclients = 0.4\n');
await compare('too few for krum', '[federation]\nclients = 2\nrounds = 5\n' +
  '[aggregation]\nrule = krum\ncondition = warn\n');
for (const users of names('clicks')) await compare(users, scenario({ users }));
for (const ranker of names('rankers'))
  await compare(ranker, scenario({ ranker, attack: 'min-max', rule: 'krum' }));
for (const learner of names('learners')) await compare(learner, scenario({ learner }));
await compare('two cohorts', '[federation]\nclients = 300\nrounds = 3\n' +
  'participation = 0.5\n[synthetic]\nlike = mslr\nseed = 4\n[run]\nseed = 7\n');

// The learning curve is that of rounds.csv.
const text = scenario({ attack: 'lie', rule: 'krum' });
native(text);
const { rows } = await inWasm(text);
const [head, ...lines] = readFileSync(`${scratch}/run/rounds.csv`, 'utf8').trim().split('\n');
const column = head.split(',').indexOf('ndcg@10');
assert.equal(rows.length, lines.length);
lines.forEach((line, i) => assert.equal(rows[i].ndcg, Number(line.split(',')[column])));

// Errors name the line or the key, and leave the module in use.
for (const [wrong, message] of [
  ['[federation]\nclient = 3', /^line 2: federation\.client is no key of the page/],
  ['[federation]\nclients = many', /^federation\.clients: expected an integer 1 to/],
  ['[attack]\nkind = lies', /^attack\.kind: expected none \| /],
  ['[attack]\nkind = lie\nclients = 0.6', /^attack\.clients: expected a number 0 to 0\.5/],
  ['[aggregation]\nrule = krum\n[federation]\nclients = 2', /^aggregation\.rule: krum needs/],
  ['[aggregation]\ncondition = ignore', /^aggregation\.condition: expected refuse \| warn/],
  ['clients', /^line 1: expected \[section\] or key = value/],
]) assert.throws(() => fedltr.study(wrong), { message });
for (let i = 0; i < 20000; ++i)
  assert.throws(() => fedltr.study('[federation]\nclients = 0'));
await compare('after errors', scenario({}));
if (whole) { // a part of the methods, in the order and words of the other module
  const all = await load(readFileSync(whole));
  for (const kind of ['rules', 'attacks', 'learners', 'clicks', 'rankers']) {
    const known = all.methods(kind);
    const part = new Set(names(kind));
    assert.deepEqual(fedltr.methods(kind), known.filter(({ name }) => part.has(name)), kind);
  }
  console.log(`${compared} scenarios of the page with the program's signature`);
  process.exit(0); // it has no client
}
const client = fedltr.client({ features: 2, seed: 1, number: 0 });
assert.throws(() => client.show([1, 2], 1), { message: 'no round has begun' });
assert.throws(() => client.begin([0], 1, 1), { message: 'expected 2 numbers, not 1' });
assert.throws(() => fedltr.client({ ranker: 'x', features: 2, seed: 1, number: 0 }),
  { message: /^unknown name 'x'/ });
console.log(`${compared} scenarios with the program's signature`);
