/** Runs the analysis of audio in one process: real functions, a real table, files on loopback, and the test's clock. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { audioAnalyzerWith } from '../../functions/analyze-audio/handler.ts';
import { trackMatcherWith } from '../../functions/match-tracks/handler.ts';
import { handler as matches } from '../../functions/track-matches/handler.ts';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import type { ListeningLimits } from '../../shared/audio/limits.ts';
import { ITEM_SECONDS } from '../../shared/audio/rules/item-times.ts';
import { tracks as trackRecords } from '../../shared/catalogue/api/tracks.ts';
import type { TrackAudio } from '../../shared/catalogue/rules/track-audio.ts';
import { findRecord } from '../../shared/kit/records/store.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { Table } from '../../shared/kit/table/table.ts';
import type { Settings } from '../../shared/platform/settings.ts';
import { type AudioHost, audioHost, type HostedFile } from '../support/audio/audio-host.ts';
import { joined, melody } from '../support/audio/sounds.ts';
import { waveFile } from '../support/audio/wave-file.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { allRows } from '../support/invariants.ts';
import { stopReceivers, trustReceivers } from '../support/receivers.ts';
import { type NewTrack, newRelease } from '../support/releases.ts';
import { indexRelease, request } from './matching.ts';
import { saveStage } from './saved-stage.ts';
import { comeBetween } from './steps.ts';
import { now, queue, run, settle, settleAll, startNewWork, useWorkStage } from './work-stage.ts';

export const RATE = 11_025;
let host: AudioHost;

export const files = (): AudioHost => host;

interface SoundStage {
  readonly settings?: Partial<Settings>;
  readonly limits?: Partial<ListeningLimits>;
  readonly slotsPerOwner?: number;
}

/** Starts everything for the tests of a file. The analysis is without jitter. */
export function useSound({ settings = {}, limits, ...options }: SoundStage = {}): void {
  const analyzer = audioAnalyzerWith({ now, random: () => 0.5 }, limits);
  const consumers = { Matching: trackMatcherWith({ now }), Audio: analyzer };
  useWorkStage({ consumers, settings, ...options });
  useAudioHost();
}

/**
 * Each test starts with the same song, whose file is also that of a released track. Their steps can be interrupted.
 * @returns a function that restores the song and its track.
 */
export function startFromSong(file: Buffer, use: (song: Song) => void): () => Promise<void> {
  let putBack: () => Promise<void>;
  beforeAll(async () => {
    comeBetween();
    await releasedSong(await newAdmin(), { file });
    use(await newSong(await newAdmin(), { file }));
    putBack = await saveStage({ queues: queue() });
  });
  beforeEach(() => putBack());
  return () => putBack();
}

/** Starts only the server of files. */
export function useAudioHost(): void {
  beforeAll(async () => {
    trustReceivers();
    host = await audioHost();
  });
  afterAll(() => stopReceivers());
}

/** A melody that no other seed has. @param from where the excerpt begins, in seconds. */
export const recording = (seed: number, { from = 0, seconds = 10 } = {}): Float32Array =>
  melody(seed, { seconds: from + seconds, rate: RATE }).subarray(from * RATE);

/**
 * A bar of a melody, again and again: long enough to match, with few sub-fingerprints that a search looks up.
 * @param items the number of different sub-fingerprints.
 */
export function repeated(seed: number, { seconds = 7, items = 4 } = {}): Float32Array {
  const length = Math.round(items * ITEM_SECONDS * RATE);
  const bar = melody(seed, { seconds: length / RATE, rate: RATE });
  return Float32Array.from({ length: seconds * RATE }, (_, at) => bar[at % length] ?? 0);
}

export const wave = (...parts: readonly Float32Array[]): Buffer =>
  waveFile([joined(...parts)], { rate: RATE });

let songs = 0;

export interface Song {
  readonly person: Person;
  readonly albumId: string;
  readonly trackId: string;
  /** Of its file. */
  readonly path: string;
  readonly url: string;
}

export interface NewSong extends Partial<NewTrack> {
  readonly file: Buffer | HostedFile;
  /** By default, that of no other song. */
  readonly path?: string;
}

/** An album with a song whose title no other song has. */
export async function newSong(person: Person, { file, path, ...track }: NewSong): Promise<Song> {
  songs += 1;
  const at = path ?? `/${songs}.wav`;
  const url = host.put(at, Buffer.isBuffer(file) ? { bytes: file } : file);
  const more = { 'full-audiofile-url': url, ...track.more };
  const given = { title: wordOf(songs), artists: [wordOf(songs + 1000)], ...track, more };
  const { albumId, trackIds } = await newRelease(person, [given]);
  return { person, albumId, trackId: trackIds[0] ?? '', path: at, url };
}

