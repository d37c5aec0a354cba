/** A request for a long release that is repeated with its key while the first one is still made. */
import { beforeAll, expect, it } from 'vitest';
import { handler as distribution } from '../../../functions/distribution/handler.ts';
import { newAdmin, type Person, send } from '../../support/calls.ts';
import { fillAlbum } from '../../support/catalogue/fill.ts';
import { ask, newRelease, requestFor } from '../../support/distribution/release.ts';
import { useStores } from '../../support/distribution/stores.ts';
import { isLong } from '../../support/long-run.ts';
import { END } from '../../support/pairs/interleavings.ts';
import { SteppedRun, stepCalls } from '../../support/pairs/stepped-run.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
const TRACKS = isLong ? 1000 : 100;
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
  stepCalls();
});

it('a repeated request for a long release must wait until the first has ended, and nothing is created twice', async () => {
  const { album, artist } = await newRelease(ada, { tracks: 0 });
  await fillAlbum({ ownerId: ada.userId, album, artists: [artist], count: TRACKS });
  const sent = {
    ...{ method: 'POST', path: '/distribution-requests', token: ada.token },
    ...{ body: requestFor(album), headers: { 'idempotency-key': 'once' } },
  };
  let id = '';
  const first = new SteppedRun(async () => {
    const { status, body } = await send(distribution, sent);
    id = body.data.id;
    return String(status);
  });
  const repeated: unknown[] = [];
  for (let calls = 1; !first.isEnded; calls++) {
    await first.advance(calls);
    const hasKey = first.calls.some(({ operation }) => operation === 'PutItem');
    if (!hasKey || first.isEnded) continue;
    const { status, body, headers } = await send(distribution, sent);
    repeated.push(
      status === 409 ? [status, body.errors[0].code, headers['Retry-After']] : [status, body.data.id],
    );
  }
  await first.advance(END);
  expect(await first.outcome()).toBe('201');
  const running = repeated.filter((each) => Array.isArray(each) && each[0] === 409);
  expect(running.length).toBeGreaterThan(3);
  expect(running).toEqual(running.map(() => [409, 'idempotency_key_running', '1']));
  // From its transaction on, the record that the first request has made is shown.
  expect(repeated.slice(running.length)).toEqual(repeated.slice(running.length).map(() => [201, id]));
  const again = await send(distribution, sent);
  expect([again.status, again.body.data.id]).toEqual([201, id]);
  const { data } = (await ask(ada, 200, 'GET', `/distribution-requests?filter[album]=${album}`)).body;
  expect(data.map((each: { id: string }) => each.id)).toEqual([id]);
});
