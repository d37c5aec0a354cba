/** All invariants, once a stage without traffic is quiet. */
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { catalogueFaults } from '../support/catalogue/faults.ts';
import { allRows } from '../support/invariants.ts';
import { webhookFaults } from './checks/deliveries.ts';
import { eventFaults } from './checks/events.ts';
import { listFaults } from './checks/lists.ts';
import { moneyFaults, playFaults } from './checks/money.ts';
import { recordFaults, rowsOf } from './checks/records.ts';
import { storeFaults } from './checks/stores.ts';
import { workFaults } from './checks/work.ts';
import { deadLetters } from './quiescence.ts';
import type { Soak } from './soak.ts';

const PLAYED_TRACKS = 30;

/** @returns a sentence for each violation, by invariant. */
export async function brokenInvariants(soak: Soak): Promise<ReadonlyMap<string, readonly string[]>> {
  const { model, figures, stage } = soak;
  await useTable(stage.awsUrl);
  const rows = rowsOf(await allRows());
  figures.count('rows', rows.all.length);
  for (const type of ['albums', 'tracks', 'deliveries', 'webhook-events', 'distribution-requests'])
    figures.count(type, rows.of(type).length);
  const letters = [...(await deadLetters(soak))].map(([queue, count]) => `${count} of ${queue}`);
  return new Map<string, readonly string[]>([
    ['Records are as acknowledged', recordFaults(model, rows)],
    ['Rows of the catalogue fit together', catalogueFaults(rows.all)],
    ['Work is done, and nothing is without its record', workFaults(rows, Date.now())],
    ['Albums are on the DSPs that their deliveries tell', storeFaults(rows)],
    ['Each change was announced once', eventFaults(model, rows)],
    ['Each event was delivered as recorded', webhookFaults(model, rows)],
    ['Lists and totals are those of the records', await listFaults(model, rows)],
    ['Sums of money are exact', await moneyFaults(model)],
    ['Plays are those of the reports', await playFaults(model, PLAYED_TRACKS)],
    ['There are no dead letters', letters],
    ['Nothing was wrong while the traffic ran', soak.faults],
    ['Memory stays below its ceiling', figures.isWithinMemory ? [] : [`${figures.maxMemory} MB`]],
  ]);
}

/** Lets this process read the table of the stage. */
async function useTable(awsUrl: string): Promise<void> {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: awsUrl,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  const client = new DynamoDBClient();
  const { TableNames } = await client.send(new ListTablesCommand({}));
  client.destroy();
  process.env['TABLE_NAME'] = TableNames?.[0];
}
