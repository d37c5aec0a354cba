/** npm run -s trace -- FUNCTION < trace.txt: prints the stack trace of a deployed function with positions in the sources. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { withSourcePositions } from '../infra/source-positions.ts';

const functions = readdirSync(join(import.meta.dirname, '../functions'));
const [name = '', ...rest] = process.argv.slice(2);
if (rest.length > 0 || !functions.includes(name)) {
  console.error('Usage: npm run -s trace -- FUNCTION < trace.txt');
  console.error(`FUNCTION is one of ${functions.join(', ')}.`);
  process.exitCode = 2;
} else {
  process.stdout.write(withSourcePositions(await text(process.stdin), name));
}
