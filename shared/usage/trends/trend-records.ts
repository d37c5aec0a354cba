/** Trends as records. An id contains the subject, day, DSP, country and album. */
import type { Stored, StoredRecord } from '../../kit/declare/fields.ts';
import type { Resource } from '../../kit/declare/resource.ts';
import type { Trend } from './trends.ts';

/** The track, album or artist of a trend. */
export type Subject = Pick<Stored, 'type' | 'id' | 'ownerId' | 'fields'>;

/** Types of subjects by type of trends. */
const subjectTypes = {
  'track-trends': 'tracks',
  'album-trends': 'albums',
  'artist-trends': 'artists',
} as const;

/** For an artist's plays of tracks without an album. */
const NO_ALBUM = '0';

export function trendRecord({ type }: Pick<Resource, 'type'>, subject: Subject, trend: Trend): StoredRecord {
  const { date, country, plays, dsp } = trend;
  const fields = { date, country, plays, dsp, album: albumOf(subject, trend) };
  return { type, id: trendId(subject, trend), ownerId: subject.ownerId, version: 1, fields };
}

function trendId({ type, id }: Subject, { date, dsp, country, album }: Trend): string {
  const parts = [id, date.replaceAll('-', ''), dsp, country];
  return [...parts, ...(type === subjectTypes['artist-trends'] ? [album ?? NO_ALBUM] : [])].join('-');
}

function albumOf({ type, id, fields }: Subject, { album }: Trend): string | null {
  if (type === subjectTypes['album-trends']) return id;
  if (type === subjectTypes['artist-trends']) return album;
  const { 'oldest-album': oldest } = fields;
  return typeof oldest === 'string' ? oldest : null;
}

/** @param id matches the pattern of its declaration. @returns the subject and the place in the id. */
export function readTrendId(id: string): { subjectId: string; place: Omit<Trend, 'plays'> } {
  const [subjectId = '', day = '', dsp = '', country = '', album = NO_ALBUM] = id.split('-');
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  return { subjectId, place: { date, dsp, country, album: album === NO_ALBUM ? null : album } };
}
