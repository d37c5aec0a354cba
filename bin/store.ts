/** `npm run store`: a store on your machine, to which the local stage transfers releases. */
import { parseArgs, styleText } from 'node:util';
import * as v from 'valibot';
import { responses } from './local/store/acknowledgement.ts';
import type { CheckedPackage } from './local/store/check-package.ts';
import { serveExampleFiles } from './local/store/example-files.ts';
import { startLocalStore } from './local/store/local-store.ts';
import { storeFolderOf } from './local/store/store-folders.ts';

const HELP = `npm run store -- [--respond accept] [--reason TEXT] [--late 60] [--dsp 4]

  --respond  how it acknowledges packages: ${responses.join(', ')} (accept). Packages
             that are incomplete or damaged are always rejected.
  --reason   why it rejects them
  --late     seconds until it acknowledges a package, with --respond late
  --dsp      the DSP of the command that it prints

Environment:

  STORE_PORT  the port it listens on (2222). The next one serves a cover and recordings by HTTPS.
  DATA_DIR    the data directory of the local stage; its folder is beside it (.local-store)`;

const USER = 'label';
const PASSWORD = 'store-password';

const optionsSchema = v.object({
  respond: v.picklist(responses, `--respond takes one of ${responses.join(', ')}.`),
  reason: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
  late: v.pipe(v.string(), v.regex(/^\d{1,6}$/, '--late takes seconds.'), v.transform(Number)),
  dsp: v.pipe(v.string(), v.regex(/^\d{1,3}$/, '--dsp takes the id of a DSP.')),
  port: v.pipe(
    v.string(),
    v.regex(/^\d{1,5}$/, 'STORE_PORT must be a port.'),
    v.transform(Number),
    v.maxValue(65_535, 'STORE_PORT must be a port.'),
  ),
});

function readOptions() {
  const { values } = parseArgs({
    options: {
      respond: { type: 'string', default: 'accept' },
      reason: { type: 'string', default: 'The store does not want this release.' },
      late: { type: 'string', default: '60' },
      dsp: { type: 'string', default: '4' },
    },
  });
  return v.parse(optionsSchema, { ...values, port: process.env['STORE_PORT'] || '2222' });
}

function tell(path: string, { releaseId, title, isTakedown, files, faults }: CheckedPackage): void {
  const what = isTakedown ? 'takedown' : `${files} files`;
  const state = faults.length === 0 ? styleText('green', 'complete') : styleText('red', faults.join(' '));
  console.log(`${styleText('bold', title)}  ${releaseId}
  path   ${path}
  has    ${what}, ${state}
`);
}

async function start({ respond, reason, late, dsp, port }: v.InferOutput<typeof optionsSchema>) {
  const { DATA_DIR } = process.env;
  const dataDirectory = !DATA_DIR || DATA_DIR === 'memory' ? '.local' : DATA_DIR;
  const folder = storeFolderOf(dataDirectory);
  const server = await startLocalStore({
    folder,
    port,
    user: USER,
    password: PASSWORD,
    response: respond,
    reason,
    lateSeconds: late,
    tell,
  });
  const filesPort = await serveExampleFiles(dataDirectory, port === 0 ? 0 : port + 1);
  console.log(`Taking releases by SFTP on port ${server.port}, and responding: ${respond}
Folder: ${folder}
Files for releases: https://localhost:${filesPort}/cover.png and https://localhost:${filesPort}/1.wav, 2.wav ...

Connect it to a DSP of the local stage:

  printf ${PASSWORD} | npm run -s operate -- connect-store ${dsp} --host 127.0.0.1 --port ${server.port} --user ${USER} \\
    --host-key ${server.fingerprint} --reports reports --set dsp_id=${dsp} --sign-in -
`);
}

if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
  console.log(HELP);
} else {
  try {
    await start(readOptions());
  } catch (error) {
    console.error(error instanceof v.ValiError ? error.message : String(Object(error).message ?? error));
    process.exitCode = 1;
  }
}
