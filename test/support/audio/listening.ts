/** Listens to a file on loopback. */
import type { RequestListener } from 'node:http';
import type { Heard } from '../../../shared/audio/heard.ts';
import { type ListeningOptions, listen } from '../../../shared/audio/listen.ts';
import { receiver } from '../receivers.ts';
import { fileServer } from './file-server.ts';

type ListenOptions = Partial<ListeningOptions>;

export const listenTo = (url: string, options: ListenOptions = {}) =>
  listen(url, { allowedCidrs: ['127.0.0.0/8'], md5: null, speeds: [1], decodesAac: true, ...options });

/** @returns the features of a file. @throws Error if it has none. */
export async function heardIn(file: Buffer, options: ListenOptions = {}): Promise<Heard> {
  const listened = await listenToFile(file, options);
  if (listened.is !== 'heard') throw new Error(JSON.stringify(listened));
  return listened.heard;
}

export async function listenToFile(file: Buffer, options: ListenOptions = {}) {
  return listenTo(await served(fileServer(file)), options);
}

/** @returns the URL of a server. */
export async function served(behaviour: RequestListener): Promise<string> {
  const { port } = await receiver(behaviour);
  return `https://127.0.0.1:${port}/track?signature=secret`;
}
