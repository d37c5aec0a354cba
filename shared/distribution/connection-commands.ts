/** Operators' commands about connected stores, as data. What each does is in `commands/`. */
import * as v from 'valibot';
import { filledIn, flag, hidden, id, secret, value, values } from '../kit/commands/arguments.ts';
import { declareCommand } from '../kit/commands/declare.ts';
import { layoutSchema } from '../usage/layouts/report-layout.ts';
import { ACKNOWLEDGED_WITHIN_HOURS, storePriorities, storeProfiles } from './stores/connected/connection.ts';
import { storeProtocols } from './stores/store-behaviors.ts';

const PORT = 'must be a port from 1 to 65535';

const line = (most: number, what: string) =>
  v.pipe(
    v.string(),
    v.regex(/^[^\p{C}]+$/u, `must be ${what}`),
    v.maxLength(most, `must have at most ${most} characters`),
  );

const port = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number))], PORT),
  v.integer(PORT),
  v.minValue(1, PORT),
  v.maxValue(65_535, PORT),
);

const HOURS = 'must be from 1 to 720 hours';

const hours = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number))], HOURS),
  v.integer(HOURS),
  v.minValue(1, HOURS),
  v.maxValue(720, HOURS),
);

const folderPath = v.pipe(
  v.string(),
  v.regex(/^[^\p{C}]*$/u, 'must be a path'),
  v.maxLength(200, 'must have at most 200 characters'),
  v.transform((path) => path.replace(/(?<=.)\/+$/, '')),
  v.check((path) => !path.split('/').includes('..'), 'must not contain ..'),
);

const hostKey = v.pipe(
  v.string(),
  v.regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'must be a fingerprint as ssh-keygen -lf shows it, SHA256:...'),
);

/** Of the protocol `sftp`. */
const sftpArguments = {
  host: value(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[A-Za-z0-9.:-]{1,253}$/, 'must be a host name or an address'),
        v.toLowerCase(),
      ),
    ),
    { placeholder: 'HOST', help: 'the name of the SFTP server' },
  ),
  port: value(v.optional(port), { placeholder: 'NUMBER', help: 'its port; 22 by default' }),
  user: value(v.optional(line(100, 'a name')), {
    placeholder: 'NAME',
    help: 'the user name with which the stage signs in',
  }),
  'sign-in': secret(
    v.optional(v.pipe(v.string(), v.minLength(1, 'is required'), v.maxLength(20_000, 'is too long'))),
    'the private key without a passphrase, or the password: --sign-in - < FILE',
  ),
  'host-key': values(
    v.optional(
      v.pipe(v.array(hostKey), v.minLength(1, 'is required'), v.maxLength(10, 'must be at most 10')),
    ),
    { placeholder: 'SHA256:...', help: 'the fingerprint of a host key of the server; can be repeated' },
  ),
} as const;

/** Of the protocol `s3`. */
const s3Arguments = {
  bucket: value(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
      ),
    ),
    { placeholder: 'NAME', help: 'the bucket of the store, with --protocol s3' },
  ),
  region: value(
    v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2}(-[a-z]{1,20}){1,3}-\d$/, 'must be a region of AWS'))),
    { placeholder: 'REGION', help: 'the region of the bucket, such as eu-central-1' },
  ),
  role: value(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(
          /^arn:aws(-[a-z]+)*:iam::\d{12}:role\/([\w+=,.@-]+\/)*[\w+=,.@-]{1,64}$/,
          'must be the ARN of a role',
        ),
      ),
    ),
    { placeholder: 'ARN', help: 'the role of the store that the stage assumes' },
  ),
  'external-id': value(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[\w+=,.@:/-]{16,128}$/, 'must have 16 to 128 letters, digits and +=,.@:/-'),
      ),
    ),
    {
      placeholder: 'TEXT',
      help: 'the external id with which the role trusts the stage; use a different one for each store',
    },
  ),
} as const;

