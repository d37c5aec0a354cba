/** Operators' commands about several features, as data. What each does is in `commands/`. */
import * as v from 'valibot';
import { releaseForm } from '../catalogue/back-catalogue/release-form.ts';
import {
  filledIn,
  flag,
  hidden,
  id,
  limitUpTo,
  pageAfter,
  pageLimit,
  recordId,
  value,
  values,
} from '../kit/commands/arguments.ts';
import { declareCommand } from '../kit/commands/declare.ts';
import { moment } from '../kit/values/moment.ts';

export const status = declareCommand({
  name: 'status',
  help:
    'Shows what waits on the stage: messages and dead letters of each queue, how to repair work that was ' +
    'given up, background work by kind and state, requests to review, failing deliveries, webhook endpoints that fail or were disabled, failed analytics reports, how many codes ' +
    'are left, how far the stream of changes is behind and which of its changes fail, the last sweep, and ' +
    'rows that the last reindex could not read.',
  isRecorded: false,
  arguments: {},
  examples: ['status', 'status --json'],
});

const MAX_WAITING = 100;

export const listWaiting = declareCommand({
  name: 'list-waiting',
  help:
    'Lists everything that waits for a person, longest first, with the command or the document that resolves each: ' +
    'requests to review, to preapprove, held or without masters, failed deliveries that no later delivery has ' +
    'replaced, new artist profiles, reports with rejected or unmatched lines, balances of at least 1 that are owed (of ' +
    'the newest 200 organizations), webhook endpoints that have failed for an hour or that the service has disabled, analytics reports that failed, organizations that are read-only, background work that fails or was stopped, rows that reindex could not read, changes of the table that fail, dead letters, and codes that ' +
    'run out.',
  isRecorded: false,
  arguments: { limit: limitUpTo(MAX_WAITING, 'items of each kind') },
  examples: ['list-waiting', 'list-waiting --limit 100 --json'],
});

export const continueWork = declareCommand({
  name: 'continue-work',
  help:
    'Resumes background work that was stopped because its attempts had no outcome for a day. ' +
    'list-waiting shows the kind and the id of stopped work, and what was wrong.',
  arguments: {
    kind: value(v.pipe(v.string(), v.regex(/^[a-z-]+$/, 'must be a kind of work')), {
      placeholder: 'KIND',
      help: 'the kind of work, as list-waiting shows it',
    }),
    id: value(v.pipe(v.string(), v.minLength(1), v.maxLength(500)), {
      placeholder: 'ID',
      help: 'the id beside it',
    }),
  },
  positional: ['kind', 'id'],
  examples: ['continue-work audio-analysis 114876805523200'],
});

export const showOrganization = declareCommand({
  name: 'show-organization',
  help: 'Shows an organization with its users, their capabilities, and the state of their webhook endpoints.',
  isRecorded: false,
  arguments: { id: recordId('white-labels', 'the organization') },
  positional: ['id'],
  examples: ['show-organization 114876805523200'],
});

export const disableUser = declareCommand({
  name: 'disable-user',
  help:
    'Disables a user, ends its sessions and prevents further sign-ins. Its webhook endpoints are disabled as well, and ' +
    'receive nothing more. Its records stay. With --enable, the user can sign in again, and enable its endpoints.',
  arguments: {
    'user-id': recordId('users', 'the user'),
    enable: flag('enables a disabled user'),
  },
  positional: ['user-id'],
  examples: ['disable-user 114876805523268', 'disable-user 114876805523268 --enable'],
});

export const describeStage = declareCommand({
  name: 'describe-stage',
  help:
    'Shows what the console needs to know of a stage: its address, its commands with their arguments, its ' +
    'DSPs, the capabilities of organizations, and the reasons that reviewers can choose.',
  isRecorded: false,
  arguments: {},
  examples: ['describe-stage --json'],
});

const POSITION = /^\d{4}-\d\d-\d\dT[\d:.]+Z#[\w#~-]+$/;

