/** The version of a track: free text, one of the predefined versions, or neither. */
import { beforeAll, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueCalls, one, trackAttributes, trackLinks } from '../../support/catalogue-calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let album: string;
beforeAll(async () => {
  ada = await newAdmin();
  album = await newAlbum();
});
const { ask, post, patch, remove, newAlbum, newTrack } = catalogueCalls(() => ada);

type Shown = [text: string | null, version: string | null];
interface Sent {
  readonly text?: string | null;
  readonly version?: string | null;
}

const membersOf = ({ text, version }: Sent) => ({
  attributes: text === undefined ? {} : { 'version-description': text },
  relationships: {
    ...(version !== undefined && { version: version === null ? { data: null } : one('versions', version) }),
  },
});
const shownIn = ({ attributes, relationships }: TrackShown): Shown => [
  attributes['version-description'],
  relationships.version.data?.id ?? null,
];
interface TrackShown {
  readonly attributes: { readonly 'version-description': string | null };
  readonly relationships: { readonly version: { readonly data: { readonly id: string } | null } };
}

const LIVE = '6';
const DEMO = '13';

it.each<[Sent, Shown]>([
  [{}, [null, null]],
  [{ text: 'Take 2' }, ['Take 2', null]],
  [{ version: LIVE }, ['Live', LIVE]],
  [{ text: 'Take 2', version: LIVE }, ['Take 2', null]],
  [{ text: null, version: LIVE }, ['Live', LIVE]],
  [{ text: null, version: null }, [null, null]],
  [{ text: '  ' }, [null, null]],
  [{ text: '  ', version: LIVE }, ['Live', LIVE]],
])('a track created with %j has the version %j', async (sent, shown) => {
  const { attributes, relationships } = membersOf(sent);
  const { body } = await post(201, 'tracks', {
    attributes: { ...trackAttributes, ...attributes },
    relationships: { ...trackLinks([album]), ...relationships },
  });
  expect(shownIn(body.data)).toEqual(shown);
  await remove(204, 'tracks', body.data.id);
});

it.each<[Sent, Shown]>([
  [{}, ['Live', LIVE]],
  [{ text: 'Take 2' }, ['Take 2', null]],
  [{ text: null }, [null, null]],
  [{ version: DEMO }, ['Demo', DEMO]],
  [{ version: null }, ['Live', null]],
  [{ text: 'Take 2', version: DEMO }, ['Take 2', null]],
  [{ text: 'Take 2', version: null }, ['Take 2', null]],
  [{ text: null, version: DEMO }, ['Demo', DEMO]],
  [{ text: '', version: DEMO }, ['Demo', DEMO]],
  [{ text: '' }, ['', null]],
  [{ text: 'Live' }, ['Live', LIVE]],
  [{ text: 'Live', version: LIVE }, ['Live', LIVE]],
  [{ text: 'Live', version: DEMO }, ['Demo', DEMO]],
  [{ text: 'Live', version: null }, ['Live', null]],
  [{ text: 'live', version: LIVE }, ['live', null]],
  [{ text: ' \u200b ' }, ['Live', LIVE]],
  [{ text: '  ', version: DEMO }, ['Demo', DEMO]],
  [{ text: '  ', version: null }, ['Live', null]],
])('a live track changed with %j has the version %j', async (sent, shown) => {
  const id = await newTrack([album], {}, { version: one('versions', LIVE) });
  expect(shownIn((await patch(200, 'tracks', id, membersOf(sent))).body.data)).toEqual(shown);
  expect(shownIn((await ask('GET', 200, `/tracks/${id}`)).body.data)).toEqual(shown);
  await remove(204, 'tracks', id);
});

it.each<Sent>([{}, { text: 'Take 2' }, { version: LIVE }])(
  'a track created with %j keeps its version when sent back as read',
  async (sent) => {
    const { attributes, relationships } = membersOf(sent);
    const id = await newTrack([album], attributes, relationships);
    const { data } = (await ask('GET', 200, `/tracks/${id}`)).body;
    const { body } = await patch(200, 'tracks', id, data);
    expect(shownIn(body.data)).toEqual(shownIn(data));
    await remove(204, 'tracks', id);
  },
);

it('the relationship link sets the text, which remains after the link is cleared', async () => {
  const id = await newTrack([album], { 'version-description': 'Take 2' });
  const link = async (data: object | null) => {
    await ask('PATCH', 200, `/tracks/${id}/relationships/version`, { data });
    return shownIn((await ask('GET', 200, `/tracks/${id}`)).body.data);
  };
  expect(await link({ type: 'versions', id: LIVE })).toEqual(['Live', LIVE]);
  expect(await link(null)).toEqual(['Live', null]);
  await ask('PATCH', 404, `/tracks/${id}/relationships/version`, { data: { type: 'versions', id: '999' } });
});