export const connectStore = declareCommand({
  name: 'connect-store',
  help:
    'Connects the store of a DSP, so that packages are transferred to it from the next attempt of any delivery: by SFTP, or ' +
    'into a bucket of S3 through a role that the store grants. The private key or the password of SFTP is sealed with the ' +
    'secret of the stage. Replaces an earlier connection of the DSP.',
  arguments: {
    'dsp-id': value(id, { placeholder: 'ID', help: 'the DSP' }),
    protocol: value(
      v.optional(v.picklist(storeProtocols, `must be one of ${storeProtocols.join(', ')}`), 'sftp'),
      { placeholder: storeProtocols.join('|'), help: 'how packages are transferred; sftp by default' },
    ),
    ...sftpArguments,
    ...s3Arguments,
    folder: value(v.optional(folderPath, ''), {
      placeholder: 'PATH',
      help: 'where releases are placed; by default, the login folder or the whole bucket',
    }),
    acknowledgements: value(v.optional(folderPath, 'acknowledgements'), {
      placeholder: 'PATH',
      help: 'where the store places acknowledgements, within the folder; acknowledgements by default',
    }),
    'acknowledged-within': value(v.optional(hours, ACKNOWLEDGED_WITHIN_HOURS), {
      placeholder: 'HOURS',
      help: `after how many hours without an acknowledgement of a release an alarm goes off; ${ACKNOWLEDGED_WITHIN_HOURS} by default`,
    }),
    reports: value(v.optional(folderPath), {
      placeholder: 'PATH',
      help: 'where the store places sales reports, within the folder; if omitted, none are read',
    }),
    layout: value(v.optional(v.pipe(v.string(), v.minLength(1, 'needs the name of a layout'))), {
      placeholder: 'NAME',
      help: 'the layout of its reports, as for import-usage; none for DDEX reports',
    }),
    set: values(v.optional(v.array(v.string())), {
      placeholder: 'COLUMN=VALUE',
      help: 'the value of a column in all lines of its reports, as for import-usage',
    }),
    reading: hidden(v.optional(layoutSchema)),
    'acknowledge-reports': flag(
      'places a file ACK_... next to each DDEX report that was imported, and removes its semaphore (.ctrl)',
    ),
    profile: value(
      v.optional(v.picklist(storeProfiles, `must be one of ${storeProfiles.join(', ')}`), 'release'),
      {
        placeholder: storeProfiles.join('|'),
        help: 'whether each release is complete alone, or a manifest completes a batch; release by default',
      },
    ),
    priority: value(
      v.optional(v.picklist(storePriorities, `must be one of ${storePriorities.join(', ')}`), 'N'),
      {
        placeholder: storePriorities.join('|'),
        help: 'the prefix of folder names: with priority, without, or low; N by default',
      },
    ),
    'party-id': value(
      v.optional(v.pipe(v.string(), v.regex(/^PADPIDA[a-zA-Z0-9]{1,20}$/, 'must be a DDEX party id'))),
      { placeholder: 'ID', help: "the store's DDEX party id; by default, that of the stage's settings" },
    ),
    'message-version': value(v.optional(v.picklist(['4.3', '4.3.2'], 'must be 4.3 or 4.3.2')), {
      placeholder: '4.3|4.3.2',
      help: "the version of messages; by default, that of the stage's settings",
    }),
  },
  positional: ['dsp-id'],
  examples: [
    'connect-store 4 --host sftp.store.example --user label --host-key SHA256:2ukSP4PVkbPlfiIhL58IFtG61dwRsGPbHJf5WlkFOFU --sign-in - < id_ed25519',
    'connect-store 4 --protocol s3 --bucket store-incoming --region eu-central-1 --role arn:aws:iam::111122223333:role/music-distribution/incoming --external-id 5b1f0d7e-53a4-4c0e-9d7a-2f6b8f0c1a11',
  ],
});

export const testStore = declareCommand({
  name: 'test-store',
  help:
    'Signs in to a connected store, lists its folders, and writes and removes a file. Reports each result in ' +
    'one sentence. Sends nothing else.',
  isRecorded: ({ asked }) => asked === undefined,
  arguments: {
    'dsp-id': value(id, { placeholder: 'ID', help: 'the DSP' }),
    asked: filledIn(v.optional(v.string())),
  },
  positional: ['dsp-id'],
  examples: ['test-store 4'],
});

export const disconnectStore = declareCommand({
  name: 'disconnect-store',
  help:
    'Deletes the connection of a store with its private key or password. Packages are then written to the bucket only. ' +
    'Running transfers end and fail until the store is connected again.',
  arguments: { 'dsp-id': value(id, { placeholder: 'ID', help: 'the DSP' }) },
  positional: ['dsp-id'],
  examples: ['disconnect-store 4'],
});

export const readStore = declareCommand({
  name: 'read-store',
  help:
    'Reads the acknowledgements and sales reports of a connected store now, instead of on schedule. Reports how many ' +
    'deliveries were completed and rejected, and which reports are imported. Unclear files stay in list-waiting until they ' +
    'are dismissed.',
  isRecorded: ({ asked }) => asked === undefined,
  arguments: {
    'dsp-id': value(id, { placeholder: 'ID', help: 'the DSP' }),
    dismiss: value(v.optional(line(255, 'the name of a file')), {
      placeholder: 'NAME',
      help: 'removes this file from list-waiting without reading any',
    }),
    asked: filledIn(v.optional(v.string())),
  },
  positional: ['dsp-id'],
  examples: ['read-store 4', 'read-store 4 --dismiss ACK_114877148073984_20270102030405006.xml'],
});