export const history = declareCommand({
  name: 'history',
  help:
    'Lists what happened in an organization, newest first: changes of records, commands of operators, ' +
    'and webhook events. Records are shown with their creation and last change; requests and deliveries ' +
    'with all their steps.',
  isRecorded: false,
  arguments: {
    organization: recordId('white-labels', 'the organization'),
    since: value(v.optional(moment), { placeholder: 'TIME', help: 'only from this day (UTC) or time' }),
    limit: pageLimit,
    after: pageAfter(
      v.pipe(v.string(), v.regex(POSITION, 'must be the position at the end of a page of this list')),
    ),
  },
  positional: ['organization'],
  examples: ['history 114876805523200', 'history 114876805523200 --since 2026-11-05 --limit 100'],
});

/** The key that the command line makes of a passphrase: 32 bytes in base64url. */
const moveKey = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^[\w-]{43}$/, 'must be a key'),
    v.transform((text): Uint8Array => Buffer.from(text, 'base64url')),
  ),
);

const place = v.strictObject({
  file: v.string(),
  owner: v.string(),
  id: v.string(),
  by: v.optional(v.string()),
});

export const exportOrganization = declareCommand({
  name: 'export-organization',
  help:
    'Writes everything of an organization into a new folder of readable files, from which ' +
    'import-organization restores it, on this or another stage. Passwords and signing secrets are ' +
    'included only encrypted with a passphrase.',
  arguments: {
    'organization-id': value(id, { placeholder: 'ID', help: 'the organization' }),
    to: value(v.optional(v.string()), {
      placeholder: 'FOLDER',
      help: 'the folder, which must be new or empty; required',
    }),
    'passphrase-file': value(v.optional(v.string()), {
      placeholder: 'FILE',
      help: 'includes passwords and signing secrets, encrypted with the passphrase in this file',
    }),
    after: filledIn(v.optional(v.string())),
    until: filledIn(v.optional(v.string())),
    again: hidden(v.optional(v.array(place))),
    key: hidden(moveKey),
  },
  isRecorded: ({ after, again }) => after === undefined && again === undefined,
  onlyReads: true,
  positional: ['organization-id'],
  examples: [
    'export-organization 114876805523268 --to backup',
    'export-organization 114876805523268 --to backup --passphrase-file passphrase.txt',
  ],
});

export const importOrganization = declareCommand({
  name: 'import-organization',
  help:
    'Restores what export-organization wrote, with the same ids. Everything is checked before anything ' +
    'is written. Existing records are changed only with --replace, and no webhooks are sent for restored records. ' +
    'The command can be repeated.',
  arguments: {
    from: value(v.optional(v.string()), {
      placeholder: 'FOLDER',
      help: 'the folder of the export; required',
    }),
    check: flag('only checks the files and compares them with the stage'),
    'passphrase-file': value(v.optional(v.string()), {
      placeholder: 'FILE',
      help:
        'restores passwords and signing secrets with the passphrase of the export; otherwise, passwords ' +
        'must be reset, and endpoints are disabled until their secrets are rotated',
    }),
    'take-over': flag(
      'continues unfinished work here, such as deliveries; only after the other stage has stopped ' +
        'serving the organization',
    ),
    'without-usage': flag('omits plays, revenue and lines of store reports'),
    replace: value(v.optional(v.string()), {
      placeholder: 'TYPES',
      help:
        'restores existing records of these types that differ, such as labels,tracks, as their owners could with the API; ' +
        'start with --check, which shows what would change',
    }),
    seen: value(v.optional(v.string()), {
      placeholder: 'DIGEST',
      help: 'the value that --check printed with --replace; required to replace records',
    }),
    'organization-id': filledIn(v.optional(id)),
    step: filledIn(v.optional(v.picklist(['check', 'write', 'finish', 'compare', 'replace']), 'check')),
    file: filledIn(v.optional(v.string(), '')),
    lines: hidden(v.optional(v.array(v.record(v.string(), v.unknown())), [])),
    versions: hidden(v.optional(v.array(v.number()), [])),
    key: hidden(moveKey),
  },
  isRecorded: ({ step }) => step !== 'check' && step !== 'compare',
  examples: [
    'import-organization --from backup --check',
    'import-organization --from backup --check --replace labels,tracks',
    'import-organization --from backup --passphrase-file passphrase.txt --take-over --stage prod',
  ],
});

const formats = ['ern', 'csv'] as const;

