/** npm run client: writes the types of the API for TypeScript clients, from docs/openapi.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { helpWith } from './help.ts';

helpWith(`npm run -s client: writes the types of the API, for TypeScript clients, to docs/client/api.d.ts.

The guide docs/guides/typed-client.md tells how to use them.`);

// The generator works with the API of TypeScript 5, which 7 does not have.
const { resolve } = createRequire(import.meta.url);
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
      ? next(pathToFileURL(resolve('typescript-5')).href, context)
      : next(specifier, context),
});
const { default: openapiTypeScript, astToString } = await import('openapi-typescript');

const root = join(import.meta.dirname, '..');
const file = 'docs/client/api.d.ts';
const document: unknown = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
const types = await openapiTypeScript(document as Parameters<typeof openapiTypeScript>[0]);
writeFileSync(join(root, file), astToString(types));
console.log(`The types of the API are in ${file}. To try them: npx node docs/client/example.ts`);
