// Runs scenarios in WebAssembly and by the program, whose signatures must be equal: all
// attacks, rules, users and rankers of the page. Usage: node web.mjs FOLDER FEDLTR SCRATCH
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , folder, program, scratch] = process.argv;
const { load } = await import(pathToFileURL(`${folder}/fedltr.mjs`));
const fedltr = await load();

const native = (text) => {
  writeFileSync(`${scratch}/page.ini`, text);
  const told = execFileSync(program, ['run', `${scratch}/page.ini`, '--quiet', '--force',
    '--out', `${scratch}/run`], { encoding: 'utf8' });
  return told.match(/signature ([0-9a-f]{16})/)[1];
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
  assert.equal(signature, native(text), name);
  ++compared;
};
const scenario = ({ attack = 'none', rule = 'mean', users = 'navigational',
                    ranker = 'linear', learner = 'pdgd', more = '' }) =>
  `[federation]\nclients = 23\ninteractions = 2\nrounds = 12\n` +
  `[ranker]\nmodel = ${ranker}\nhidden = 7\n[learner]\nmethod = ${learner}\n` +
  `[clicks]\nmodel = ${users}\n[aggregation]\nrule = ${rule}\n` +
  `[attack]\nkind = ${attack}\n${more}`;
const names = (kind) => fedltr.methods(kind).map(({ name }) => name);

await compare('quickstart', readFileSync('scenarios/quickstart.ini', 'utf8'));
for (const rule of names('rules')) {
  await compare(rule, scenario({ rule }));
  await compare(`lie, ${rule}`, scenario({ rule, attack: 'lie' }));
}
for (const attack of names('attacks')) {
  await compare(`${attack}, median`, scenario({ attack, rule: 'median' }));
  if (!['none', 'click-poison'].includes(attack)) // these attack models
    await compare(`${attack} with full knowledge`, scenario({ attack, rule: 'multi-krum',
      more: 'knowledge = full\nclients = 5\n' }));
}
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
  ['[aggregation]\nrule = trimmed-mean', /^aggregation\.rule: trimmed-mean has other bits/],
  ['clients', /^line 1: expected \[section\] or key = value/],
]) assert.throws(() => fedltr.study(wrong), { message });
for (let i = 0; i < 20000; ++i)
  assert.throws(() => fedltr.study('[federation]\nclients = 0'));
await compare('after errors', scenario({}));
const client = fedltr.client({ features: 2, seed: 1, number: 0 });
assert.throws(() => client.show([1, 2], 1), { message: 'no round has begun' });
assert.throws(() => client.begin([0], 1, 1), { message: 'expected 2 numbers, not 1' });
assert.throws(() => fedltr.client({ ranker: 'x', features: 2, seed: 1, number: 0 }),
  { message: /^unknown name 'x'/ });
console.log(`${compared} scenarios with the program's signature`);
