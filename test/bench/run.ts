/** `npm run bench` measures counts and ratios, all of one run on one machine; `-- NAME` measures only one thing. */
import { parseArgs } from 'node:util';
import { helpWith } from '../../bin/help.ts';
import { audio } from './audio.ts';
import { contention } from './contention.ts';
import { costs } from './costs.ts';
import { damagedAudio } from './damaged-audio.ts';
import { expensive } from './expensive.ts';
import { formats } from './formats/formats.ts';
import { lists } from './lists.ts';
import { memory } from './memory.ts';
import { releases } from './releases.ts';
import { printReport, readReport, reportOf, writeReport } from './report.ts';
import { requests } from './requests.ts';
import { simulatePlaces } from './simulation/places.ts';
import { simulateWebhooks } from './simulation/scenarios.ts';
import { sound } from './sound/sound.ts';
import { soundTable } from './sound/sound-table.ts';
import { startMeasured } from './stage.ts';
import { start } from './start.ts';
import { throughput } from './throughput.ts';
import { webhookConnections } from './webhook-connections.ts';
import { webhookLatency } from './webhook-latency.ts';

/** Each measures one table of figures. */
const tables = {
  'Start of a function': start,
  'List of tracks': lists,
  Request: requests,
  'Most expensive request': expensive,
  'Concurrent writes to one record': contention,
  'Local stage': async () => ({ 'npm start': { ...(await memory()), ...(await requestsASecond()) } }),
};

async function requestsASecond(): Promise<Record<string, number>> {
  const measured = await startMeasured();
  const { labelsPerSecond, barePerSecond } = await throughput(measured);
  await measured.stage.end();
  return { 'GET a second': Math.round(labelsPerSecond), 'of an empty function': Math.round(barePerSecond) };
}

/** Only on request. Each gets what follows its name. */
const others: Readonly<Record<string, (...rest: string[]) => Promise<void> | void>> = {
  audio: (path) => audio(path),
  formats: (folder) => formats(folder),
  costs: async () => printReport(reportOf({ Cost: await costs() })),
  'damaged-audio': (files = '100000', first = '0') => damagedAudio(Number(files), Number(first)),
  'webhook-connections': async () => console.table(await webhookConnections()),
  webhooks: simulateWebhooks,
  places: simulatePlaces,
  releases: (count = '1000') => releases(Number(count)),
  sound: (...counts) => sound(...counts.map(Number)),
  'sound-table': (tracks = '1000') => soundTable(Number(tracks)),
  'webhook-latency': (seconds = '20') => webhookLatency(Number(seconds)),
};

helpWith(`npm run -s bench [-- NAME]: measures what requests, lists, starts of functions and the local stage cost.

  --json FILE     also writes the figures
  --compare FILE  also shows those of an earlier run

NAME is one of ${Object.keys(others).join(', ')}, which measure something else
(releases, webhook-latency and sound-table with a number of albums, of seconds, or of tracks, audio with a file,
formats with a folder of files, damaged-audio with numbers of files and of the first, and sound with numbers of tracks, of
copies, and of other songs).`);

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, compare: { type: 'string' } },
  allowPositionals: true,
});
const [name, ...rest] = positionals;
const other = others[name ?? ''];
if (other) await other(...rest);
else if (name === undefined) await measure();
else {
  console.error(`There is no benchmark ${name}: there are ${Object.keys(others).join(', ')}.`);
  process.exit(1);
}
process.exit(0);

async function measure(): Promise<void> {
  const earlier = values.compare === undefined ? undefined : readReport(values.compare);
  const measured: Record<string, Awaited<ReturnType<(typeof tables)[keyof typeof tables]>>> = {};
  for (const [title, measureTable] of Object.entries(tables)) {
    console.error(`Measuring: ${title}`);
    measured[title] = await measureTable();
  }
  const report = reportOf(measured);
  printReport(report, earlier);
  if (values.json !== undefined) writeReport(values.json, report);
}
