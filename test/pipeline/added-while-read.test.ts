/** A track that its owner adds to a release while a delivery reads the release, at each of its calls. */
import { beforeAll, expect, it } from 'vitest';
import { dynamo } from '../../shared/kit/table/client.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { ask, newRelease, newTrack, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { currentRole, outsideOfRoles } from '../support/role-checks.ts';
import { useHearingStage } from './hearing-stage.ts';
import { files, recording, wave } from './sound.ts';
import { work } from './stream-stage.ts';

useHearingStage();

const CALLS = 16;
const song = { bytes: wave(recording(3, { seconds: 3 })) };
let ada: Person;
/** The calls of the delivery that are left before the owner acts. */
let left = Number.POSITIVE_INFINITY;
let act: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  ada = await newAdmin();
  dynamo().middlewareStack.add(
    (next) => async (call) => {
      if (currentRole() === 'deliver-releases' && left-- === 0) await outsideOfRoles(act);
      return next(call);
    },
    { step: 'build' },
  );
});

it.each(Array.from({ length: CALLS }, (_, calls) => calls))(
  'a track that is added after %i calls is neither analyzed nor awaited by the delivery',
  async (calls) => {
    const url = files().put(`/added-${calls}.wav`, song);
    const audio = { 'full-audiofile-url': url, 'isrc-code': null };
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1'], track: audio });
    const id = await request(ada, album);
    await work();
    await command('approve-request', { id });
    let added = '';
    act = async () => {
      added = await newTrack(ada, album, { ...audio, title: 'Added', order: 2 });
    };
    left = calls;
    await work();
    expect(added).not.toBe('');
    const { meta } = (await ask(ada, 200, 'GET', `/tracks/${added}`)).body.data;
    expect(meta.audio).toBe(null);
    const { data } = (await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}`)).body;
    expect(data).toMatchObject([{ attributes: { status: expect.stringMatching(/^(sent|error)$/) } }]);
  },
);
