/** For the tests of one file: a stage that reads, reviews and packs releases with real files, for one store. */
import { beforeAll } from 'vitest';
import { validatorWith } from '../../functions/validate-assets/handler.ts';
import { required } from '../../shared/kit/values/required.ts';
import type { Settings } from '../../shared/platform/settings.ts';
import type { HostedFile } from '../support/audio/audio-host.ts';
import type { Person } from '../support/calls.ts';
import { create, newRelease } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { png } from '../support/images.ts';
import { wave as atmosWave, isoMedia } from '../support/master-files.ts';
import { type LocalBucket, withBucket } from '../support/stores/local-bucket.ts';
import { releaseWorkers } from './release-workers.ts';
import { files, recording, repeated, useAudioHost, wave } from './sound.ts';
import { now, useWorkStage } from './work-stage.ts';

/** It accepts videos, and gets packages. */
export const DSP = '4';

export function usePackingStage(settings: Partial<Settings> = {}): LocalBucket {
  useWorkStage({
    consumers: { ...releaseWorkers(), Validation: validatorWith({ now, random: () => 0.5 }) },
    settings: { qaMode: 'manual', audioRetryGaps: [60], deliveryRetryGaps: [300, 300], ...settings },
    streams: true,
  });
  useAudioHost();
  const bucket = withBucket();
  beforeAll(async () => {
    await command('set-store', { 'dsp-id': DSP, behavior: 'package' });
  });
  return bucket;
}

const filled = (bytes: Buffer, fill: number): Buffer => Buffer.concat([bytes, Buffer.alloc(5000, fill)]);

/** Files that differ by a number. */
export const contents = {
  audio: (number: number): Buffer => wave(recording(number, { seconds: 3 })),
  dolby_atmos: (number: number): Buffer => filled(atmosWave(), number),
  video: (number: number): Buffer => filled(isoMedia('mp42'), number),
  /** A recording of which another owner can have a copy. */
  matched: (number: number): Buffer => wave(repeated(number, { items: 8 })),
} as const;

let made = 0;
export const hosted = (file: HostedFile): { readonly path: string; readonly url: string } => {
  made += 1;
  const path = `/packed-${made}`;
  return { path, url: files().put(path, file) };
};

export const kinds = ['opted-out audio', 'a Dolby Atmos master', 'a video'] as const;
export type Kind = (typeof kinds)[number];

export const partOf = {
  'opted-out audio': 'audio',
  'a Dolby Atmos master': 'dolby_atmos',
  'a video': 'video',
} as const;

export interface PackedTrack {
  readonly album: string;
  readonly trackId: string;
  /** Where the file of the kind is. */
  readonly path: string;
}

/** A release with one track that has a file of the kind. */
export async function releaseWith(person: Person, kind: Kind, file: HostedFile): Promise<PackedTrack> {
  const { path, url } = hosted(file);
  const isVideo = kind === 'a video';
  const audio = kind === 'opted-out audio' ? url : hosted({ bytes: contents.audio(3) }).url;
  const { album, tracks } = await newRelease(person, {
    tracks: 1,
    dsps: [DSP],
    artwork: hosted({ bytes: png(1400, 1400) }).url,
    track: {
      'isrc-code': null,
      'full-audiofile-url': isVideo ? null : audio,
      'is-video': isVideo,
      ...(kind === 'opted-out audio' && { 'allow-fingerprint-scan': false }),
    },
  });
  const trackId = required(tracks[0], 'It has one.');
  if (kind !== 'opted-out audio')
    await attach(person, { trackId, url, type: isVideo ? 'video' : 'dolby_atmos' });
  return { album, trackId, path };
}

export const attach = (
  person: Person,
  { trackId, url, type }: { readonly trackId: string; readonly url: string; readonly type: string },
): Promise<string> =>
  create(person, 'track-assets', {
    attributes: { 'asset-type': type, url },
    relationships: { track: { data: { type: 'tracks', id: trackId } } },
  });

interface Delivered {
  readonly status: string;
  readonly errors: string | null;
}

export const deliveriesOf = async (id: string): Promise<readonly Delivered[]> =>
  ((await command('show-request', { id })) as { deliveries: readonly Delivered[] }).deliveries;

/** @returns how many whole packages have the file. */
export async function timesDelivered(bucket: LocalBucket, bytes: Buffer): Promise<number> {
  const all = await bucket.files('');
  const whole = new Set(
    [...all.keys()].filter((name) => name.endsWith('/manifest.json')).map((name) => name.split('/')[0]),
  );
  return [...all].filter(([name, content]) => whole.has(name.split('/')[0]) && content.equals(bytes)).length;
}
