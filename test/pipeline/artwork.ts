/** Runs the reading of artwork in one process: real functions, a real table, a queue over HTTP, and the test's clock. */
import { afterEach, beforeAll } from 'vitest';
import { validatorWith } from '../../functions/validate-assets/handler.ts';
import { artworkWork } from '../../shared/catalogue/artwork/artwork-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import type { Settings } from '../../shared/platform/settings.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { ask, newRelease, request } from '../support/distribution/release.ts';
import { stopReceivers, trustReceivers } from '../support/receivers.ts';
import { announceRow, now, useWorkStage } from './work-stage.ts';

const validator = validatorWith({ now, random: () => 0.5, requestTimeoutMs: 30_000 });
let person: Person;

/** The owner of all albums. */
export const owner = (): Person => person;

/** Starts everything for the tests of a file. */
export function useArtwork(settings: Partial<Settings> = {}): void {
  useWorkStage({ consumers: { Validation: validator }, settings });
  beforeAll(async () => {
    trustReceivers();
    person = await newAdmin();
  });
  afterEach(() => stopReceivers());
}

export interface Requested {
  readonly album: string;
  readonly request: string;
}

/** A request for a new album. Its reading has no message yet. */
export async function requested(artwork: string): Promise<Requested> {
  const { album } = await newRelease(person, { artwork, tracks: 1 });
  return { album, request: await request(person, album) };
}

/** Passes the row of a new reading to publish-changes. */
export const announce = ({ album }: Pick<Requested, 'album'>): Promise<void> =>
  announceRow(artworkWork.key(album));

export const workRow = ({ album }: Pick<Requested, 'album'>) => new Table().get(artworkWork.key(album));

/** What the owner sees in `meta`. */
export const artworkOf = async ({ album }: Pick<Requested, 'album'>) =>
  (await ask(person, 200, 'GET', `/albums/${album}`)).body.data.meta.artwork;

export const replace = ({ album: id }: Pick<Requested, 'album'>, artwork: string | null) =>
  ask(person, 200, 'PATCH', `/albums/${id}`, { data: { type: 'albums', id, attributes: { artwork } } });
