/**
 * Preloaded by the stages that tests start (`launch`), and by the threads of their functions: rejects every
 * connection to another machine and every question to a name server, and writes down what wanted to leave
 * (`LEFT_FILE`). Plain JavaScript, so that no thread loads a compiler for it.
 */
'use strict';
const dns = require('node:dns');
const { appendFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const net = require('node:net');
const threads = require('node:worker_threads');
require('./reserved-names.cjs');

const { LEFT_FILE } = process.env;

const isHere = (host) => /^(localhost|127\.[\d.]+|::1|::ffff:127\.[\d.]+)$/i.test(host);

/** No name server knows them (RFC 6761). The demo has such addresses. */
const isReserved = (name) => /\.(example|invalid|test)$/i.test(name);

function rejection(what) {
  appendFileSync(LEFT_FILE, `${what}\n`);
  return new Error(`A test allows no connection to another machine: ${what}.`);
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function limited(...given) {
  // Node passes normalized arguments in an array.
  const [target] = given.flat();
  const { host = 'localhost', path, port } = Object(target);
  if (path || isHere(host)) return Reflect.apply(connect, this, given);
  const error = rejection(`${host}:${port}`);
  process.nextTick(() => this.destroy(error));
  return this;
};

for (const { prototype } of [dns.Resolver, dns.promises.Resolver]) {
  for (const name of ['resolve4', 'resolve6']) {
    const resolve = prototype[name];
    prototype[name] = function limited(host, ...rest) {
      if (!isReserved(host)) throw rejection(`${name} ${host}`);
      return Reflect.apply(resolve, this, [host, ...rest]);
    };
  }
}

/** Functions get none of this process's variables and options. */
threads.Worker = class extends threads.Worker {
  constructor(file, options = {}) {
    const { execArgv = [], env } = options;
    const variables = typeof env === 'object' ? { env: { ...env, LEFT_FILE } } : {};
    super(file, { ...options, execArgv: [...execArgv, '--require', __filename], ...variables });
  }
};
syncBuiltinESMExports();
