/** Commands of operators that write, each about the records of a catalogue. */
import { handler as operate } from '../../../functions/operate/handler.ts';
import { capabilities } from '../../../shared/accounts/sign-in/caller.ts';
import { artworkWork } from '../../../shared/catalogue/artwork/artwork-work.ts';
import type { CommandName } from '../../../shared/service/commands/list.ts';
import { command } from '../distribution/stores.ts';
import { foundLine } from '../imported-matches.ts';
import { connecting } from '../stores/connecting.ts';
import { type Cast, mainOf, otherOf } from './cast.ts';
import { featureOf } from './declared.ts';
import type { Operation } from './operation.ts';
import { reportFile } from './scenes/organization-scene.ts';
import { FORMER_ISRC } from './scenes/scenes.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface NamedCast extends Cast {
  readonly organization: string;
}

/** What is special about a command, with its arguments; none if the catalogue has no record for it. */
type Given = (cast: NamedCast) => Readonly<Record<string, Arguments | '' | undefined>>;

/** Arguments about a record. */
const about =
  (type: string, argument: string, more: Arguments = {}): Given =>
  (cast) => {
    const id = mainOf(cast, type);
    return { '': id === undefined ? undefined : { [argument]: id, ...more } };
  };

/** The same with another title. */
const titled = (title: string, { '': given }: ReturnType<Given>) => ({ [title]: given });

const everyCapability = (isOn: boolean) => Object.fromEntries(capabilities.map((name) => [name, isOn]));

const MOVED_AT = '2026-10-03T12:00:00.000Z';

/** 'reads' for commands that change nothing but the log of commands. A test compares it with what they write. */
export const commandExamples: Readonly<Record<CommandName, 'reads' | Given>> = {
  status: 'reads',
  'create-organization': () => ({
    '': {
      name: 'Blue Room',
      'admin-name': 'Ada',
      'admin-email': 'taken@example.com',
      'admin-password': 'Correct-Horse-1',
      dsps: '1',
      ...everyCapability(true),
    },
  }),
  'add-admin': (cast) => ({
    '': {
      'organization-user-id': cast.ada.userId,
      name: 'Grace',
      email: 'taken@example.com',
      'admin-password': 'Correct-Horse-1',
    },
  }),
  'change-email': (cast) => ({ '': { 'user-id': cast.ada.userId, email: 'taken@example.com' } }),
  'reset-password': (cast) => ({ '': { email: cast.ada.email, password: 'Correct-Horse-3' } }),
  'disable-user': (cast) => ({
    ...about('users', 'user-id')(cast),
    'of the administrator': { 'user-id': cast.ada.userId },
    'to enable another': cast.records['users']?.[1] && {
      'user-id': otherOf(cast, 'users'),
      enable: true,
    },
  }),
  'erase-user': (cast) => ({
    ...about('users', 'user-id')(cast),
    'of the administrator': { 'user-id': cast.ada.userId },
    'of another administrator': cast.records['administrators'] && {
      'user-id': mainOf(cast, 'administrators'),
    },
  }),
  'erase-organization': ({ ada, organization }) => {
    const id = { 'organization-id': ada.organizationId };
    const confirmed = { ...id, confirm: organization, 'without-export': true, 'despite-balance': true };
    return { 'without its name': id, '': confirmed };
  },
  'set-read-only': ({ ada: { organizationId: id } }) => ({
    '': { 'organization-id': id },
    'to end it': { 'organization-id': id, end: true },
  }),
  'set-capabilities': (cast) => ({
    '': { 'user-id': cast.ada.userId, ...everyCapability(false), streaming: false, fingerprint: false },
    'of the other user': { 'user-id': mainOf(cast, 'users') ?? cast.ada.userId, ...everyCapability(true) },
  }),
  'list-organizations': 'reads',
  'find-user': 'reads',
  'rotate-stage-secret': 'reads',
  'set-availability': about('artist-dsp-availabilities', 'id', {
    'external-id': 'alpha:artist:z',
    'external-url': 'https://alpha.example/artist/z',
  }),
  'list-albums': 'reads',
  'read-file': 'reads',
  'release-code': ({ ada }) => ({ '': { code: FORMER_ISRC, user: ada.userId, reason: 'Mistyped.' } }),
  'set-store': () => ({
    '': { 'dsp-id': '1', behavior: 'accept' },
    'to reject': { 'dsp-id': '1', behavior: 'reject' },
  }),
  'connect-store': () => ({
    '': connecting('2'),
    'of another store to the same folder': connecting('3', '2'),
  }),
  'read-store': () => ({ '': { 'dsp-id': '2' } }),
  'test-store': () => ({ '': { 'dsp-id': '2' } }),
  'disconnect-store': () => ({ '': { 'dsp-id': '2' } }),
  'list-stores': 'reads',
  'approve-request': (cast) => {
    const [first, second] = cast.records['distribution-requests'] ?? [];
    return {
      '': first && { id: first },
      'of the second': second && { id: second },
      'as it was seen': first && { id: first, seen: '0-0-0' },
    };
  },
  'reject-request': (cast) => ({
    ...about('distribution-requests', 'id', { reason: 'No artwork.' })(cast),
    ...titled('as it was seen', about('distribution-requests', 'id', { reason: 'No.', seen: '0-0-0' })(cast)),
  }),
  'requeue-request': about('distribution-requests', 'id'),
  'takedown-album': about('albums', 'album-id', { reason: 'A court has ordered it.' }),
  'list-requests': 'reads',
  'list-deliveries': 'reads',
  'list-reviews': 'reads',
  'count-reviews': 'reads',
  'look-at-request': (cast) => ({
    ...about('distribution-requests', 'id')(cast),
    ...titled('to end it', about('distribution-requests', 'id', { end: true })(cast)),
  }),
  'show-release': 'reads',
  'show-request': 'reads',
  'show-album': 'reads',
  'report-store': (cast) => {
    const main = mainOf(cast, 'deliveries');
    const of = (outcome: string, id = main) =>
      id === undefined ? undefined : { 'delivery-id': id, outcome, reason: 'As the store has said.' };
    const other = otherOf(cast, 'deliveries');
    return {
      'of a completion': of('completed'),
      'of a rejection': of('rejected'),
      'of a rejection of the second': other && of('rejected', other),
    };
  },
  'advance-codes': () => ({ '': { kind: 'isrc', number: 700 } }),
  'import-matches': (cast) => {
    const track = mainOf(cast, 'tracks');
    return {
      '':
        track === undefined
          ? undefined
          : { file: 'found.jsonl', lines: [{ ...foundLine({ id: 'pair' }), track }] },
    };
  },
  'pay-royalties': (cast) => ({
    '': {
      'user-id': cast.ada.userId,
      period: '2026-10',
      amount: '1.5',
      currency: 'EUR',
      reference: 'PAIR-1',
      'allow-overpayment': true,
    },
  }),
  'void-payment': (cast) => {
    const paid = mainOf(cast, 'royalty-payments');
    return {
      '':
        paid === undefined
          ? undefined
          : { reference: 'PAIR-0', user: cast.ada.userId, reason: 'Paid twice.' },
    };
  },
  'list-balances': 'reads',
  'list-payments': 'reads',
  'list-waiting': 'reads',
  'repeat-report': (cast) => {
    const [running, failed] = cast.records['analytics-reports'] ?? [];
    return { '': failed && { id: failed }, 'of one that is made': running && { id: running } };
  },
  'continue-work': (cast) => {
    const id = otherOf(cast, 'albums');
    return { '': id === undefined ? undefined : { kind: artworkWork.name, id } };
  },
  'show-organization': 'reads',
  'describe-stage': 'reads',
  history: 'reads',
  'export-organization': 'reads',
  'import-organization': (cast) => {
    const labels = { 'organization-id': cast.ada.organizationId, file: 'labels' };
    const moved = (id: string) => ({
      id,
      owner: cast.ada.userId,
      version: 3,
      attributes: { name: 'Taken name', 'created-at': MOVED_AT, 'updated-at': MOVED_AT },
      relationships: {},
    });
    const id = mainOf(cast, 'labels');
    return {
      '': { ...labels, step: 'write', lines: [moved('17')] },
      'that replaces': id && { ...labels, step: 'replace', lines: [moved(id)], versions: [1] },
    };
  },
  'export-catalogue': 'reads',
  'import-catalogue': (cast) => ({ '': { user: cast.ada.userId, step: 'write', releases: [release] } }),
  'list-commands': 'reads',
  'redrive-changes': 'reads',
  'redrive-work': 'reads',
  reindex: () => ({ '': {} }),
  'import-usage': (cast) =>
    mainOf(cast, 'royalty-payments') === undefined
      ? {}
      : {
          '': reportFile('10', 'pair.csv'),
          'under another name': reportFile('10', 'pair-2.csv'),
          'with other content': reportFile('20', 'pair.csv'),
          'of unmatched lines': { rematch: true },
        },
  'list-imports': 'reads',
  'show-usage-import': 'reads',
  'usage-plays': 'reads',
  'resend-event': (cast) => {
    const endpoint = mainOf(cast, 'webhook-endpoints');
    return {
      ...about('webhook-events', 'event-id')(cast),
      ...titled('to an endpoint', about('webhook-events', 'event-id', { endpoint })(cast)),
    };
  },
  'list-endpoints': 'reads',
  'disable-endpoint': about('webhook-endpoints', 'endpoint-id', { reason: 'It is abused.' }),
  'recover-endpoint': (cast) => ({
    ...about('webhook-endpoints', 'endpoint-id')(cast),
    ...titled('since a moment', about('webhook-endpoints', 'endpoint-id', { since: MOVED_AT })(cast)),
  }),
  'redrive-webhooks': 'reads',
};

