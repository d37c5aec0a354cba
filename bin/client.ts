/** `npm run client`: makes the package of the API's client, or a Postman collection. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { postmanCollection } from './client/postman/collection.ts';
import { writePackage } from './client/write-package.ts';
import { helpWith } from './help.ts';

helpWith(`npm run client [-- --to FOLDER] [--postman FILE]: makes a package with a typed client of the API, ready to publish.

  --to FOLDER     where the package is written; .build/client unless given
  --postman FILE  write the API as a Postman collection instead; both with --to`);

const { values } = parseArgs({ options: { to: { type: 'string' }, postman: { type: 'string' } } });
const { postman, to = postman === undefined ? '.build/client' : undefined } = values;
try {
  if (postman !== undefined) {
    writeFileSync(postman, `${JSON.stringify(postmanCollection())}\n`);
    console.log(`The collection is in ${postman}. Import it in Postman.`);
  }
  if (to !== undefined) {
    await writePackage(to);
    console.log(`The package is in ${to}. Install it with \`npm install ${to}\`, or publish it.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
