/** A program that uses the types of the client. It is compiled with the package, and never run. */
import {
  type Album,
  type ApiError,
  type ArtistRoleKey,
  artistRoles,
  type CreditRoleKey,
  etagOf,
  type Label,
  MusicDistributionClient,
  type NewAlbum,
  type ReceivedEvent,
  RequiredError,
  UnknownRecordError,
  verifyWebhook,
} from 'music-distribution-client';

const client = new MusicDistributionClient({
  baseUrl: 'https://api.example.com',
  token: async () => 'token',
});

// Attributes, and related records that are not included.
const album: Album = await client.albums.get('17');
album.title satisfies string;
album.label?.id satisfies string | undefined;
album['last-status'] satisfies
  | 'draft'
  | 'in_review'
  | 'approved'
  | 'rejected'
  | 'delivered'
  | 'error'
  | 'taken_down';
// Reference data always has its values, and clients can omit others.
(await client.genres.get('1')).name satisfies string;
(await client.languages.get('1')).code satisfies string;
album.description satisfies string | null;
// What every record has is never null.
album.user.id satisfies string;
album.status.id satisfies string;
const tracks = await client.tracks.get('17', { include: ['primary-genre'] });
[tracks['primary-genre'].name, tracks.language.id] satisfies string[];
// @ts-expect-error The version can be null.
tracks.version.id;
// @ts-expect-error The album of a request can be deleted.
(await client.distributionRequests.get('17')).album.id;
album.meta?.['live-on'] satisfies readonly string[] | undefined;
// @ts-expect-error The label is not included.
album.label?.name;
// @ts-expect-error There is no such attribute.
album.tittle;
// @ts-expect-error Tracks are absent unless they are included.
album.tracks.length;
// @ts-expect-error Records are values.
album.title = 'Small Hours';

// Roles have their keys.
artistRoles.composer satisfies '4';
'lyricist' satisfies ArtistRoleKey;
'mixing_engineer' satisfies CreditRoleKey;
// @ts-expect-error A composer is an artist.
'composer' satisfies CreditRoleKey;

// Included records, at any depth.
const release = await client.albums.get('17', { include: ['label', 'tracks.track-artists.artist'] });
release.label?.name satisfies string | undefined;
release.tracks[0]?.['track-artists'][0]?.artist?.name satisfies string | undefined;
release satisfies Album<'label'>;
// @ts-expect-error The role of the artist is not included.
release.tracks[0]?.['track-artists'][0]?.['artist-role']?.name;
// @ts-expect-error There is no such path.
await client.albums.get('17', { include: ['labels'] });

// Sparse fieldsets.
const { data, page } = await client.albums.list({
  fields: { albums: ['title', 'label'], labels: ['name'] },
  include: ['label'],
  filter: { label: ['1', '2'], format: 'album', 'created-at-gte': '2026-01-01' },
  sort: ['-release_date', 'title'],
  page: { number: 2, size: 50 },
});
page.total satisfies number;
data[0]?.label?.name satisfies string | undefined;
// @ts-expect-error The field is not asked for.
data[0]?.artwork;
// @ts-expect-error Neither is that of the label.
data[0]?.label?.description;
// @ts-expect-error There is no such filter.
await client.albums.list({ filter: { titel: 'a' } });
// @ts-expect-error There is no such value.
await client.albums.list({ filter: { format: 'mixtape' } });
// @ts-expect-error There is no such sort.
await client.albums.list({ sort: 'artwork' });

// Iteration.
for await (const label of client.labels.iterate({ filter: { 'has-albums': true } })) label satisfies Label;
for await (const trend of client.albums.iterateTrends('17', { include: ['dsp'] }))
  trend.dsp.name satisfies string;

// Creation and changes.
const draft: NewAlbum = {
  title: 'Small Hours',
  release_date: '2027-03-05',
  'is-explicit': false,
  'rights-owner-year': 2027,
  'rights-owner-name': 'Blue Room',
  label: album.label,
  countries: ['1', { id: '2' }],
};
(await client.albums.create(draft, { idempotencyKey: 'album-17' })).id satisfies string;
// @ts-expect-error The title is required.
await client.albums.create({ release_date: '2027-03-05' });
// @ts-expect-error The status is read-only.
await client.albums.update('17', { 'last-status': 'draft' });
await client.albums.update('17', { artwork: null, label: null }, { ifMatch: etagOf(album) });
const sameName = { meta: { 'allow-duplicate-name': true } };
await client.artists.create({ name: 'Nia Calder' }, sameName);
await client.artists.update('17', { name: 'Nia Calder' }, sameName);
await client.albumTracks.update('17', { order: 1 }, { meta: { shift: true } });
// @ts-expect-error Only a PATCH moves others.
await client.albumTracks.create({ order: 1, album: '1', track: '2' }, { meta: { shift: true } });
// @ts-expect-error Reference data cannot be created.
client.genres.create;
// @ts-expect-error Distribution requests are not deleted.
client.distributionRequests.delete;

// Actions.
(await client.distributionRequests.preapprove('17')).status satisfies string;
// @ts-expect-error Lists do not show it.
(await client.distributionRequests.get('17'))['deleted-at'] satisfies string | null;
const endpoint = await client.webhookEndpoints.create({
  url: 'https://example.com',
  events: ['delivery.created'],
});
endpoint['signing-secret'] satisfies string | undefined;
(await client.webhookEndpoints.rotateSecret('17'))['signing-secret'] satisfies string | undefined;
// @ts-expect-error It is shown once.
(await client.webhookEndpoints.get('17'))['signing-secret'];
(await client.webhookEndpoints.recover('17', { since: '2026-11-20T12:00:00Z' })).meta.resent satisfies number;
await client.albumDsps.bulkAssign([{ album, dsp: '4' }]);
(await client.auth.me()).user.email satisfies string;

// Related records.
(await client.albums.related('17', 'label'))?.name satisfies string | undefined;
(await client.albums.listRelated('17', 'tracks', { sort: 'order', include: ['artists'] })).data[0]
  ?.artists satisfies readonly { readonly name: string }[] | undefined;
(await client.albums.linkage('17', 'tracks'))[0]?.id satisfies string | undefined;
(await client.albums.linkage('17', 'label'))?.id satisfies string | undefined;
await client.albums.addRelated('17', 'countries', ['1']);
await client.albums.replaceRelated('17', 'label', null);
// @ts-expect-error Tracks of an album are written through the tracks.
await client.albums.addRelated('17', 'tracks', ['1']);
// @ts-expect-error A label is one record.
await client.albums.listRelated('17', 'label');

// Errors.
export const explained = (error: ApiError): string => {
  if (error instanceof UnknownRecordError) return error.code satisfies 'unknown_record';
  if (error instanceof RequiredError) return error.pointer ?? '';
  return `${error.status} ${error.code} ${error.errors[0]?.detail}`;
};

// Events.
const event: ReceivedEvent = await verifyWebhook('{}', null, 'whsec_x', { toleranceSeconds: 60 });
if (event.type === 'album.status_changed') event.data.album.title satisfies string;
// @ts-expect-error Other events have no album.
event.data.album;
