/** Creates, renames and deletes artists that share names, with one request before each table call of another. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { handler as artists } from '../../../../functions/artists/handler.ts';
import { artists as declaration } from '../../../../shared/catalogue/api/artists.ts';
import { definitions } from '../../../../shared/service/definitions.ts';
import { newAdmin, type Person, send } from '../../../support/calls.ts';
import { checkProperty, timeoutFor } from '../../../support/check-property.ts';
import type { Call } from '../../../support/event-of.ts';
import { withFaultyTable } from '../../../support/faulty-way.ts';
import { allRows, faultsOf, recordsAmong } from '../../../support/invariants.ts';

const way = withFaultyTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const ask = (request: Call) => send(artists, { ...request, token: ada.token });
/** @returns the id of the created record. */
const make = async (request: Call): Promise<string> => (await ask(request)).body.data.id;

const nameArbitrary = fc.constantFrom('Blue', 'Red');
const request = fc.oneof(
  fc.record({ does: fc.constant('create'), name: nameArbitrary, isShared: fc.boolean() }),
  fc.record({ does: fc.constant('rename'), name: nameArbitrary, which: fc.nat(4), isShared: fc.boolean() }),
  fc.record({ does: fc.constant('delete'), which: fc.nat(4) }),
);
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

function callOf(asked: Request, ids: readonly string[]): Call {
  const type = 'artists';
  const meta = 'isShared' in asked ? { 'allow-duplicate-name': asked.isShared } : {};
  if (!('which' in asked)) {
    return {
      method: 'POST',
      path: '/artists',
      body: { data: { type, attributes: { name: asked.name }, meta } },
    };
  }
  const id = ids[asked.which % Math.max(ids.length, 1)] ?? '17';
  const path = `/artists/${id}`;
  if (!('name' in asked)) return { method: 'DELETE', path };
  return { method: 'PATCH', path, body: { data: { type, id, attributes: { name: asked.name }, meta } } };
}

const artistsNow = async () => {
  const rows = await allRows();
  return { faults: faultsOf(definitions, rows), all: recordsAmong(rows, declaration) };
};

type Artists = Awaited<ReturnType<typeof artistsNow>>['all'];

/** Checks that each name in use leads to an artist with this name. */
async function expectFound(all: Artists): Promise<void> {
  for (const [name, some] of Map.groupBy(all, ({ fields }) => String(fields['name']))) {
    const found = await make(callOf({ does: 'create', name: name as 'Red', isShared: false }, []));
    expect(some.map(({ id }) => id)).toContain(found);
  }
}

const RUNS = 15;
const SECONDS = 60;

it('the rows of unique values always name the artists that share a name', {
  timeout: timeoutFor(SECONDS),
}, async () => {
  const step = fc.record({ first: request, second: request, within: fc.nat(6) });
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
    for (const { id } of (await artistsNow()).all) await ask({ method: 'DELETE', path: `/artists/${id}` });
    let known: Artists = [];
    for (const [index, { first, second, within }] of steps.entries()) {
      const ids = known.map(({ id }) => id);
      const outer = callOf(first, ids);
      const inner = callOf(second, ids);
      const responses: number[] = [];
      way.interruption = { after: within, run: async () => responses.push((await ask(inner)).status) };
      responses.push((await ask(outer)).status);
      way.interruption = undefined;
      for (const status of responses) expect([200, 201, 204, 404, 422]).toContain(status);
      const { faults, all } = await artistsNow();
      expect(faults, JSON.stringify([outer, inner, within])).toEqual([]);
      if (index % 5 === 4 || index === steps.length - 1) await expectFound(all);
      known = all;
    }
  });
  await checkProperty(property, { runs: RUNS, seconds: SECONDS });
});
