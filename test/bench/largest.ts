/**
 * What the largest requests and commands use: of a release with 1,000 tracks, of an endpoint with 1,000 events to
 * recover, and of 50 requests that change one album concurrently.
 */
import { Table } from '../../shared/kit/table/table.ts';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import { newEventWork, rested, saveEvent } from '../../shared/webhooks/deliveries/event-work.ts';
import { failedDelivery, newDelivery } from '../../shared/webhooks/deliveries/progress.ts';
import { events } from '../../shared/webhooks/events.ts';
import { failureKey } from '../../shared/webhooks/keys.ts';
import { newRelease, requestFor } from '../support/distribution/release.ts';
import { useOfDelivery } from './delivery.ts';
import { type InProcess, startInProcess } from './in-process.ts';
import type { Figures } from './report.ts';
import { endWork, startQueues } from './work.ts';

const TRACKS = 1000;
const CODES = 200;
const EVENTS = 1000;
const WRITERS = 50;

export async function largest(): Promise<Figures> {
  const stopQueues = await startQueues();
  const figures = {
    ...(await measured(costOfRelease)),
    ...(await measured(costOfCodes)),
    ...(await measured(costOfRecovery)),
    ...(await measured(costOfWriters)),
  };
  const { cpuMicroseconds: _, ...delivery } = await useOfDelivery();
  stopQueues();
  return { ...figures, 'a delivery of 10 tracks': delivery };
}

/** Each has its own table, so that no other work is due. */
async function measured(measure: (inProcess: InProcess) => Promise<Figures>): Promise<Figures> {
  const inProcess = await startInProcess({ codes: { isrc: 'QZBEN', gs1: '0850002' } });
  const figures = await measure(inProcess);
  await inProcess.end();
  return figures;
}

async function costOfRelease(inProcess: InProcess): Promise<Figures> {
  const { send, command, useOf } = inProcess;
  const album = await newAlbum(inProcess, TRACKS);
  let id = '';
  const validated = await useOf(() => send('POST', `/albums/${album}/validate`));
  const asked = await useOf(async () => {
    id = await newRequest(inProcess, album);
  });
  const preapproved = await useOf(() => send('POST', `/distribution-requests/${id}/preapprove`));
  const shown = await useOf(() => command('show-request', { id }));
  const albumShown = await useOf(() => command('show-album', { id: album }));
  const of = `${TRACKS.toLocaleString('en')} tracks`;
  return {
    [`POST /albums/{id}/validate, ${of}`]: validated,
    [`POST /distribution-requests, ${of}`]: asked,
    [`POST /distribution-requests/{id}/preapprove, ${of}`]: preapproved,
    [`show-request, ${of}`]: shown,
    [`show-album, ${of}`]: albumShown,
    [`approve-request, ${of}`]: await useOf(() => command('approve-request', { id })),
  };
}

async function costOfCodes(inProcess: InProcess): Promise<Figures> {
  const { send, command, useOf } = inProcess;
  const id = await newRequest(inProcess, await newAlbum(inProcess, CODES, { 'isrc-code': null }));
  await send('POST', `/distribution-requests/${id}/preapprove`);
  return {
    [`approve-request that gives ${CODES} codes`]: await useOf(() => command('approve-request', { id })),
  };
}

const newAlbum = async ({ person }: InProcess, tracks: number, track: object = {}): Promise<string> =>
  (await newRelease(person, { tracks, dsps: ['1'], track })).album;

/** @returns its id. */
const newRequest = async ({ send }: InProcess, album: string): Promise<string> =>
  JSON.parse(await send('POST', '/distribution-requests', requestFor(album))).data.id;

async function costOfRecovery(inProcess: InProcess): Promise<Figures> {
  const { send, useOf, person } = inProcess;
  const attributes = { url: 'https://127.0.0.1:9/', events: ['album.status_changed'] };
  const document = (members: object) => ({ data: { type: 'webhook-endpoints', attributes: members } });
  const { id } = JSON.parse(await send('POST', '/webhook-endpoints', document(attributes))).data;
  await giveUpEvents(id, person.userId);
  const path = `/webhook-endpoints/${id}/recover`;
  const of = `${EVENTS.toLocaleString('en')} events`;
  return {
    [`POST /webhook-endpoints/{id}/recover, ${of}`]: await useOf(() =>
      send('POST', path, document({ since: '2026-01-01' })),
    ),
    [`what it leaves to the background, ${of}`]: await useOf(endWork),
  };
}

/** Writes an event as the sender does after the last attempt, and copies of its rows. */
async function giveUpEvents(endpoint: string, ownerId: string): Promise<void> {
  const table = new Table();
  const now = new Date();
  const type = 'album.status_changed';
  const event = {
    id: idOf(0),
    type,
    createdAt: now.toISOString(),
    ownerId,
    data: events[type].example,
  } as const;
  const work = newEventWork(event, [endpoint], now);
  const failed = failedDelivery(newDelivery(now), now);
  await saveEvent({ table, now }, undefined, rested(work, { [endpoint]: failed }));
  const keys = [eventKey(event.id), failureKey(endpoint, now.toISOString(), event.id)];
  const rows = JSON.stringify(await table.getMany(keys));
  for (let number = 1; number < EVENTS; number++)
    await table.putMany(JSON.parse(rows.replaceAll(event.id, idOf(number))));
}

const idOf = (number: number): string => `evt_00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

async function costOfWriters(inProcess: InProcess): Promise<Figures> {
  const { respond, useOf } = inProcess;
  const id = await newAlbum(inProcess, 1);
  let statuses: number[] = [];
  const use = await useOf(async () => {
    const writers = Array.from({ length: WRITERS }, async (_, number) => {
      const attributes = { title: `Title ${number}` };
      const body = { data: { type: 'albums', id, attributes } };
      return (await respond('PATCH', `/albums/${id}`, body)).status;
    });
    statuses = await Promise.all(writers);
  });
  const succeeded = statuses.filter((status) => status === 200).length;
  return {
    [`${WRITERS} concurrent PATCH /albums/{id}`]: { ...use, 'succeeded, %': (100 * succeeded) / WRITERS },
  };
}
