/** Files of a back catalogue, and the commands that import and export them, for tests in one process. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { gtinOf } from '../../shared/catalogue/rules/upc.ts';
import type { Person } from './calls.ts';
import { operatorHere } from './operator-here.ts';

let codes = 0;
/** @returns a valid UPC that no other call returns. It begins with 7. */
export function nextUpc(): string {
  const digits = String(70_000_000_000 + ++codes);
  return Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find((code) => gtinOf(code)) ?? '';
}

export const HEADER =
  'upc,album-title,release-date,album-artists,label,rights-year,rights-owner,genre,language,disc,track,title,isrc,credits,audio';
export const line = (code: string, disc: number, track: number, title = `Song ${disc}.${track}`): string =>
  `${code},Tides ${code},2020-01-02,Mila; featuring: Duo,Harbour,2020,Harbour,Jazz,en,${disc},${track},${title},DE${code.slice(-5)}${disc}000${track},piano: Pia,https://files.example/${disc}-${track}.wav`;
export const table = (...lines: string[]): string => `${[HEADER, ...lines].join('\n')}\n`;
export const tracksOf = (code: string): string[] => [line(code, 1, 1), line(code, 1, 2), line(code, 2, 1)];

/** Call it in a file with a table. */
export function catalogueCommands() {
  const operator = operatorHere();
  const place = mkdtempSync(join(tmpdir(), 'catalogue-'));
  afterAll(() => rmSync(place, { recursive: true }));
  let folders = 0;
  const newPath = (): string => join(place, String(++folders));

  const importing = (from: string, { userId }: Pick<Person, 'userId'>, ...more: string[]) =>
    operator.run('import-catalogue', '--from', from, '--user', userId, '--json', ...more);

  return {
    operator,
    importing,
    /** @returns a new folder with these files. */
    folderOf(files: Readonly<Record<string, string>>): string {
      const folder = newPath();
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      }
      return folder;
    },
    async imported(from: string, person: Pick<Person, 'userId'>, ...more: string[]) {
      const ran = await importing(from, person, ...more);
      expect(ran, ran.errors).toMatchObject({ code: 0 });
      return JSON.parse(ran.output);
    },
    /** @returns the problems, which are the last line of the errors. */
    async rejected(from: string, person: Pick<Person, 'userId'>, ...more: string[]): Promise<string[]> {
      const ran = await importing(from, person, ...more);
      expect(ran).toMatchObject({ code: 1, output: '' });
      const { problems } = JSON.parse(ran.errors.trim().split('\n').at(-1) ?? '');
      return problems.map(({ detail }: { detail: string }) => detail);
    },
    async exported({ userId }: Pick<Person, 'userId'>, ...more: string[]) {
      const to = newPath();
      const ran = await operator.run('export-catalogue', '--user', userId, '--to', to, '--json', ...more);
      expect(ran, ran.errors).toMatchObject({ code: 0 });
      return { to, result: JSON.parse(ran.output) };
    },
  };
}
