/** Plays the commands of the guides in docs/guides, block by block, each guide in a shell of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Launched, launch } from '../support/launch.ts';
import { shellBlocks, startWalkthrough } from '../support/walkthrough.ts';

const dataDirectory = mkdtempSync(join(tmpdir(), 'guides-'));
let stage: Launched;
beforeAll(async () => {
  stage = await launch({ DATA_DIR: dataDirectory });
});
afterAll(async () => {
  await stage?.interrupt();
  rmSync(dataDirectory, { recursive: true, force: true });
});

/** What a block prints. */
type Expected = RegExp | { readonly untilItPrints: RegExp };

/** The reader repeats the commands of such a block. */
const again = (untilItPrints: RegExp): Expected => ({ untilItPrints });

/** One for each block of commands. */
const guides: Readonly<Record<string, readonly Expected[]>> = {
  'first-release': [
    /"name":"Demo Admin"/,
    /label \d+, artist \d+/,
    /album \d+/,
    /no artwork.*no label.*no primary genre.*no language.*no main artist.*no DSP.*no track/,
    /"artwork":"https:\/\/files.example\/first-light.jpg"/,
    /track \d+/,
    /"album-artists"[^]*"track-artists"[^]*"album-dsps"[^]*"album-dsps"/,
    /"request-type":"delivery","status":"preapproved"/,
    /"status":"pending"/,
    /status: sent/,
    again(
      /"status":"sent"[^\n]*"status":"sent"[^\n]*\n[^\n]*"title":"First Light","last-status":"delivered"/,
    ),
  ],
};

describe('the commands of the guide', () => {
  it.each(Object.entries(guides))(
    '%s work',
    async (guide, expected) => {
      const blocks = shellBlocks(`docs/guides/${guide}.md`);
      expect(blocks).toHaveLength(expected.length);
      const { type, said } = await startWalkthrough(stage, dataDirectory);
      for (const [index, block] of blocks.entries()) {
        const wanted = expected[index];
        const isRepeated = typeof wanted === 'object' && 'untilItPrints' in wanted;
        const before = said().length;
        if (!isRepeated) type(block);
        const printed = () => {
          if (isRepeated) type(block);
          return said().slice(before);
        };
        const text = isRepeated ? wanted.untilItPrints : wanted;
        await expect.poll(printed, { timeout: 15_000, interval: 300 }).toMatch(text ?? /./);
      }
    },
    90_000,
  );
});
