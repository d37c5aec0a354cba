/** export-organization while users write, and import-organization when it is killed: nothing is lost or doubled. */
import { afterEach, describe, expect, it } from 'vitest';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import { catalogueCalls, many, one } from '../../support/catalogue-calls.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';
import { allRows } from '../../support/invariants.ts';
import { firstMiddleLast } from '../../support/long-run.ts';
import { clearTable, linesOf, useMoves } from '../../support/moves.ts';

const way = withFaultyTable();
const { exported, imported } = useMoves();
afterEach(clearTable);

const credits = (count: number, artist: string) =>
  Array.from({ length: count }, (_, index) => ({
    role: 'double_bass',
    name: `Ada ${index}`,
    'artist-id': index === 0 ? Number(artist) : null,
  }));

/** A small catalogue, and requests that change all of its links. */
async function newCatalogue(ada: Person) {
  const { ask, get, make, newAlbum, newArtist, newLabel, newTrack, patch, remove } = catalogueCalls(
    () => ada,
  );
  const [blue, red, artist] = [await newLabel('Blue'), await newLabel('Red'), await newArtist('Nia')];
  const [album, left] = [await newAlbum({}, { label: one('labels', blue) }), await newAlbum()];
  const tracks = [
    await newTrack([album]),
    await newTrack([album], { order: 2 }),
    await newTrack([left, album], { order: 3 }),
  ];
  const [kept = '', deleted = '', moved = ''] = tracks;
  const makeMaster = (track: string, type: string) =>
    make('track-assets', {
      attributes: { 'asset-type': type, url: 'https://127.0.0.1:9/master' },
      relationships: { track: one('tracks', track) },
    });
  const master = await makeMaster(kept, 'dolby_atmos');
  const changeCredits = (count: number, named = artist) =>
    patch(200, 'tracks', kept, { attributes: { 'extended-credits': credits(count, named) } });
  await changeCredits(2);
  const rename = (id: string, name: string) => patch(200, 'labels', id, { attributes: { name } });
  return async () => {
    const next = await newAlbum({}, { label: one('labels', await newLabel('Green')) });
    await ask('PATCH', 200, `/tracks/${moved}/relationships/albums`, many('albums', [next]));
    await remove(204, 'albums', left);
    await changeCredits(3, await newArtist('Leo'));
    await remove(204, 'tracks', deleted);
    const [place] = (await get(`/album-tracks?filter[track]=${kept}`)).data;
    await patch(200, 'album-tracks', place.id, { attributes: { order: 9 } });
    await newTrack([album], { order: 1, title: 'Made later' });
    await rename(blue, 'Was Blue');
    await rename(red, 'Blue');
    await remove(204, 'track-assets', master);
    await patch(200, 'tracks', kept, { attributes: { 'is-video': true } });
    await makeMaster(kept, 'video');
  };
}

/** The stage of another table, to which the folder is imported. */
async function faultsAfterImport(folder: string): Promise<string[]> {
  await clearTable();
  await imported(folder);
  return catalogueFaults(await allRows());
}

/** Makes, moves and deletes until it is told to end. @returns how many releases it has made. */
async function write(ada: Person, isEnded: () => boolean): Promise<number> {
  const { ask, make, newAlbum, newArtist, newTrack, remove } = catalogueCalls(() => ada);
  let made = 0;
  for (; !isEnded(); made++) {
    const [first, second, artist] = [
      await newAlbum(),
      await newAlbum(),
      await newArtist(`${ada.userId} ${made}`),
    ];
    const track = await newTrack([first], { 'extended-credits': credits(2, artist) });
    const subject = { track: one('tracks', track), artist: one('artists', artist) };
    await make('track-artists', { relationships: { ...subject, 'artist-role': one('artist-roles', '1') } });
    await ask('PATCH', 200, `/tracks/${track}/relationships/albums`, many('albums', [second]));
    await remove(204, 'albums', first);
    if (made % 2 === 0) await remove(204, 'tracks', track);
  }
  return made;
}

describe('an export under concurrent changes', () => {
  const newOwner = () => newAdmin({ video: true, 'music-videos': true });

  it('is consistent if everything changes between two of its table calls', async () => {
    const person = await newOwner();
    await newCatalogue(person);
    const before = way.calls;
    await exported(person.organizationId);
    const calls = way.calls - before;
    expect(calls).toBeGreaterThan(40);
    // Each list takes two calls.
    const steps = Array.from({ length: calls / 2 }, (_, index) => 2 * index);
    for (const after of firstMiddleLast(steps)) {
      const owner = await newOwner();
      way.interruption = { after, run: await newCatalogue(owner) };
      const folder = await exported(owner.organizationId);
      expect(way.interruption, `before call ${after}`).toBeUndefined();
      const titles = linesOf(folder, 'tracks').map(({ attributes }) => Object(attributes).title);
      expect(titles.length).toBeGreaterThanOrEqual(2);
      expect(titles).not.toContain('Made later');
      expect(await faultsAfterImport(folder), `before call ${after}`).toEqual([]);
    }
  }, 600_000);

  it('is consistent if three users write meanwhile', async () => {
    const owner = await newOwner();
    await newCatalogue(owner);
    let isEnded = false;
    const writers = Array.from({ length: 3 }, () => write(owner, () => isEnded));
    const folders = [await exported(owner.organizationId), await exported(owner.organizationId)];
    isEnded = true;
    const made = await Promise.all(writers);
    expect(Math.min(...made)).toBeGreaterThan(1);
    for (const folder of folders) expect(await faultsAfterImport(folder)).toEqual([]);
  });
});

describe('an interrupted import', () => {
  it('is completed by another after being killed at any write', async () => {
    const { organizationId, ...owner } = await newAdmin({ 'music-videos': true });
    await newCatalogue({ organizationId, ...owner });
    const folder = await exported(organizationId);
    await clearTable();
    const before = way.writes;
    await imported(folder);
    const writes = way.writes - before;
    const ends = Array.from({ length: writes }, (_, writesBefore) => ({
      writesBefore,
      isWritten: writesBefore % 2 === 0,
    }));
    for (const end of firstMiddleLast(ends)) {
      await clearTable();
      way.crash = { ...end };
      // The last write only completes the record of the command.
      if (end.writesBefore === writes - 1) await imported(folder);
      else await expect(imported(folder), JSON.stringify(end)).rejects.toThrow();
      way.crash = undefined;
      await imported(folder);
      expect(catalogueFaults(await allRows()), JSON.stringify(end)).toEqual([]);
      const again = await exported(organizationId);
      for (const { name } of movedFiles) expect(linesOf(again, name), name).toEqual(linesOf(folder, name));
    }
  }, 600_000);
});
