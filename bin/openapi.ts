/**
 * npm run openapi: writes docs/openapi.json and lists what it breaks for clients of docs/openapi.released.json.
 * npm run openapi -- --release: makes it the released document, the basis of later comparisons.
 */
import { writeFileSync } from 'node:fs';
import { breakingChanges } from '../infra/openapi/breaking-changes.ts';
import { currentText, files, readOpenApi, releasedText } from '../infra/openapi/files.ts';
import { helpWith } from './help.ts';

helpWith(`npm run -s openapi [-- --release]: writes docs/openapi.json and lists what breaks released clients.

  --release  make it the released document (docs/openapi.released.json), the basis of later comparisons`);

writeFileSync(files.current, currentText());
if (process.argv.includes('--release')) writeFileSync(files.released, releasedText());
const broken = breakingChanges(readOpenApi('released'), readOpenApi('current'));
if (broken.length > 0) {
  console.error(
    `This breaks clients of the released document:\n${broken.map((each) => `- ${each}`).join('\n')}`,
  );
  process.exitCode = 1;
}
