/** What helps several reviewers with many requests: filters, counts, who looks at what, and names. */
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, newRelease, request } from '../../support/distribution/release.ts';
import { command, problemsOf, useStores } from '../../support/distribution/stores.ts';
import { setHeard } from '../../support/heard.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();

let ada: Person;
let grace: Person;
const ids: Record<'clean' | 'warned' | 'held' | 'other', string> = Object(null);
beforeAll(async () => {
  [ada, grace] = [await newAdmin(), await newAdmin({ preapproval: true })];
  const requested = async (person: Person, sound: Parameters<typeof setHeard>[1], foreign = 0) => {
    const { album, tracks } = await newRelease(person);
    const id = await request(person, album);
    for (const track of tracks) await setHeard(track, sound, foreign);
    return id;
  };
  Object.assign(ids, {
    clean: await requested(ada, {}),
    warned: await requested(ada, { loudness: null, peak: null }),
    held: await requested(ada, {}, 1),
    other: await requested(grace, {}),
  });
});

const idsOf = async (given: object) =>
  Object(await command('list-reviews', { ...given })).items.map(({ id }: { id: string }) => id);

describe('list-reviews', () => {
  it('lists only requests without warnings if asked to', async () => {
    expect(await idsOf({})).toEqual([ids.clean, ids.warned]);
    expect(await idsOf({ clean: true })).toEqual([ids.clean]);
    expect(await idsOf({ clean: true, state: 'held' })).toEqual([]);
  });

  it('lists only those of an organization', async () => {
    expect(await idsOf({ organization: ada.organizationId })).toEqual([ids.clean, ids.warned]);
    expect(await idsOf({ organization: grace.organizationId })).toEqual([]);
    expect(await idsOf({ organization: grace.organizationId, state: 'preapproved' })).toEqual([ids.other]);
  });
});

describe('count-reviews', () => {
  const counts = { 'to-review': 2, held: 1, waiting: 0, preapproved: 1, 'all-counted': true };

  it('counts the requests that list-reviews lists in each state', async () => {
    expect(await command('count-reviews', {})).toEqual(counts);
    for (const state of ['to-review', 'held', 'waiting', 'preapproved'] as const)
      expect([state, await idsOf({ state })]).toEqual([
        state,
        expect.objectContaining({ length: counts[state] }),
      ]);
  });
});

describe('look-at-request', () => {
  const look = async (actor: string, given: object) =>
    Object(await operate({ command: 'look-at-request', arguments: given, actor })).result;
  const lookers = async () => {
    const { items } = Object(await command('list-reviews', {}));
    return items.find(({ id }: { id: string }) => id === ids.clean)['looked-at-by'];
  };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  it('names the reviewer to others for two minutes, and the others to the reviewer', async () => {
    expect(await look('bob', { id: ids.clean })).toEqual({ id: ids.clean, others: [] });
    expect(await look('eve', { id: ids.clean })).toEqual({ id: ids.clean, others: ['operator bob'] });
    expect(await lookers()).toEqual(['operator bob', 'operator eve']);
    expect(await look('eve', { id: ids.clean, end: true })).toMatchObject({ others: ['operator bob'] });
    expect(await lookers()).toEqual(['operator bob']);
    vi.setSystemTime(Date.now() + 121_000);
    expect(await lookers()).toEqual([]);
  });

  it('names no reviewers of a decided request, and rejects an unknown request', async () => {
    const { album } = await newRelease(ada);
    const id = await request(ada, album);
    await look('bob', { id });
    await command('reject-request', { id, reason: 'Silent.' });
    expect(await look('bob', { id })).toEqual({ id, others: [] });
    expect(await look('eve', { id })).toEqual({ id, others: [] });
    expect((await problemsOf('look-at-request', { id: '17' }))[0]?.code).toBe('unknown_record');
  });
});

it('decisions of owners have their names in lists, requests and the history of the album', async () => {
  const { album } = await newRelease(grace);
  const id = await request(grace, album);
  await ask(grace, 200, 'POST', `/distribution-requests/${id}/reject`);
  const user = (await ask(grace, 200, 'GET', `/users/${grace.userId}`)).body.data.attributes;
  const named = {
    actor: `user ${grace.userId}`,
    'actor-name': user.lastname ? `${user.name} ${user.lastname}` : user.name,
  };
  const { items } = Object(await command('list-reviews', { state: 'rejected' }));
  expect(items.find((each: { id: string }) => each.id === id).decided).toMatchObject(named);
  expect(Object(await command('show-request', { id })).decisions).toEqual([expect.objectContaining(named)]);
  const { history } = Object(await command('show-album', { id: album }));
  expect(history[0]).toMatchObject(named);
});
