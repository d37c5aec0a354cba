/** npm run -s trace -- FUNCTION < trace.txt: prints the stack trace of a deployed function with positions in the sources. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { withSourcePositions } from '../infra/bundle/source-positions.ts';
import { helpWith } from './help.ts';

const functions = readdirSync(join(import.meta.dirname, '../functions'));
const USAGE = `Usage: npm run -s trace -- FUNCTION < trace.txt
FUNCTION is one of ${functions.join(', ')}.`;
helpWith(`Prints the stack trace of a deployed function with positions in the sources.\n\n${USAGE}`);

const [name = '', ...rest] = process.argv.slice(2);
if (rest.length > 0 || !functions.includes(name)) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  process.stdout.write(withSourcePositions(await text(process.stdin), name));
}
