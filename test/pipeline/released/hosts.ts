/** What the sample stage calls on loopback: a server of files, and receivers of webhooks. */
import { setTimeout } from 'node:timers/promises';
import { type AudioHost, audioHost } from '../../support/audio/audio-host.ts';
import { jpeg } from '../../support/images.ts';
import { type Receiver, receiver } from '../../support/receivers.ts';
import { recording, wave } from '../sound.ts';

/** Longer than a fast endpoint takes. */
const SLOW_MS = 1100;

export interface Hosts {
  readonly files: AudioHost;
  readonly song: string;
  readonly otherSong: string;
  /** Which nothing has analyzed before. */
  readonly newSong: string;
  readonly cover: string;
  readonly hook: string;
  readonly slowHook: string;
  readonly failingHook: string;
  readonly received: Receiver['received'];
  /** The ports that rows name, by what is at them. */
  readonly ports: Readonly<Record<'files' | 'hooks', number>>;
}

export async function startHosts(): Promise<Hosts> {
  const files = await audioHost();
  const song = files.put('/song.wav', { bytes: wave(recording(1)) });
  const hooks = await receiver(async (request, response) => {
    if (request.url === '/slow') await setTimeout(SLOW_MS);
    response.writeHead(request.url === '/failing' ? 500 : 204).end();
  });
  const hook = (path: string) => `https://127.0.0.1:${hooks.port}${path}`;
  return {
    files,
    song,
    otherSong: files.put('/other.wav', { bytes: wave(recording(2)) }),
    newSong: files.put('/new.wav', { bytes: wave(recording(3)) }),
    cover: files.put('/cover.jpg', { bytes: jpeg(3000, 3000) }),
    hook: hook('/hook'),
    slowHook: hook('/slow'),
    failingHook: hook('/failing'),
    received: hooks.received,
    ports: { files: Number(new URL(song).port), hooks: hooks.port },
  };
}
