/** What reviewers are warned of, which is the same in the list of requests and in a request, and which matches they see. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../shared/distribution/review/findings.ts';
import type { ReviewRow } from '../../../shared/distribution/review/review-rows.ts';
import { MAX_NOTES } from '../../../shared/distribution/rules/review-notes.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, request } from '../../support/distribution/release.ts';
import { approve, command, runStores, useStores } from '../../support/distribution/stores.ts';
import {
  change,
  files,
  owner,
  releaseOf,
  useValidations,
  validate,
} from '../../support/distribution/validations.ts';
import { setHeard } from '../../support/heard.ts';
import { png } from '../../support/images.ts';
import { giveMatches, matchFound } from '../../support/matches.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
useValidations();
let eve: Person;
beforeAll(async () => {
  eve = await newAdmin();
  files().served.set('/small.png', png(1500, 1400));
});

interface Reviewed {
  readonly row: ReviewRow;
  readonly problems: readonly Finding[];
  readonly warnings: readonly Finding[];
}

async function reviewed(id: string, state: string): Promise<Reviewed> {
  const { items } = (await command('list-reviews', { state })) as { items: readonly ReviewRow[] };
  const row = items.find((each) => each.id === id);
  if (!row) throw new Error(`The request ${id} is not in the list.`);
  const { validation } = (await command('show-request', { id })) as {
    validation: Pick<Reviewed, 'problems' | 'warnings'>;
  };
  return { row, ...validation };
}

const isrc = 'DEAB12690001';
const given = {
  ...{ release_date: '2020-01-01', 'is-compilation': true, 'artwork-ai-usage': true, tracks: 2 },
  track: {
    ...{ 'isrc-code': isrc, 'ai-usage': ['vocals'] },
    title: 'So Where (feat. Zoë Ray)',
    'version-description': 'Explicit',
  },
};

describe('the warnings counted by list-reviews', () => {
  it('equal those of show-request about owners and sound', async () => {
    const copied = await releaseOf(eve, { tracks: 1, track: { 'isrc-code': isrc } });
    await approve(await request(eve, copied.album));
    await runStores();
    const { album, tracks } = await releaseOf(owner(), given);
    await change('albums', album, { artwork: files().url('/small.png') });
    const { warnings: told } = await validate(album);
    const id = await request(owner(), album);
    await setHeard(tracks[0] ?? '', { loudness: -3, clipping: 2, warnings: ['It ends early.'] });
    await setHeard(tracks[1] ?? '', { loudness: null, peak: null });
    const { row, problems, warnings } = await reviewed(id, 'to-review');
    expect(told.map(({ code }) => code)).toEqual([
      ...['artwork_not_square', 'artwork_too_small', 'release_date_past', 'compilation_with_main_artist'],
      ...['ai_usage_not_sent', 'artwork_ai_usage_not_sent'],
      ...['explicit_title', 'featured_artist_missing', 'isrc_of_another_owner'],
      ...['explicit_title', 'featured_artist_missing', 'isrc_of_another_owner', 'isrc_repeated'],
    ]);
    expect(problems).toEqual([]);
    expect(warnings.slice(0, told.length)).toEqual(told);
    expect(warnings.slice(told.length).map(({ detail, record }) => [detail, record.id])).toEqual([
      ['Track 1.1: It is very loud (-3.0 LUFS).', tracks[0]],
      ['Track 1.1: It clips 2 times.', tracks[0]],
      ['Track 1.1: It ends early.', tracks[0]],
      ['Track 1.2: The file is silent.', tracks[1]],
    ]);
    expect(row).toMatchObject({
      missing: 0,
      warnings: warnings.length,
      notes: warnings.slice(0, MAX_NOTES).map(({ detail }) => detail),
    });
  });

  it('cover the ISRCs of all tracks, even of an album with more than 20', async () => {
    const shared = 'DEAB12690015';
    const copied = await releaseOf(eve, { tracks: 1, track: { 'isrc-code': shared } });
    await approve(await request(eve, copied.album));
    await runStores();
    const { album, tracks } = await releaseOf(owner(), { tracks: 22, track: { 'isrc-code': null } });
    await change('tracks', tracks[14] ?? '', { 'isrc-code': shared });
    const codesOf = (found: readonly Finding[]) =>
      found.map(({ code }) => code).filter((code) => code.startsWith('isrc'));
    expect(codesOf((await validate(album)).warnings)).toEqual(['isrcs_not_compared']);
    const id = await request(owner(), album);
    for (const track of tracks) await setHeard(track, {});
    const { row, warnings } = await reviewed(id, 'to-review');
    expect(codesOf(warnings)).toEqual(['isrc_of_another_owner']);
    expect(row).toMatchObject({
      warnings: warnings.length,
      notes: ['Track 15 on disc 1 has the ISRC of a track that another owner has delivered.'],
    });
    // A validation of the requested album says where the others are compared.
    const told = (await validate(album)).warnings.find(({ code }) => code === 'isrcs_not_compared');
    expect(told?.detail).toContain('The review of a request compares all of them.');
  });

  it('cover missing items, and also requests that their owner must approve first', async () => {
    await command('set-capabilities', { 'user-id': owner().userId, preapproval: 'on' });
    const { album, tracks } = await releaseOf(owner(), { ...given, track: {} });
    const id = await request(owner(), album);
    await command('set-capabilities', { 'user-id': owner().userId, preapproval: 'off' });
    await setHeard(tracks[1] ?? '', {}, 1);
    await ask(owner(), 200, 'PATCH', `/albums/${album}`, {
      data: { type: 'albums', id: album, relationships: { label: { data: null } } },
    });
    const { row, problems, warnings } = await reviewed(id, 'preapproved');
    expect(problems.map(({ detail }) => detail)).toEqual(['The album has no label.']);
    expect(warnings.at(-1)).toMatchObject({
      code: 'foreign_recording',
      detail: 'Track 1.2: It is a recording of another owner.',
    });
    expect(row).toMatchObject({
      missing: 1,
      warnings: warnings.length,
      notes: [...problems, ...warnings].slice(0, MAX_NOTES).map(({ detail }) => detail),
    });
  });
});

describe('the matches in show-request', () => {
  interface ShownMatch {
    readonly title: string;
    readonly method: string | null;
    readonly 'is-of-another-owner': boolean;
  }
  const matchesOf = async (id: string) =>
    ((await command('show-request', { id })) as { tracks: readonly { matches: readonly ShownMatch[] }[] })
      .tracks[0]?.matches;
  const found = (method: 'isrc' | 'iswc' | 'title_and_artist', title: string, score: number, track = '') =>
    matchFound(
      { title, 'is-cover': method === 'isrc' ? 0 : 1, 'confidence-score': score },
      {
        ...(track !== '' && { matchedTrackId: track }),
        analysis: { method, 'title-similarity': null, 'artist-similarity': null },
      },
    );

  it("omit the owner's own works and begin with the same recording, those of other owners first", async () => {
    const [{ album, tracks }, own, others] = [
      await releaseOf(owner(), { tracks: 1 }),
      await releaseOf(owner(), { tracks: 3 }),
      await releaseOf(eve, { tracks: 2 }),
    ];
    const [remix = '', same = '', similar = ''] = own.tracks;
    const id = await request(owner(), album);
    await giveMatches({ trackId: tracks[0] ?? '', ownerId: owner().userId }, [
      found('iswc', 'Remix', 100, remix),
      found('iswc', 'Cover', 100, others.tracks[0]),
      found('title_and_artist', 'Similar', 80, similar),
      found('isrc', 'Same', 100, same),
      found('title_and_artist', 'Foreign', 75, others.tracks[1]),
    ]);
    expect(
      (await matchesOf(id))?.map((each) => [each.title, each.method, each['is-of-another-owner']]),
    ).toEqual([
      ['Foreign', 'title_and_artist', true],
      ['Cover', 'iswc', true],
      ['Same', 'isrc', false],
      ['Similar', 'title_and_artist', false],
    ]);
    const { data } = (await ask(owner(), 200, 'GET', `/tracks/${tracks[0]}/track-matches`)).body;
    expect(data).toHaveLength(5);
  });

  it("include that of another owner even if many of the owner's own are more certain", async () => {
    const { album, tracks } = await releaseOf(owner(), { tracks: 1 });
    const own = await releaseOf(owner(), { tracks: 11 });
    const { tracks: others } = await releaseOf(eve, { tracks: 1 });
    const id = await request(owner(), album);
    const all = own.tracks.map((track) => found('isrc', 'Own', 100, track));
    await giveMatches({ trackId: tracks[0] ?? '', ownerId: owner().userId }, [
      ...all,
      found('title_and_artist', 'Foreign', 72, others[0]),
    ]);
    const shown = await matchesOf(id);
    expect(shown).toHaveLength(10);
    expect(shown?.[0]).toMatchObject({ title: 'Foreign', 'is-of-another-owner': true });
  });

  it('include the same recording even if many others share the work', async () => {
    const { album, tracks } = await releaseOf(owner(), { tracks: 1 });
    const id = await request(owner(), album);
    const recording = matchFound({ title: 'Copy', 'is-cover': 0, 'confidence-score': 72 });
    const all = Array.from({ length: 12 }, (_, index) => found('iswc', `Version ${index}`, 100));
    await giveMatches({ trackId: tracks[0] ?? '', ownerId: owner().userId }, [...all, recording]);
    const shown = await matchesOf(id);
    expect(shown).toHaveLength(10);
    expect(shown?.[0]).toMatchObject({ title: 'Copy' });
  });
});
