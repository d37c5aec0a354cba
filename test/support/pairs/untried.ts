/** What no prepared catalogue tries, with the reasons. A test fails if anything else that writes is in none. */

type Reasons = Readonly<Record<string, string>>;

/** Operations that write in no prepared catalogue. */
export const neverWriting: Reasons = {
  'POST /albums/{id}/validate': 'It starts the reading of a cover, which is due in each catalogue.',
};

/** Fields that clients can change, and no operation changes. */
export const unchangedFields: Reasons = {};

const of = (command: string, names: readonly string[], reason: string): Reasons =>
  Object.fromEntries(names.map((name) => [`${command} --${name}`, reason]));

const STORED = 'Stored as given, in the row that the command writes in any case.';
const READS = 'Then the command writes nothing.';
const BY_CLIENT = 'The command line reads it. The function gets what it has read.';
const LINES = 'Decides which lines a report has, and not what is done with them.';

/** Arguments with which no command writes. */
export const unusedArguments: Reasons = {
  ...of('release-code', ['check'], READS),
  ...of('connect-store', ['protocol', 'bucket', 'region', 'role', 'external-id'], STORED),
  ...of('connect-store', ['acknowledgements', 'acknowledged-within', 'acknowledge-reports'], STORED),
  ...of('connect-store', ['reports', 'layout', 'set', 'reading'], STORED),
  ...of('connect-store', ['profile', 'priority', 'party-id', 'message-version'], STORED),
  ...of('test-store', ['asked'], READS),
  ...of('read-store', ['asked'], READS),
  ...of('read-store', ['dismiss'], 'Deletes the row of one file, on which nothing else depends.'),
  ...of('import-usage', ['as', 'layout', 'set', 'reading'], LINES),
  ...of('import-usage', ['check', 'isrcs'], READS),
  ...of('import-usage', ['rematch'], 'Needs finished imports. test/pipeline/money tries it beside others.'),
  ...of('pay-royalties', ['check'], READS),
  ...of('erase-organization', ['check'], READS),
  ...of('import-organization', ['from', 'check', 'passphrase-file', 'key'], BY_CLIENT),
  ...of('import-organization', ['without-usage', 'replace', 'seen'], BY_CLIENT),
  ...of('import-organization', ['take-over'], 'Used before anybody signs in to the organization.'),
  ...of('import-catalogue', ['from', 'masters', 'genre', 'check'], BY_CLIENT),
  ...of('reindex', ['from'], 'Does the same from another place on.'),
};