/** @returns a word of letters that differs from that of other numbers in each of them. */
function wordOf(number: number): string {
  const digits = String(number * 7919).padStart(8, '0');
  return [...digits]
    .map((digit, index) => 'abcdefghijklmnopqrstuvwxyz'[(Number(digit) + 3 * index) % 26])
    .join('');
}

/** Requests the album of a song, and processes everything: compares texts, analyzes, indexes. */
export async function requested(song: Song): Promise<Song> {
  await request(song.albumId);
  await settleAll();
  await run(2);
  return song;
}

/** Requests the album of a song until the message of its analysis is in the queue. */
export async function analysisDue({ albumId }: Song): Promise<void> {
  await request(albumId);
  await settle();
  await startNewWork();
}

/** Releases the album of a song, or takes it down, until the message for its sound is in the queue. */
export async function indexingDue({ albumId }: Song, isReleased: boolean): Promise<void> {
  await indexRelease(albumId, isReleased);
  await settle();
  await startNewWork();
}

/** Releases the album of a song, or takes it down, and processes everything. */
export async function released(song: Song, isReleased = true): Promise<Song> {
  await indexRelease(song.albumId, isReleased);
  await settleAll();
  await run(1);
  return song;
}

/** A song that was requested and released. */
export const releasedSong = async (person: Person, given: NewSong): Promise<Song> =>
  released(await requested(await newSong(person, given)));

export const audioOf = async ({
  person,
  trackId,
}: Pick<Song, 'person' | 'trackId'>): Promise<TrackAudio | null> =>
  (await call(tracks, 200, { path: `/tracks/${trackId}`, token: person.token })).body.data.meta.audio;

/** The MD5 digest of the file that was analyzed, and how many matches of other owners hold the track. */
export async function soundFieldsOf({ trackId }: Pick<Song, 'trackId'>) {
  const track = await findRecord({ table: new Table() }, trackRecords, trackId);
  return { heard: track?.fields['heard-md5'] ?? null, foreign: track?.fields['foreign-sounds'] ?? 0 };
}

export const patch = (
  { person, trackId }: Pick<Song, 'person' | 'trackId'>,
  attributes: object,
): Promise<unknown> =>
  call(tracks, 200, {
    method: 'PATCH',
    path: `/tracks/${trackId}`,
    token: person.token,
    body: { data: { type: 'tracks', id: trackId, attributes } },
  });

interface HeardMatch {
  readonly title: string;
  readonly isCover: number;
  readonly score: number;
  readonly method: string;
  /** Start and end in the track, and in the released one. */
  readonly ranges: readonly (readonly number[])[];
}

/** The matches of a song as its owner sees them, best first. */
export async function matchesOf({ person, trackId }: Song): Promise<HeardMatch[]> {
  const path = `/track-matches?filter[track]=${trackId}&include=time-offsets,track-analysis`;
  const { data, included = [] } = (await call(matches, 200, { path, token: person.token })).body;
  const found = (data as Shown[]).map(({ id, attributes }) => {
    const parts = (included as Shown[]).filter((each) => each.id === id || each.id.startsWith(`${id}-`));
    return {
      title: String(attributes['title']),
      isCover: Number(attributes['is-cover']),
      score: Number(attributes['confidence-score']),
      method: String(parts.find(({ type }) => type === 'track-analyses')?.attributes['method']),
      ranges: parts
        .filter(({ type }) => type === 'track-match-time-offsets')
        .map(({ attributes: range }) =>
          ['start', 'end', 'matched-start', 'matched-end'].map((name) => Number(range[name])),
        ),
    };
  });
  return found.toSorted((left, right) => right.score - left.score);
}

interface Shown {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const soundRows = /^(track-sound|sound|heard-file|match-list)#/;
/** Times, and numbers that are random or count the changes of a row. */
const passing = new Set([
  ...['createdAt', 'updatedAt', 'comparedAt', 'nextAttemptAt', 'dueAt'],
  ...['id', 'changes', 'dueShard'],
]);

/** What is stored about the sound of all tracks. */
export async function heardRows(): Promise<Item[]> {
  const rows = (await allRows()).filter(({ pk }) => soundRows.test(String(pk)));
  const sorted = rows.toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  return JSON.parse(JSON.stringify(sorted, (name, value) => (passing.has(name) ? undefined : value)));
}

const nameOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

/** Those about one track, by their keys. */
export const rowsAbout = async ({ trackId }: Pick<Song, 'trackId'>): Promise<string[]> =>
  (await heardRows()).filter((row) => JSON.stringify(row).includes(trackId)).map(nameOf);
