/** Compares random requests about tracks and places, single and concurrent, with a model. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CallResponse, newAdmin, type Person, send } from '../../support/calls.ts';
import { clearCatalogue } from '../../support/catalogue/clear.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import type { Action, Expected } from '../../support/catalogue/model.ts';
import { actionOf, type Request, request } from '../../support/catalogue/random-requests.ts';
import { empty, type Snapshot, snapshotOf, withoutPlaceIds } from '../../support/catalogue/snapshot.ts';
import { catalogueCalls, errorsOf, idsIn, servesPath } from '../../support/catalogue-calls.ts';
import { checkProperty, timeoutFor } from '../../support/check-property.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';
import { expectListed, foldCatalogue, pass } from '../../support/fold-list.ts';
import { allRows } from '../../support/invariants.ts';
import { listen } from '../../support/log.ts';
import { withBucket } from '../../support/stores/local-bucket.ts';

const way = withFaultyTable();
withBucket();
let ada: Person;
const { lines, stop } = listen();
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
});
afterAll(() => {
  stop();
  vi.useRealTimers();
});
const { get } = catalogueCalls(() => ada);

/** One request, or two. */
interface Step {
  readonly requests: readonly Request[];
  /** Number of table calls of the first before the second is sent. */
  readonly within: number;
}

/** Records to start with: a release, a video release, and a track on the release. */
const made = { one: 0, order: 1, disc: 1, several: [0], isVideo: undefined };
const beginning: readonly Request[] = [
  { ...made, what: 'createAlbum', other: 0 },
  { ...made, what: 'createAlbum', other: 1 },
  { ...made, what: 'createTrack', other: 0 },
];

const ask = ({ call }: Action): Promise<CallResponse> =>
  send(servesPath(call.path), { ...call, token: ada.token });

/** Sends the second before one of the table calls of the first, or after it. */
async function sendWithin(
  [first, second]: readonly Action[],
  call: number,
): Promise<(CallResponse | undefined)[]> {
  let inner: CallResponse | undefined;
  const run = async () => {
    inner = second && (await ask(second));
  };
  way.interruption = { after: call, run };
  const outer = first && (await ask(first));
  const isSent = way.interruption === undefined;
  way.interruption = undefined;
  if (!isSent) await run();
  return [outer, inner];
}

interface Done {
  readonly action: Action;
  readonly response: CallResponse;
}

/** Concurrent requests are compared by status only: each may be rejected for another reason than alone. */
const said = ({ status, errors }: Expected, { call }: Action, isAlone: boolean) => ({
  status: !isAlone && call.method === 'DELETE' && status === 404 ? 204 : status,
  ...(isAlone && status === 422 && { errors }),
});

/** @returns the responses of the model to the actions in the order in which they were sent. */
function foretold(before: Snapshot, done: readonly Done[], order: readonly Done[]) {
  const snapshot = structuredClone(before);
  const expected = new Map(
    order.map((each) => [each, each.action.effect(snapshot, String(each.response.body?.data?.id))]),
  );
  return {
    responses: done.map((each) => said(expected.get(each) ?? { status: 0 }, each.action, done.length === 1)),
    snapshot: withoutPlaceIds(snapshot),
  };
}

const errorsIn = (response: CallResponse) => [...new Set(errorsOf(response))].toSorted();
const resultOf = (response: CallResponse): Expected =>
  response.status === 422 ? { status: 422, errors: errorsIn(response) } : { status: response.status };

/** The actions must end as if sent one after the other. @returns the catalogue afterwards. */
async function carryOut(before: Snapshot, { requests, within }: Step): Promise<Snapshot> {
  const sent = requests.map((each) => actionOf(each, before));
  const responses = await sendWithin(sent, within);
  const rows = await allRows();
  await expectListed(ada.userId, rows);
  const after = snapshotOf(rows);
  const done = sent.flatMap((action, index): Done[] => {
    const response = responses[index];
    return response ? [{ action, response }] : [];
  });
  const calls = JSON.stringify(sent.map(({ call }) => call));
  const possible = [done, done.toReversed()].map((order) => foretold(before, done, order));
  const ended = {
    responses: done.map(({ action, response }) => said(resultOf(response), action, done.length === 1)),
    snapshot: withoutPlaceIds(after),
  };
  expect(possible, `${calls}\n${JSON.stringify(ended.responses)}`).toContainEqual(ended);
  expect(catalogueFaults(rows), calls).toEqual([]);
  if (done.length === 1) for (const { response } of done) expectShown(response, after);
  return after;
}

/** Checks that the response shows what is stored. */
function expectShown({ body }: CallResponse, { tracks, places }: Snapshot): void {
  const { type, id, attributes } = { ...body?.data };
  if (attributes === undefined) return;
  const { order, disc, 'is-video': isVideo } = attributes;
  if (type === 'tracks') expect({ order, disc, isVideo }).toEqual(tracks[id]);
  const place = Object.values(places).find((each) => each.id === id);
  if (type === 'album-tracks') expect([order, disc]).toEqual([place?.order, place?.disc]);
}

/** Lists by album are in the order of the places there, and all together in that of the shown ones. */
async function compareLists({ albums, tracks, places }: Snapshot): Promise<void> {
  const byPlace = <P extends { order: number; disc: number }>(left: P, right: P) =>
    left.disc - right.disc || left.order - right.order;
  for (const id of Object.keys(albums)) {
    const own = Object.values(places).filter(({ album }) => album === id);
    const inOrder = own.toSorted(byPlace).map(({ track }) => track);
    for (const path of [`/albums/${id}/tracks?`, `/tracks?filter[album]=${id}&`])
      expect(idsIn(await get(`${path}sort=disc,order&page[size]=100`)), path).toEqual(inOrder);
    expect((await get(`/albums/${id}`)).data.attributes['tracks-count']).toBe(own.length);
  }
  const shown = Object.entries(tracks).toSorted(([, left], [, right]) => byPlace(left, right));
  const { data } = await get('/tracks?sort=disc,order&page[size]=100');
  expect(
    data.map(({ attributes }: { attributes: { order: number; disc: number } }) => [
      attributes.disc,
      attributes.order,
    ]),
  ).toEqual(shown.map(([, { disc, order }]) => [disc, order]));
}

const RUNS = 4;
const SECONDS = 60;

it.each([
  ['one by one', 1],
  ['two concurrently', 2],
])(
  'requests sent %s leave tracks and places as in the model',
  async (_, concurrency) => {
    const step = fc.record({
      requests: fc.array(request, { minLength: concurrency, maxLength: concurrency }),
      within: fc.nat(9),
    });
    const steps = fc.array(step, { minLength: 10, maxLength: 20 });
    await checkProperty(
      fc.asyncProperty(steps, async (all) => {
        await clearCatalogue();
        await foldCatalogue(ada.userId);
        let snapshot = empty();
        for (const each of beginning) snapshot = await carryOut(snapshot, { requests: [each], within: 0 });
        for (const each of all) snapshot = await carryOut(snapshot, each);
        await compareLists(snapshot);
        pass(60);
        await foldCatalogue(ada.userId);
        await expectListed(ada.userId, await allRows());
        expect(lines.filter(({ event }) => event === 'list.differs')).toEqual([]);
      }),
      { runs: RUNS, seconds: SECONDS },
    );
  },
  timeoutFor(SECONDS),
);
