/** Moves of an organization with records of every type that are killed at any step, or run twice concurrently, and are then the same as one whole move. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportOrganization } from '../../../bin/operator/moves/export-organization.ts';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { api } from '../../../shared/service/api.ts';
import { withoutFile } from '../../../shared/service/moved-files.ts';
import { newAdmin } from '../../support/calls.ts';
import { command, useStores } from '../../support/distribution/stores.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { firstMiddleLast } from '../../support/long-run.ts';
import { clearTable, useMoves } from '../../support/moves.ts';
import { service } from '../conformance/service.ts';

const way = withFaultyTable();
useStores();
const { exported, imported, takenOver } = useMoves(randomBytes(32).toString('base64url'));

let organization: string;
/** Of the export with which the imports begin. */
let folder: string;

/** Who is called as Lambda is. Does not respond to calls after some. */
const MANY_CALLS = 1_000_000;
let callsLeft = MANY_CALLS;
let server: Server;
const place = mkdtempSync(join(tmpdir(), 'interrupted-moves-'));

beforeAll(async () => {
  process.env['BUCKET_NAME'] = 'bucket';
  const ada = await newAdmin({ video: true, 'music-videos': true });
  organization = ada.organizationId;
  for (const { type, owner } of api.resources)
    if (owner !== 'platform' && !withoutFile[type]) await service.recordOf(type, ada);
  await command('approve-request', { id: await service.newRecordOf('distribution-requests', ada) });
  server = createServer(async (request, response) => {
    if (--callsLeft < 0) return void response.destroy();
    response.end(JSON.stringify(await operate((await json(request)) as never)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  folder = await exported(organization);
});
afterAll(() => {
  server.close();
  rmSync(place, { recursive: true });
});

describe('an export that is killed at any step', () => {
  const exportTo = (to: string) =>
    exportOrganization({
      ...{ stage: 'local', command: 'export-organization', args: { 'organization-id': organization, to } },
      environment: { AWS_PORT: String(Object(server.address()).port) },
    });
  const contentOf = (of: string) =>
    readdirSync(of).map((name) => [
      name,
      readFileSync(join(of, name), 'utf8').replace(/"exported-at": "[^"]+"/, ''),
    ]);
  const newFolder = () => mkdtempSync(join(place, 'export-'));

  it('is whole after the same command runs again', async () => {
    const whole = newFolder();
    callsLeft = MANY_CALLS;
    await exportTo(whole);
    const calls = MANY_CALLS - callsLeft;
    expect(calls).toBeGreaterThan(1);
    for (let left = 0; left < calls; left++) {
      const killed = newFolder();
      callsLeft = left;
      await expect(exportTo(killed), `after ${left} calls`).rejects.toThrow();
      expect(readdirSync(killed)).not.toContain('manifest.json');
      callsLeft = MANY_CALLS;
      await exportTo(killed);
      expect(contentOf(killed), `after ${left} calls`).toEqual(contentOf(whole));
    }
    // Within a file, and after each of the files, with the manifest at the end.
    const names = readdirSync(whole).toSorted((name) => (name === 'manifest.json' ? 1 : -1));
    for (const count of firstMiddleLast(names.map((_, index) => index + 1))) {
      const killed = newFolder();
      writeFileSync(join(killed, 'unfinished.json'), JSON.stringify({ organization }));
      for (const name of names.slice(0, count))
        writeFileSync(join(killed, name), readFileSync(join(whole, name)).subarray(0, -7));
      await exportTo(killed);
      expect(contentOf(killed), `after ${count} files`).toEqual(contentOf(whole));
    }
  });

  it('keeps a whole export, and files that are not of the export', async () => {
    const to = newFolder();
    callsLeft = MANY_CALLS;
    await exportTo(to);
    await expect(exportTo(to)).rejects.toThrow('is not empty');
    const other = newFolder();
    callsLeft = 1;
    await expect(exportTo(other)).rejects.toThrow();
    callsLeft = MANY_CALLS;
    writeFileSync(join(other, 'mine.txt'), 'mine');
    await expect(exportTo(other)).rejects.toThrow('is not empty');
    expect(readFileSync(join(other, 'mine.txt'), 'utf8')).toBe('mine');
  });
});

/** About as many as the steps make that follow the files. */
const LAST_WRITES = 20;

type Row = Readonly<Record<string, unknown>>;

/** @returns the attributes of all rows as texts, by row and name. */
async function state(): Promise<Map<string, string>> {
  const attributes = (await allRows()).flatMap((row: Row) =>
    Object.entries(row).map(
      ([name, value]) => [`${row['pk']} ${row['sk']} ${name}`, JSON.stringify(value)] as const,
    ),
  );
  return new Map(attributes);
}

describe('an import with all that follows', () => {
  const run = async () => {
    await imported(folder);
    await takenOver(folder);
  };
  /** What every whole import has. Times, seals and the commands' own rows differ. */
  let expected: Map<string, string>;

  beforeAll(async () => {
    await clearTable();
    await run();
    const first = await state();
    await clearTable();
    await run();
    const second = await state();
    expected = new Map([...first].filter(([name, value]) => second.get(name) === value));
    expect(expected.size).toBeGreaterThan(first.size * 0.6);
  });

  async function expectWhole(about: string): Promise<void> {
    const found = await state();
    const differing = [...expected].filter(([name, value]) => found.get(name) !== value);
    expect(differing, about).toEqual([]);
    expect(faultsOf(api, await allRows()), about).toEqual([]);
  }

  it('is whole after it was killed at any write and the same command runs again', async () => {
    await clearTable();
    const before = way.writes;
    await run();
    const writes = way.writes - before;
    const ends = Array.from({ length: writes - 1 }, (_, writesBefore) => ({
      writesBefore,
      isWritten: writesBefore % 2 === 0,
    }));
    // Of the files, and of what follows.
    for (const end of [...firstMiddleLast(ends), ...firstMiddleLast(ends.slice(-LAST_WRITES))]) {
      await clearTable();
      way.crash = { ...end };
      await expect(run(), JSON.stringify(end)).rejects.toThrow();
      way.crash = undefined;
      await run();
      await expectWhole(JSON.stringify(end));
    }
  }, 600_000);

  it('is whole if another of the same folder runs between any two of its calls, or concurrently', async () => {
    await clearTable();
    const before = way.calls;
    await run();
    const calls = Array.from({ length: way.calls - before }, (_, index) => index);
    for (const after of firstMiddleLast(calls)) {
      await clearTable();
      way.interruption = { after, run };
      await run();
      expect(way.interruption, `before call ${after}`).toBeUndefined();
      await expectWhole(`before call ${after}`);
    }
    for (let round = 0; round < 3; round++) {
      await clearTable();
      await Promise.all([run(), run(), run()]);
      await expectWhole('concurrently');
    }
  }, 600_000);
});
