/** npm run client [-- --to FOLDER]: makes the package of the API's client. */
import { parseArgs } from 'node:util';
import { writePackage } from '../infra/client/write-package.ts';
import { helpWith } from './help.ts';

helpWith(`npm run client [-- --to FOLDER]: makes a package with a typed client of the API, ready to publish.

  --to FOLDER  where the package is written; .build/client unless given`);

const { values } = parseArgs({ options: { to: { type: 'string', default: '.build/client' } } });
try {
  await writePackage(values.to);
  console.log(`The package is in ${values.to}. Install it with \`npm install ${values.to}\`, or publish it.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
