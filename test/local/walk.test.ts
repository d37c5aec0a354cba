/** Runs the walkthrough in the README, block by block. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Launched, launch } from '../support/launch.ts';

const root = join(import.meta.dirname, '../..');
const walk =
  /## Five minutes([\s\S]*?)## The tree/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? '';
const blocks = [...walk.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);

const dataDirectory = mkdtempSync(join(tmpdir(), 'walk-'));
let stage: Launched | undefined;
afterAll(async () => {
  await stage?.interrupt();
  rmSync(dataDirectory, { recursive: true, force: true });
});

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

describe('the walkthrough in the README', () => {
  it('works', async () => {
    expect(blocks).toHaveLength(20);
    stage = await launch({ DATA_DIR: dataDirectory });
    const port = await freePort();
    const shell = spawn('bash', [], {
      cwd: root,
      detached: true,
      env: {
        ...process.env,
        AWS_ENDPOINT_URL: stage.awsUrl,
        DATA_DIR: dataDirectory,
        RECEIVER_PORT: String(port),
      },
    });
    // Also after a timeout of the test.
    onTestFinished(() => {
      if (shell.pid) process.kill(-shell.pid, 'SIGKILL');
    });
    let said = '';
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    const type = (block: string) =>
      shell.stdin.write(
        `${block.replaceAll('http://localhost:3000', stage?.url ?? '').replaceAll('4443', String(port))}\n`,
      );
    const repeated = (block: string, text: RegExp) =>
      expect
        .poll(
          () => {
            type(block);
            return said;
          },
          { timeout: 15_000, interval: 200 },
        )
        .toMatch(text);
    const hear = (text: string | RegExp) => expect.poll(() => said, { timeout: 15_000 }).toMatch(text);
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
    const [picture = ''] = /usage-\d+\.svg/.exec(said) ?? [];
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