const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Blue Room' };
const artists = [{ name: 'Release Artist', role: '1', order: 1 }];
const release = {
  attributes: { title: 'Tides', release_date: '2026-11-30', ...rights, 'upc-code': '850001000314' },
  ...{ links: {}, label: 'Taken name', countries: [], dsps: ['1'], artists, shared: [] },
  tracks: [
    {
      attributes: { title: 'First', ...rights, 'full-audiofile-url': 'https://files.example/1.wav' },
      links: { 'primary-genre': '32', language: '118' },
      ...{ disc: 1, order: 1, artists, direct: [] },
      credits: [],
      masters: [],
    },
  ],
};

export async function performCommand(command: string, given: Arguments): Promise<string> {
  const outcome = await operate({ command, arguments: given, actor: 'test' });
  if ('result' in outcome) return 'done';
  return `rejected ${outcome.problems.map(({ code }) => code).join(' ')}`;
}

function operationsOf(of: string, example: Given, cast: NamedCast): Operation[] {
  const feature = featureOf.get(of) ?? '';
  return Object.entries(example(cast)).flatMap(([title, given]) => {
    if (!given) return [];
    const name = title ? `${of} ${title}` : of;
    return [{ name, of, feature, given: Object.keys(given), perform: () => performCommand(of, given) }];
  });
}

export async function commandOperations(cast: Cast): Promise<Operation[]> {
  const { name } = Object(await command('show-organization', { id: cast.ada.organizationId }));
  const named = { ...cast, organization: String(name) };
  return Object.entries(commandExamples).flatMap(([of, example]) =>
    example === 'reads' ? [] : operationsOf(of, example, named),
  );
}
