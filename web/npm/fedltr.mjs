// fedltr in JavaScript: a federation that learns to rank from simulated users
// (Study), and the client of one (Client), computed by fedltr's C++ in
// WebAssembly: the same bits as the program.

/// Loads a module.
/// @param bytes  of fedltr.wasm, or of client.wasm, which has no studies and no
///               methods(); without them fedltr.wasm is read from beside this file
export async function load(bytes) {
  if (!bytes) {
    const file = new URL('fedltr.wasm', import.meta.url);
    if (file.protocol === 'file:' && globalThis.process) {
      const { readFile } = await import('node:fs/promises');
      bytes = await readFile(file);
    } else {
      bytes = await (await fetch(file)).arrayBuffer();
    }
  }
  return instantiate(bytes);
}

async function instantiate(bytes) {
  let wasm;
  const view = () => new DataView(wasm.memory.buffer);
  // Nothing here opens files or reads a clock: what the C library asks for
  // while it starts, or to write to a terminal that is not there.
  const calls = {
    fd_write(file, vectors, count, written) {
      let size = 0;
      for (let i = 0; i < count; ++i)
        size += view().getUint32(vectors + 8 * i + 4, true);
      view().setUint32(written, size, true);
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    fedltr_throw(text) {
      throw new Error(textAt(wasm, text));
    },
    fedltr_number(text, length) {
      const [found] = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i.exec(textAt(wasm, text)) ?? [''];
      view().setUint32(length, found.length, true);
      return Number(found);
    },
    proc_exit(code) {
      throw new Error(`fedltr ended with ${code}`);
    },
  };
  const module = await WebAssembly.compile(bytes);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = calls[name] ?? (() => 0);
  wasm = (await WebAssembly.instantiate(module, imports)).exports;
  wasm._initialize?.();
  return new Fedltr(wasm);
}

/// Reads a text that ends with a zero.
function textAt(wasm, address) {
  const bytes = new Uint8Array(wasm.memory.buffer, address);
  return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
}

/// The module's functions; one that throws gives back its part of the stack.
function guarded(wasm) {
  const functions = { memory: wasm.memory };
  for (const [name, call] of Object.entries(wasm)) {
    if (typeof call !== 'function') continue;
    functions[name] = (...given) => {
      const stack = wasm.stackSave();
      try {
        return call(...given);
      } catch (error) {
        wasm.stackRestore(stack);
        throw error;
      }
    };
  }
  return functions;
}

class Fedltr {
  constructor(wasm) {
    this.wasm = guarded(wasm);
  }

  /// Begins a study of a scenario's text.
  /// @throws Error  that names the line or key, and what is allowed
  study(scenario) {
    return new Study(this, scenario);
  }

  /// Makes a client; see Client.
  client(options) {
    return new Client(this, options);
  }

  /// Returns the warning that `fedltr run` gives of a scenario, of a rule that
  /// assumes fewer attackers than there are or runs outside its condition; ''
  /// without one.
  /// @throws Error  that names the line or key, and what is allowed
  warning(scenario) {
    return this.lend(new TextEncoder().encode(`${scenario}\0`),
      (text) => this.text(this.wasm.fedltr_warning(text)));
  }

  /// Names and summaries of a kind's methods.
  /// @param kind  attacks, rules, clicks, rankers, learners
  methods(kind) {
    const letter = { attacks: 'a', rules: 'r', clicks: 'c', rankers: 'm',
                     learners: 'l' }[kind];
    if (!letter) throw new Error(`no kind of method: ${kind}`);
    return this.text(this.wasm.fedltr_methods(letter.charCodeAt(0)))
      .trimEnd().split('\n').map((line) => {
        const [name, summary] = line.split('\t');
        return { name, summary };
      });
  }

  text(address) {
    return textAt(this.wasm, address);
  }

  /// Calls back with the address of a copy, which is freed afterwards.
  lend(bytes, use) {
    const address = this.wasm.malloc(Math.max(1, bytes.byteLength));
    try {
      new Uint8Array(this.wasm.memory.buffer, address, bytes.byteLength)
        .set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      return use(address);
    } finally {
      this.wasm.free(address);
    }
  }

  /// Copies numbers out of the module's memory, which may move.
  copy(Type, address, count) {
    return new Type(this.wasm.memory.buffer, address, count).slice();
  }
}

/// A federation that learns, round by round.
class Study {
  constructor(fedltr, scenario) {
    this.fedltr = fedltr;
    this.handle = fedltr.lend(new TextEncoder().encode(`${scenario}\0`),
      (text) => fedltr.wasm.fedltr_study_new(text));
  }

  /// Runs a round; true if another follows.
  step() {
    return this.fedltr.wasm.fedltr_study_step(this.handle) === 1;
  }

  /// The learning curve so far; its first row is of the first model.
  get rows() {
    return Array.from({ length: this.length }, (_, i) => this.row(i));
  }

  /// Number of rows.
  get length() {
    return this.fedltr.wasm.fedltr_study_rows(this.handle);
  }

  row(number) {
    const [ndcg, online, interactions, rejectedAttackers, rejectedHonest] =
      this.fedltr.lend(new Float64Array(5), (address) => {
        this.fedltr.wasm.fedltr_study_row(this.handle, number, address);
        return this.fedltr.copy(Float64Array, address, 5);
      });
    return { round: number, ndcg, online, interactions, rejectedAttackers,
             rejectedHonest };
  }

  get model() {
    const { wasm } = this.fedltr;
    return this.fedltr.copy(Float64Array, wasm.fedltr_study_model(this.handle),
                            wasm.fedltr_study_parameters(this.handle));
  }

  /// The signature that `fedltr run` reports: SHA-256 of the model's numbers.
  async signature() {
    return sha256(this.model);
  }

  free() {
    if (this.handle) this.fedltr.wasm.fedltr_study_free(this.handle);
    this.handle = 0;
  }
}

/// A client of a federation: ranks lists, hears of clicks, takes the federation's
/// model, and gives an update. c/fedltr.h describes each function; a method that
/// fails throws an Error.
class Client {
  constructor(fedltr, { ranker = 'linear', hidden = 0, learner = 'pdgd', rate = 0,
                        features, seed, number }) {
    this.fedltr = fedltr;
    this.features = features;
    const text = (name) => new TextEncoder().encode(`${name}\0`);
    this.handle = fedltr.lend(text(ranker), (of) => fedltr.lend(text(learner),
      (by) => fedltr.wasm.fedltr_client_new(of, hidden, by, rate, features,
                                            BigInt(seed), number)));
  }

  get modelSize() {
    return this.fedltr.wasm.fedltr_client_model_size(this.handle);
  }

  get updateSize() {
    return this.fedltr.wasm.fedltr_client_update_size(this.handle);
  }

  /// Lends numbers of an expected count.
  lendNumbers(numbers, count, use) {
    if (numbers.length !== count)
      throw new Error(`expected ${count} numbers, not ${numbers.length}`);
    return this.fedltr.lend(Float64Array.from(numbers), use);
  }

  /// Ranks documents by a model, best first; returns `depth` places.
  rank(model, features, documents, depth) {
    const { fedltr } = this;
    return this.lendNumbers(model, this.modelSize, (by) =>
      this.lendNumbers(features, documents * this.features, (of) =>
        fedltr.lend(new Int32Array(Math.min(depth, documents)), (to) =>
          fedltr.copy(Int32Array, to, fedltr.wasm.fedltr_client_rank(
            this.handle, by, of, documents, depth, to)))));
  }

  /// Begins a round with the federation's model.
  begin(model, round, searches) {
    this.lendNumbers(model, this.modelSize, (by) =>
      this.fedltr.wasm.fedltr_client_begin(this.handle, by, round, searches));
  }

  /// Returns the places of the documents to show.
  show(features, documents) {
    const { fedltr } = this;
    return this.lendNumbers(features, documents * this.features, (of) =>
      fedltr.lend(new Int32Array(10), (to) => {
        this.shown =
          fedltr.wasm.fedltr_client_show(this.handle, of, documents, to);
        return Array.from(fedltr.copy(Int32Array, to, this.shown));
      }));
  }

  /// Learns from clicks, true or false by rank of the list shown; returns the
  /// number of searches still to come.
  learn(clicks) {
    if (clicks.length !== this.shown)
      throw new Error(`expected ${this.shown} clicks, not ${clicks.length}`);
    return this.fedltr.lend(Uint8Array.from(clicks, Number), (heard) =>
      this.fedltr.wasm.fedltr_client_learn(this.handle, heard));
  }

  /// Returns the update of a round whose searches are all learned from.
  end() {
    const { fedltr } = this;
    const size = this.updateSize;
    return fedltr.lend(new Float64Array(size), (to) => {
      fedltr.wasm.fedltr_client_end(this.handle, to);
      return fedltr.copy(Float64Array, to, size);
    });
  }

  free() {
    if (this.handle) this.fedltr.wasm.fedltr_client_free(this.handle);
    this.handle = 0;
  }
}

/// Returns the SHA-256 of numbers, in hexadecimal.
export async function sha256(numbers) {
  const { subtle } = globalThis.crypto;
  if (!subtle)
    throw new Error('a page has SHA-256 only as a file, on localhost or by https');
  const digest = new Uint8Array(await subtle.digest('SHA-256', numbers));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
