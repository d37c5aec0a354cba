/** What was built for browsers, kept for the next stage. */
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Files } from '../../../infra/bundle/files.ts';
import { keptBuild } from '../../../infra/bundle/kept-build.ts';
import { temporaryFolder } from '../../support/hand-made.ts';

let cache: string;
let folder: string;
let builds = 0;
const page = (text: string): Files => new Map([['pages/a.md', text]]);
const build = async (prepared: Files): Promise<Files> => {
  builds += 1;
  return new Map([
    ['a.html', `<p>${prepared.get('pages/a.md')}</p>`],
    ['assets/b.css', 'p {}'],
  ]);
};
const keptIn = (text: string, building: (prepared: Files) => Promise<Files>) =>
  keptBuild([page(text)], { name: 'pages', build: () => building(page(text)), cache });
const built = (text: string) => keptIn(text, build);

beforeEach(() => {
  cache = temporaryFolder();
  folder = join(cache, 'pages');
  builds = 0;
});

describe('a kept build', () => {
  it('is reused for the same pages', async () => {
    const first = await built('one');
    expect(await built('one')).toEqual(first);
    expect(builds).toBe(1);
    expect((await built('two')).get('a.html')).toBe('<p>two</p>');
    expect(builds).toBe(2);
  });

  it('is one of three, and the oldest is removed', async () => {
    for (const [index, text] of ['one', 'two', 'three'].entries()) {
      const before = new Set(index === 0 ? [] : readdirSync(folder));
      await built(text);
      const [own = ''] = readdirSync(folder).filter((name) => !before.has(name));
      utimesSync(join(folder, own), index, index);
    }
    await built('four');
    expect(readdirSync(folder)).toHaveLength(3);
    await built('two');
    expect(builds).toBe(4);
    await built('one');
    expect(builds).toBe(5);
  });

  it('is skipped if nothing can be written, and the build succeeds', async () => {
    writeFileSync(folder, 'A file where the folder belongs.');
    expect((await built('one')).get('a.html')).toBe('<p>one</p>');
  });

  it('stays when another process keeps the same one', async () => {
    const both = await Promise.all([built('one'), built('one')]);
    expect(both[0]).toEqual(both[1]);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('is not kept after a failed build', async () => {
    const broken = async (): Promise<Files> => {
      throw new Error('a page is broken');
    };
    await expect(keptIn('one', broken)).rejects.toThrow('a page is broken');
    expect((await built('one')).size).toBe(2);
  });
});
