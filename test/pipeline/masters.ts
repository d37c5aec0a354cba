/** Runs master validation in one process: real functions, a real table, a queue over HTTP, and the test's clock. */

import { afterEach, beforeAll } from 'vitest';
import { handler as albums } from '../../functions/albums/handler.ts';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { validatorWith } from '../../functions/validate-assets/handler.ts';
import { trackAssets } from '../../shared/catalogue/api/track-assets.ts';
import { tracks as trackRecords } from '../../shared/catalogue/api/tracks.ts';
import { validationWork } from '../../shared/catalogue/masters/validation-work.ts';
import type { AssetType } from '../../shared/catalogue/rules/catalogue.ts';
import { findRecord } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import type { Settings } from '../../shared/platform/settings.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import type { Call } from '../support/event-of.ts';
import { trackAttributes } from '../support/examples.ts';
import { stopReceivers, trustReceivers } from '../support/receivers.ts';
import { announceRow, now, useWorkStage } from './work-stage.ts';

export { change, now, pass, queue, run, settle, sweep } from './work-stage.ts';

let person: Person;
let albumId: string;
let order = 0;

/** Without jitter, and with time for what tests do during a request. */
const validator = validatorWith({ now, random: () => 0.5, requestTimeoutMs: 30_000 });

/** Starts everything for the tests of a file. */
export function useMasters(settings: Partial<Settings> = {}): void {
  useWorkStage({ consumers: { Validation: validator }, settings });
  beforeAll(async () => {
    trustReceivers();
    person = await newAdmin({ video: true, 'music-videos': true });
    albumId = await created('albums', {
      attributes: {
        title: 'Kind of Green',
        release_date: '2026-11-30',
        'is-explicit': false,
        'rights-owner-year': 2026,
        'rights-owner-name': 'Blue Room',
      },
    });
  });
  afterEach(() => stopReceivers());
}

const ask = (status: number, request: Call) =>
  call(request.path.startsWith('/albums') ? albums : tracks, status, { token: person.token, ...request });

async function created(type: string, document: object): Promise<string> {
  const body = { data: { type, ...document } };
  return (await ask(201, { method: 'POST', path: `/${type}`, body })).body.data.id;
}

export const remove = (path: string) => ask(204, { method: 'DELETE', path });

export async function patchTrack(id: string, attributes: object): Promise<void> {
  await ask(200, {
    method: 'PATCH',
    path: `/tracks/${id}`,
    body: { data: { type: 'tracks', id, attributes } },
  });
}

export interface Attached {
  readonly id: string;
  readonly trackId: string;
}

const toAttach = (assetType: AssetType, url: string, trackId: string) => ({
  attributes: { 'asset-type': assetType, url },
  relationships: { track: { data: { type: 'tracks', id: trackId } } },
});

/** Attaches a master to a new track. Its validation has no message yet. */
export async function attach(url: string, assetType: AssetType = 'dolby_atmos'): Promise<Attached> {
  order += 1;
  const trackId = await created('tracks', {
    attributes: { ...trackAttributes, order, 'is-video': assetType === 'video' },
    relationships: {
      albums: { data: [{ type: 'albums', id: albumId }] },
      'primary-genre': { data: { type: 'genres', id: '1' } },
      language: { data: { type: 'languages', id: '118' } },
    },
  });
  return { trackId, id: await created('track-assets', toAttach(assetType, url, trackId)) };
}

/** @returns the problems with which the API rejects the URL. */
export async function rejectionOf(url: string): Promise<unknown> {
  const { trackId, id } = await attach('https://127.0.0.1:9/');
  await remove(`/track-assets/${id}`);
  const data = { type: 'track-assets', ...toAttach('dolby_atmos', url, trackId) };
  return (await ask(422, { method: 'POST', path: '/track-assets', body: { data } })).body.errors;
}

/** The master as its owner sees it. */
export async function shown(id: string): Promise<{ status: string; errors: string[] }> {
  const { attributes } = (await ask(200, { path: `/track-assets/${id}` })).body.data;
  return { status: attributes['validation-status'], errors: attributes['validation-errors'] };
}

export const kindOfTrack = async (id: string) =>
  (await findRecord({ table: new Table() }, trackRecords, id))?.fields.kind;
export const assetRecord = (id: string) => findRecord({ table: new Table() }, trackAssets, id);
export const workRow = (id: string) => new Table().get(validationWork.key(id));

/** Passes the row of a new validation to publish-changes. */
export const announce = ({ id }: Attached): Promise<void> => announceRow(validationWork.key(id));
