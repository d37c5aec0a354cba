/** An album of the demo in the form in which import-catalogue writes it. */
import type { Release, ReleaseTrack } from '../../../shared/catalogue/back-catalogue/release-form.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { artistRoleData } from '../../../shared/reference/data/artist-roles.ts';
import type { DemoAlbum, DemoTrack } from './catalogue.ts';

const DAY_MS = 86_400_000;

export function demoRelease(album: DemoAlbum, now: Date): Release {
  const { title, upc, format, label, releasedInDays } = album;
  return {
    attributes: {
      ...owned(album),
      title,
      release_date: new Date(now.getTime() + releasedInDays * DAY_MS).toISOString().slice(0, 10),
      artwork: `https://files.example/artwork/${upc}.jpg`,
      'upc-code': upc,
      format,
    },
    links: classified(album),
    label,
    countries: [],
    dsps: [...album.dspIds],
    artists: inRoles([['main_artist', album.artist]]),
    identifiers: [],
    tracks: album.tracks.map((track, index) => releaseTrack(album, track, index + 1)),
    shared: [],
  };
}

const owned = ({ label }: DemoAlbum) => ({
  'is-explicit': false,
  'rights-owner-year': 2026,
  'rights-owner-name': label,
});

const classified = ({ genreId, languageId }: DemoAlbum) => ({
  'primary-genre': genreId,
  language: languageId,
});

const inRoles = (artists: readonly (readonly [role: string, name: string])[]) =>
  artists.map(([key, name], index) => {
    const role = artistRoleData.rows().find((row) => row.key === key);
    return { name, role: required(role, `There is no artist role ${key}.`).id, order: index + 1 };
  });

function releaseTrack(album: DemoAlbum, track: DemoTrack, order: number): ReleaseTrack {
  const { title, isrc, length, composer, featuring, isVideo = false } = track;
  const audio = `https://files.example/audio/${album.upc}-${order}.wav`;
  return {
    attributes: {
      ...owned(album),
      title,
      'isrc-code': isrc,
      length,
      'is-video': isVideo,
      ...(!isVideo && { 'full-audiofile-url': audio }),
    },
    links: classified(album),
    disc: 1,
    order,
    artists: inRoles([
      ['main_artist', album.artist],
      ['composer', composer],
      ...(featuring === undefined ? [] : [['featuring', featuring] as const]),
    ]),
    direct: [],
    credits: track.credits.map((credit) => ({ ...credit, position: null, artist: null })),
    masters: [],
  };
}
