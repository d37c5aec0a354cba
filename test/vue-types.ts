/** Checks the types of pages in Vue. */
import { createRequire } from 'node:module';
import { run } from 'vue-tsc';

run(createRequire(import.meta.url).resolve('vue-typescript/lib/tsc'));
