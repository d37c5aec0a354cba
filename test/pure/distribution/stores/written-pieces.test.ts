/** How the content of files is divided and sent to stores. */
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsIn } from '../../../../shared/distribution/stores/connected/parts-of.ts';
import { gatherWrites } from '../../../../shared/distribution/stores/sftp/gather-writes.ts';
import { checkProperty } from '../../../support/check-property.ts';

it('the parts of a file are complete, and fill the same buffer', () =>
  checkProperty(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.integer({ min: 1, max: 30 }),
      async (pieces, size) => {
        const buffer = Buffer.alloc(size);
        const parts: Buffer[] = [];
        const content = async function* () {
          yield* pieces;
        };
        for await (const part of partsIn(buffer, content())) {
          expect(part.buffer).toBe(buffer.buffer);
          parts.push(Buffer.from(part));
        }
        expect(Buffer.concat(parts)).toEqual(Buffer.concat(pieces));
        expect(parts.slice(0, -1).every(({ length }) => length === size)).toBe(true);
      },
    ),
    { runs: 300 },
  ));

it('pieces written in one turn are sent together and in order', async () => {
  const sent: string[] = [];
  const stream = gatherWrites(
    new Writable({
      write: (chunk, _, done) => {
        sent.push(String(chunk));
        done();
      },
      writev: (chunks, done) => {
        sent.push(chunks.map(({ chunk }) => String(chunk)).join(''));
        done();
      },
    }),
  );
  for (const piece of ['length, ', 'packet, ', 'tag']) stream.write(piece);
  await new Promise(setImmediate);
  stream.write('next ');
  stream.end('and end');
  await finished(stream);
  expect(sent).toEqual(['length, packet, tag', 'next and end']);
});
