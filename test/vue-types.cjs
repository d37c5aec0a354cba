/** Checks the types of pages. The TypeScript of everything else, version 7, cannot be extended by vue-tsc. */
const { run } = require('vue-tsc');

run(require.resolve('vue-typescript/lib/tsc'));
