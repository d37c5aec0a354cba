/**
 * `npm run bench` measures counts and ratios in one run on one machine. `-- NAME` measures only some of them.
 */
import { parseArgs } from 'node:util';
import { helpWith } from '../../bin/help.ts';
import { besideSftp } from './beside-sftp.ts';
import { costs } from './costs.ts';
import { writeDocuments } from './documents.ts';
import { formats } from './formats/formats.ts';
import { large } from './large/large.ts';
import { largest } from './largest.ts';
import { histories, lists } from './lists.ts';
import { printReport, type Report, readReport, reportOf, writeReport } from './report.ts';
import { requests } from './requests.ts';
import { simulateWebhooks } from './simulation/scenarios.ts';
import { simulateTransfers } from './simulation/transfers.ts';
import { sound } from './sound/sound.ts';
import { soundTable } from './sound/sound-table.ts';
import { start } from './start.ts';
import { statements } from './statements.ts';

type Tables = Report['tables'];

/** Measured together by default. */
const usual: Readonly<Record<string, () => Promise<Tables>>> = {
  start: async () => ({ 'Start of a function': await start() }),
  lists: async () => ({ 'List of tracks': await lists() }),
  histories: async () => ({ 'History of 100,000': await histories() }),
  requests: async () => ({ Request: await requests() }),
  largest: async () => ({ 'Largest request': await largest() }),
};

/** Measured only on request. Each gets what follows its name. */
const others: Readonly<Record<string, (...rest: string[]) => Promise<Tables>>> = {
  large: (scale = '1') => large(Number(scale)),
  costs: async () => ({ Cost: await costs() }),
  statements: async (scale = '1') => ({ 'Statement of a large owner': await statements(Number(scale)) }),
};

/** These print what they measure. */
const printing: Readonly<Record<string, (...rest: string[]) => Promise<void> | void>> = {
  formats: (folder) => formats(folder),
  webhooks: simulateWebhooks,
  transfers: simulateTransfers,
  sftp: besideSftp,
  sound: (...counts) => sound(...counts.map(Number)),
  'sound-table': (tracks = '1000') => soundTable(Number(tracks)),
};

const names = [usual, others, printing].flatMap((each) => Object.keys(each));

helpWith(`npm run -s bench [-- NAME]: measures what requests, lists and starts of functions cost.

  --json FILE     also writes the figures
  --compare FILE  also shows those of an earlier run
  --docs          also writes the figures into the tables of docs/costs.md and docs/scaling.md

NAME is one of ${names.join(', ')}.
Without a name, ${Object.keys(usual).join(', ')} are measured. Others take arguments: formats a folder of files, large a scale
such as 0.01, sound numbers of tracks, of copies, and of other songs, and sound-table a number of tracks.`);

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, compare: { type: 'string' }, docs: { type: 'boolean' } },
  allowPositionals: true,
});
const [name = '', ...rest] = positionals;
const measuring = usual[name] ?? others[name];
if (printing[name]) await printing[name](...rest);
else if (measuring) await report({ [name]: () => measuring(...rest) });
else if (name === '') await report(usual);
else {
  console.error(`There is no benchmark ${name}: there are ${names.join(', ')}.`);
  process.exit(1);
}
process.exit(0);

async function report(measurements: typeof usual): Promise<void> {
  const earlier = values.compare === undefined ? undefined : readReport(values.compare);
  let tables: Tables = {};
  for (const [each, measure] of Object.entries(measurements)) {
    console.error(`Measuring: ${each}`);
    tables = { ...tables, ...(await measure()) };
  }
  const measured = reportOf(tables);
  printReport(measured, earlier);
  if (values.json !== undefined) writeReport(values.json, measured);
  if (values.docs) writeDocuments(measured);
}
