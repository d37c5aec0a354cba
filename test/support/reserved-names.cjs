/**
 * Runs before each test file, and is preloaded by the stages that tests start. Names that no name server knows (RFC 6761) are
 * unknown immediately: how long a name server takes to say so depends on the machine.
 */
'use strict';
const dns = require('node:dns');

const isReserved = (name) => /\.(example|invalid|test)$/i.test(name);

const key = Symbol.for('reserved-names');
if (!(key in globalThis)) {
  globalThis[key] = true;
  const { prototype } = dns.promises.Resolver;
  for (const name of ['resolve4', 'resolve6']) {
    const resolve = prototype[name];
    prototype[name] = function known(host, ...rest) {
      // Tests of the resolver have their own name servers.
      if (!isReserved(host) || this.getServers().some((server) => server.startsWith('127.0.0.1:')))
        return Reflect.apply(resolve, this, [host, ...rest]);
      return Promise.reject(Object.assign(new Error(`${name} ENOTFOUND ${host}`), { code: dns.NOTFOUND }));
    };
  }
}
