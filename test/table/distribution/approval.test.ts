/** Changes to an album between the reads and the writes of the decision on its request. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { decideRequestBy } from '../../../shared/distribution/review/request-decision.ts';
import { verdict } from '../../../shared/distribution/review/verdict.ts';
import { storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { type Problem, Problems } from '../../../shared/kit/values/problems.ts';
import { api } from '../../../shared/service/api.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import {
  ask,
  create,
  newRelease,
  newTrack,
  type Release,
  request,
} from '../../support/distribution/release.ts';
import { command, problemsOf } from '../../support/distribution/stores.ts';
import { setValidated } from '../../support/distribution/validated.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';
import { isLong } from '../../support/long-run.ts';

const way = withFaultyTable();
let ada: Person;
let bob: Person;
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
  bob = await newAdmin({ preapproval: true });
});

const one = (type: string, id: string) => ({ data: { type, id } });
const patch = (type: string, id: string, members: object, person = ada) =>
  ask(person, 200, 'PATCH', `/${type}/${id}`, { data: { type, id, ...members } });
const firstOf = async (person: Person, path: string): Promise<string> =>
  (await ask(person, 200, 'GET', path)).body.data[0].id;
const remove = async (type: string, filter: string, person = ada) =>
  ask(person, 204, 'DELETE', `/${type}/${await firstOf(person, `/${type}?${filter}`)}`);
const songOf = ({ tracks: [track = ''] }: Release): string => track;

type Loss = (release: Release, person?: Person) => Promise<unknown>;

const loseTrackArtist: Loss = (release, person) =>
  remove('track-artists', `filter[track]=${songOf(release)}`, person);
const turn = (release: Release, isVideo: boolean) =>
  patch('tracks', songOf(release), { attributes: { 'is-video': isVideo } });
const newMaster = (release: Release) =>
  create(ada, 'track-assets', {
    attributes: { 'asset-type': 'video', url: 'https://127.0.0.1:9/video.mov' },
    relationships: { track: one('tracks', songOf(release)) },
  });

/** Changes of a release, each with what the release then lacks. */
const losses: Readonly<Record<string, readonly [lose: Loss, missing: string]>> = {
  'its artwork': [
    ({ album }) => patch('albums', album, { attributes: { artwork: null } }),
    'The album has no artwork.',
  ],
  'its label': [
    ({ album }) => patch('albums', album, { relationships: { label: { data: null } } }),
    'The album has no label.',
  ],
  'its main artist': [
    ({ album }) => remove('album-artists', `filter[album]=${album}`),
    'The album has no main artist.',
  ],
  'the main artist of a track': [loseTrackArtist, 'The track "So Where" has no main artist.'],
  'the audio of a track, which becomes a video': [
    (release) => turn(release, true),
    'The track "So Where" has no video master.',
  ],
  'its first place, when the track there moves': [
    async ({ album }) =>
      patch('album-tracks', await firstOf(ada, `/album-tracks?filter[album]=${album}`), {
        attributes: { order: 3 },
      }),
    'Disc 1 has no track with order 1.',
  ],
};

/** @returns the errors of an approval by an operator that is rejected. */
const approveWhile = async (id: string, loss: () => Promise<unknown>): Promise<readonly string[]> => {
  // The command is recorded first.
  way.interruption = { after: 1, of: 'writes', run: loss };
  const problems = await problemsOf('approve-request', { id });
  expect(way.interruption, 'nothing was lost').toBeUndefined();
  expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(['album_incomplete']));
  return problems.map(({ detail }) => detail);
};
const statusOf = async (id: string, person = ada) =>
  (await ask(person, 200, 'GET', `/distribution-requests/${id}`)).body.data.attributes.status;

