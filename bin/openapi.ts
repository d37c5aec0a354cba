/**
 * npm run openapi: lists what the declarations break for clients of docs/openapi.released.json.
 * npm run openapi -- --release: makes the API's document the released one, the basis of later comparisons.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { helpWith } from './help.ts';
import { changesSinceRelease, currentDocument, files, releasedText, textOf } from './openapi/documents.ts';

helpWith(`npm run -s openapi [-- --to FILE] [--release]: lists what the declarations break for released clients.

  --to FILE  write the API's document, to standard output if FILE is -
  --release  make it the released document (docs/openapi.released.json), the basis of later comparisons`);

const { values } = parseArgs({ options: { to: { type: 'string' }, release: { type: 'boolean' } } });
if (values.to === '-') process.stdout.write(textOf(currentDocument()));
else if (values.to !== undefined) writeFileSync(values.to, textOf(currentDocument()));
if (values.release) writeFileSync(files.released, releasedText());
const broken = changesSinceRelease();
if (broken.length > 0) {
  console.error(
    `This breaks clients of the released document:\n${broken.map((each) => `- ${each}`).join('\n')}`,
  );
  process.exitCode = 1;
}
