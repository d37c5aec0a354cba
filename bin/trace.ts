/** `npm run -s trace`: prints a stack trace of a deployed function with positions in the sources. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { withSourcePositions } from '../infra/bundle/source-positions.ts';
import { helpWith } from './help.ts';

const functions = readdirSync(join(import.meta.dirname, '../functions'));
const USAGE = `Usage: npm run -s trace -- FUNCTION [--aac] < trace.txt
FUNCTION is one of ${functions.join(', ')}. --aac is for stages that decode AAC.`;
helpWith(`Prints the stack trace of a deployed function with positions in the sources.\n\n${USAGE}`);

const decodesAac = process.argv.includes('--aac');
const [name = '', ...rest] = process.argv.slice(2).filter((argument) => argument !== '--aac');
if (rest.length > 0 || !functions.includes(name)) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  process.stdout.write(await withSourcePositions(await text(process.stdin), name, { decodesAac }));
}