describe('an approval', () => {
  it.each(Object.entries(losses))(
    'is rejected with what is missing if the album concurrently loses %s',
    async (_, [lose, missing]) => {
      const release = await newRelease(ada);
      const id = await request(ada, release.album);
      expect(await approveWhile(id, () => lose(release))).toEqual([missing]);
      expect(await statusOf(id)).toBe('pending');
    },
  );

  it('is rejected with what is missing if an incomplete track is added concurrently', async () => {
    const { album } = await newRelease(ada);
    const id = await request(ada, album);
    const add = () => newTrack(ada, album, { order: 3, title: 'Late' });
    expect(await approveWhile(id, add)).toEqual(['The track "Late" has no main artist.']);
  });

  it.each(Object.entries(losses))(
    'never sends an album without %s, whenever it is lost',
    async (_, [lose, missing]) => {
      for (let after = 0, isOver = false; !isOver; after += isLong ? 1 : 2) {
        const release = await newRelease(ada);
        const id = await request(ada, release.album);
        let status = '';
        const run = async () => {
          if ((await statusOf(id)) === 'pending') await lose(release);
          // An album that was sent before may lose anything.
          status = await statusOf(id);
        };
        way.interruption = { after, run };
        const outcome = await operate({
          command: 'approve-request',
          arguments: { id },
          actor: 'test',
        });
        isOver = way.interruption !== undefined || status === 'sent';
        way.interruption = undefined;
        const details = 'problems' in outcome ? outcome.problems.map(({ detail }) => detail) : [];
        expect(details, `before call ${after}`).toEqual(isOver ? [] : [missing]);
        expect(await statusOf(id)).toBe(isOver ? 'sent' : 'pending');
      }
    },
  );

  it('is rejected if a video concurrently loses its master or becomes a song without audio', async () => {
    const steps: readonly (readonly [Loss, string])[] = [
      [
        (release) => remove('track-assets', `filter[track]=${songOf(release)}`),
        'The track "So Where" has no video master.',
      ],
      [(release) => turn(release, false), 'The track "So Where" has no audio.'],
    ];
    for (const [lose, missing] of steps) {
      const release = await newRelease(ada, { tracks: 1 });
      await turn(release, true);
      await setValidated(await newMaster(release), 'valid', new Date());
      const id = await request(ada, release.album);
      expect(await approveWhile(id, () => lose(release))).toEqual([missing]);
    }
  });

  it('is rejected on both albums of an incomplete track', async () => {
    const first = await newRelease(ada);
    const second = await newRelease(ada, { tracks: 0 });
    const relationships = { album: one('albums', second.album), track: one('tracks', songOf(first)) };
    await create(ada, 'album-tracks', { attributes: { order: 1 }, relationships });
    const onFirst = await request(ada, first.album);
    const onSecond = await request(ada, second.album);
    expect(await approveWhile(onSecond, () => loseTrackArtist(first))).toHaveLength(1);
    const problems = await problemsOf('approve-request', { id: onFirst });
    expect(problems.map(({ code }) => code)).toEqual(['album_incomplete']);
  });

  it('succeeds once the missing part is added', async () => {
    const { album } = await newRelease(ada);
    const id = await request(ada, album);
    const artwork = (url: string | null) => patch('albums', album, { attributes: { artwork: url } });
    await artwork(null);
    expect(await problemsOf('approve-request', { id })).toMatchObject([
      { detail: 'The album has no artwork.' },
    ]);
    await artwork('https://files.example/other.jpg');
    await command('approve-request', { id });
    expect(await statusOf(id)).toBe('sent');
  });
});

describe('a loss during a decision', () => {
  it('makes the automatic review reject the request', async () => {
    const release = await newRelease(ada);
    const id = await request(ada, release.album);
    const store = storeOf(api, { table: new Table(), now: new Date() });
    way.interruption = { after: 0, of: 'writes', run: () => loseTrackArtist(release) };
    expect(await detailsOf(decideRequestBy(store, id, verdict))).toEqual([
      'The track "So Where" has no main artist.',
    ]);
  });

  it('makes a pre-approval return 422 with what is missing', async () => {
    const release = await newRelease(bob);
    const id = await request(bob, release.album);
    // Admission writes first.
    way.interruption = { after: 1, of: 'writes', run: () => loseTrackArtist(release, bob) };
    const { body } = await ask(bob, 422, 'POST', `/distribution-requests/${id}/preapprove`);
    expect(body.errors).toMatchObject([
      { code: 'album_incomplete', detail: 'The track "So Where" has no main artist.' },
    ]);
    expect(await statusOf(id, bob)).toBe('preapproved');
  });
});

describe("an operator's decision made twice concurrently", () => {
  const inError = async () => {
    const { album } = await newRelease(ada);
    const id = await request(ada, album);
    await command('reject-request', { id, reason: 'No.' });
    return id;
  };
  const pending = async () => request(ada, (await newRelease(ada)).album);

  it.each([
    ['requeue-request', inError, 'distribution_request_not_in_error'],
    ['approve-request', pending, 'distribution_request_not_pending'],
  ] as const)('is rejected once with the state of the request: %s', async (name, prepare, code) => {
    for (let after = 0, isOver = false; !isOver; after += 1) {
      const id = await prepare();
      let first: unknown;
      const run = async () => {
        first = await operate({ command: name, arguments: { id }, actor: 'test' });
      };
      way.interruption = { after, run };
      const outcome = await operate({ command: name, arguments: { id }, actor: 'test' });
      isOver = way.interruption !== undefined;
      way.interruption = undefined;
      const codes = [first, outcome].flatMap((each) => Object(each).problems ?? []).map((each) => each.code);
      expect(codes, `before call ${after}`).toEqual(isOver ? [] : [code]);
    }
  });
});

const detailsOf = (decided: Promise<unknown>): Promise<string[]> =>
  decided.then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof Problems)) throw error;
      return error.problems.map(({ detail }: Problem) => detail);
    },
  );
