/**
 * `npm run bench` measures counts and ratios in one run on one machine. `-- NAME` measures only that table.
 */
import { parseArgs } from 'node:util';
import { helpWith } from '../../bin/help.ts';
import { costs } from './costs.ts';
import { formats } from './formats/formats.ts';
import { large } from './large/large.ts';
import { largest } from './largest.ts';
import { histories, lists } from './lists.ts';
import { printReport, readReport, reportOf, writeReport } from './report.ts';
import { requests } from './requests.ts';
import { simulateWebhooks } from './simulation/scenarios.ts';
import { sound } from './sound/sound.ts';
import { soundTable } from './sound/sound-table.ts';
import { start } from './start.ts';

/** Each measures one table of figures. */
const tables = {
  'Start of a function': start,
  'List of tracks': lists,
  'History of 100,000': histories,
  Request: requests,
  'Largest request': largest,
};

/** Measured only on request. Each gets what follows its name. */
const others: Readonly<Record<string, (...rest: string[]) => Promise<void> | void>> = {
  formats: (folder) => formats(folder),
  large: (scale = '1') => large(Number(scale)),
  costs: async () => printReport(reportOf({ Cost: await costs() })),
  webhooks: simulateWebhooks,
  sound: (...counts) => sound(...counts.map(Number)),
  'sound-table': (tracks = '1000') => soundTable(Number(tracks)),
};

helpWith(`npm run -s bench [-- NAME]: measures what requests, lists and starts of functions cost.

  --json FILE     also writes the figures
  --compare FILE  also shows those of an earlier run

NAME is one of ${Object.keys(others).join(', ')}, which measure something else
(formats with a folder of files, large with a scale such as 0.01, sound with numbers of tracks, of copies, and of other songs,
and sound-table with a number of tracks).`);

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
