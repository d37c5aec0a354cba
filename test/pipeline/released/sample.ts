/** A small, complete stage: each type of record, each kind of row, and work of each kind that is due. */
import { randomUUID } from 'node:crypto';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { newAdmin, type Person, signIn } from '../../support/calls.ts';
import { command } from '../../support/distribution/stores.ts';
import type { useMoves } from '../../support/moves.ts';
import {
  organizationScene,
  reportFile,
  uploadReport,
} from '../../support/pairs/scenes/organization-scene.ts';
import { scenes } from '../../support/pairs/scenes/scenes.ts';
import { newDeliveredRelease } from '../../support/releases.ts';
import { commandArguments } from '../../table/conformance/command-arguments.ts';
import { service } from '../../table/conformance/service.ts';
import { comeBetween } from '../steps.ts';
import { workFor } from '../stream-stage.ts';
import { importReport } from '../usage.ts';
import { pass, sweep } from '../work-stage.ts';
import { distributed } from './distributed.ts';
import { type Hosts, startHosts } from './hosts.ts';
import { interrupted } from './interrupted.ts';
import { listed } from './listed.ts';
import { movedHere } from './moved-here.ts';
import { reported } from './reported.ts';

export interface Sample {
  /** Those whose records are compared. */
  readonly people: readonly Person[];
  readonly hosts: Hosts;
}

/** @param moves of the file. */
export async function playSample(moves: ReturnType<typeof useMoves>): Promise<Sample> {
  const hosts = await startHosts();
  comeBetween();
  const moved = await movedHere(moves);
  await erased();
  const ada = await newAdmin({ video: true, 'music-videos': true });
  const ben = await newAdmin();
  const album = await distributed({ ada, ben, hosts });
  await reported(ada);
  await listed(ada, album);
  const eve = await examples();
  await commands(eve);
  pass(600);
  await sweep();
  await scenes['takedown in review']();
  await interrupted(ada, hosts);
  await sentAgain(ada);
  const { ada: cem } = await organizationScene();
  return { people: [ada, moved, eve, cem], hosts };
}

/** An organization that has earned something, of which only its sums are left. */
async function erased(): Promise<void> {
  const fay = await newAdmin();
  await newDeliveredRelease(fay, [{ title: 'Erased', isrc: ERASED_ISRC }]);
  await importReport({ name: 'erased.csv', content: [`2026-09-05,1,US,${ERASED_ISRC},12,1.25,EUR`] });
  const id = fay.organizationId;
  const { name: confirm } = Object(await command('show-organization', { id }));
  const onPurpose = { 'without-export': true, 'despite-balance': true };
  await command('erase-organization', { 'organization-id': id, confirm, ...onPurpose });
  await workFor(60);
}

/** An event of an hour that was counted. */
async function sentAgain(ada: Person): Promise<void> {
  const { body } = await service.ask({ group: 'webhooks' }, 200, {
    path: '/webhook-events',
    token: ada.token,
  });
  const path = `/webhook-events/${body.data.at(-1).id}/resend`;
  await service.ask({ group: 'webhooks' }, 202, { method: 'POST', path, token: ada.token });
}

/** Of what stores report, a report is imported, as examples are rows without one. */
const ofReports = new Set(['track-trends', 'album-trends', 'artist-trends', 'royalty-statements']);
const ISRC = 'DEAB12690001';
const ERASED_ISRC = 'DEAB12690002';

/** A record of each type. */
async function examples(): Promise<Person> {
  const eve = await newAdmin({ video: true, 'music-videos': true });
  for (const { type, owner } of service.resources)
    if (owner !== 'platform' && !ofReports.has(type)) await service.recordOf(type, eve);
  await newDeliveredRelease(eve, [{ title: 'Example', isrc: ISRC }]);
  await importReport({ name: 'example.csv', content: [`2026-09-05,1,US,${ISRC},12,1.25,EUR`] });
  const data = { type: 'labels', attributes: { name: 'Made once' } };
  const headers = { 'idempotency-key': randomUUID() };
  const request = { method: 'POST', path: '/labels', token: eve.token, headers, body: { data } };
  await service.ask({ group: 'labels' }, 201, request);
  await signIn(eve.email);
  return eve;
}

/** Commands of imports, whose examples name files that were not uploaded. */
const withFiles = {
  'import-usage': async () => {
    await uploadReport('40');
    return reportFile('40', 'command.csv');
  },
  'list-imports': async () => ({}),
  'show-usage-import': async () => ({ name: 'command.csv' }),
};

/** Those that end a session or a stage's state come with separate accounts. */
async function commands(eve: Person): Promise<void> {
  for (const [name, given] of Object.entries({ ...commandArguments, ...withFiles })) {
    if (name.startsWith('redrive-')) continue;
    const outcome = await operate({ command: name, arguments: await given(eve), actor: 'release' });
    if (!('result' in outcome)) throw new Error(`${name}: ${JSON.stringify(outcome)}`);
  }
}
