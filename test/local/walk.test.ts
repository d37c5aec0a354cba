/** Runs the walkthrough in the README, block by block. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Launched, launch } from '../support/launch.ts';
import { shellBlocks, startWalkthrough } from '../support/walkthrough.ts';

const root = join(import.meta.dirname, '../..');
const blocks = shellBlocks('README.md', 'Five minutes');

const dataDirectory = mkdtempSync(join(tmpdir(), 'walk-'));
let stage: Launched | undefined;
afterAll(async () => {
  await stage?.interrupt();
  rmSync(dataDirectory, { recursive: true, force: true });
});

describe('the walkthrough in the README', () => {
  it('works', async () => {
    expect(blocks).toHaveLength(20);
    stage = await launch({ DATA_DIR: dataDirectory });
    const { type, hear, repeated, said } = await startWalkthrough(stage, dataDirectory);
    const [
      signIn = '',
      label = '',
      release = '',
      tracks = '',
      whole = '',
      endpoint = '',
      receiver = '',
      distribute = '',
      deliveries = '',
      outcomes = '',
      takedown = '',
      trends = '',
      report = '',
      file = '',
      royalties = '',
      chart = '',
      test = '',
      events = '',
      miss = '',
      again = '',
    ] = blocks;
    type(signIn);
    await hear(/"email":"admin@demo.example"/);
    type(label);
    await hear(/"name":"Blue Room","description":"Late jazz"/);
    type(release);
    type(tracks);
    type(whole);
    await hear(
      /"title":"Small Hours"[^\n]*"title":"Half Past Three","order":1[^\n]*"title":"Streetlights","order":2/,
    );
    type(endpoint);
    await hear(/\d{12,} whsec_[0-9a-f]{64}/);
    type(receiver);
    await hear(/Receiving webhooks/);
    type(distribute);
    await hear(/status: sent/);
    await repeated(deliveries, /"status":"sent","errors":null[^\n]*"status":"sent","errors":null/);
    await hear(/store_delivery\.completed[\s\S]*store_delivery\.completed/);
    type(outcomes);
    await hear(/store_delivery\.rejected/);
    await hear(/store_delivery\.failed/);
    type(takedown);
    await repeated(deliveries, /"type":"takedown","status":"sent"[^\n]*"type":"takedown","status":"sent"/);
    await repeated(trends, /"attributes":\{"date":"\d{4}-\d\d-\d\d","country":"BR","plays":\d+\}/);
    type(report);
    await repeated(file, /date,dsp_id,country,isrc,plays,revenue,currency\n\d{4}-\d\d-\d\d,1,\w\w,QZDEM26/);
    type(royalties);
    await hear(/"currencies":\["EUR","USD"\],"current-balance":"\d+\.\d+"/);
    type(chart);
    await hear(/picture: usage-\d+\.svg\nfrom: \S+\nto: \S+\nplays: \d+/);
    const [picture = ''] = /usage-\d+\.svg/.exec(said()) ?? [];
    rmSync(join(root, picture));
    type(test);
    await hear(/"status":"pending","attempts":0/);
    await hear(/signature {2}verified\n {2}received {3}for the first time\n {2}answered {3}204/);
    const delivered = (text: RegExp) => repeated(events, text);
    await delivered(/"status":"succeeded","attempts":1,"last-response-status":204/);
    type(miss);
    await delivered(/"status":"pending","attempts":1,"last-response-status":null/);
    type(again);
    await delivered(/"status":"succeeded","attempts":[2-9],"last-response-status":204/);
  }, 90_000);
});