export const exportCatalogue = declareCommand({
  name: 'export-catalogue',
  help:
    'Writes the releases of a user into a new folder, from which import-catalogue creates them again. ' +
    'Albums without a UPC or without tracks are omitted and listed.',
  arguments: {
    user: recordId('users', 'the owner of the releases'),
    to: value(v.optional(v.string()), {
      placeholder: 'FOLDER',
      help: 'the folder, which must be new or empty; required',
    }),
    format: value(v.optional(v.picklist(formats, `must be ${formats.join(' or ')}`), 'ern'), {
      placeholder: formats.join('|'),
      help: 'a DDEX ERN 4.3 or 4.3.2 message for each release (ern, the default), or one spreadsheet (csv)',
    }),
    after: filledIn(v.optional(v.string())),
  },
  isRecorded: ({ after }) => after === undefined,
  onlyReads: true,
  examples: [
    'export-catalogue --user 114876805523268 --to catalogue',
    'export-catalogue --user 114876805523268 --to catalogue --format csv',
  ],
});

const genres = v.pipe(
  v.array(v.string(), 'must be a list'),
  v.everyItem((given) => /^[^=]*[^=\s][^=]*=[^=]*[^=\s][^=]*$/.test(given), 'must be written "NAME=GENRE"'),
);

export const importCatalogue = declareCommand({
  name: 'import-catalogue',
  help:
    'Creates the releases of DDEX messages (.xml, ERN 3.7 to 4.3.2) and spreadsheets (.csv) for a user, ' +
    'through the same rules as requests of that user. Everything is checked before anything is written, ' +
    'existing records are not changed, and the command can be repeated.',
  arguments: {
    from: value(v.optional(v.string()), {
      placeholder: 'FOLDER',
      help: 'the folder with the files, which are found anywhere below it; required',
    }),
    user: recordId('users', 'the user who will own the releases'),
    masters: value(v.optional(v.string()), {
      placeholder: 'URL',
      help: 'https address of the folder that relative addresses of audio, video and artwork start from',
    }),
    genre: values(v.optional(genres), {
      placeholder: 'NAME=GENRE',
      help: 'maps a genre of the files to one of /genres, such as "J-Pop=Pop"',
    }),
    check: flag('only checks the files and compares them with the catalogue'),
    step: filledIn(v.optional(v.picklist(['check', 'write', 'share']), 'check')),
    releases: hidden(v.optional(v.array(releaseForm), [])),
  },
  isRecorded: ({ step }) => step !== undefined && step !== 'check',
  examples: [
    'import-catalogue --from back-catalogue --user 114876805523268 --check',
    'import-catalogue --from back-catalogue --user 114876805523268 --masters https://files.example/masters --stage prod',
    'import-catalogue --from back-catalogue --user 114876805523268 --genre "Visual Kei=Rock" --genre "Enka=World"',
  ],
});

const MAX_LISTED = 1000;

export const listCommands = declareCommand({
  name: 'list-commands',
  help:
    'Lists the commands run on the stage, newest first, with time, actor, outcome and arguments except ' +
    'secrets. The outcome is done, rejected (nothing was changed, and the operator saw the reason) or failed; a ' +
    'running command has none.',
  arguments: {
    month: value(
      v.optional(v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11'))),
      { placeholder: 'YYYY-MM', help: 'only this month (UTC); the last twelve months by default' },
    ),
    since: value(v.optional(moment), {
      placeholder: 'TIME',
      help: 'only from this day (UTC) or time, up to ten years ago',
    }),
    command: value(v.optional(v.string()), { placeholder: 'NAME', help: 'only this command' }),
    organization: value(v.optional(id), {
      placeholder: 'ID',
      help: 'only commands that named a user or a record of this organization',
    }),
    limit: limitUpTo(MAX_LISTED, 'commands'),
  },
  examples: [
    'list-commands --limit 10',
    'list-commands --month 2026-11 --command approve-request',
    'list-commands --since 2026-11-05 --organization 114876805523200',
  ],
});

export const reindex = declareCommand({
  name: 'reindex',
  help:
    'Rewrites records stored under an older declaration, so that new filters and links find them. ' +
    'Continues webhook events whose messages were lost. Scans the whole table. If it stops early, it ' +
    'prints a position from which to continue.',
  arguments: {
    from: value(v.optional(v.pipe(v.string(), v.includes(' ', 'must be a position printed by reindex'))), {
      placeholder: 'POSITION',
      help: 'the position printed by an earlier run',
    }),
  },
  examples: ['reindex'],
});
