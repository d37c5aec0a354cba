import { expect, test } from 'vitest';
import {
  readVersions,
  withNewVersion,
  writeVersions,
} from '../../../shared/platform/stage-secret/secret-versions.ts';

const generated = 'a'.repeat(64);
const secret = 'b'.repeat(64);
const at = (iso: string) => new Date(iso);

test('the generated secret is version 1 and in use from the start', () => {
  expect(readVersions(generated)).toEqual([{ version: 1, secret: generated, from: new Date(0) }]);
});

test('a new version is appended, and all versions are read back', () => {
  const from = at('2026-01-01T00:00:00.000Z');
  const two = withNewVersion(readVersions(generated), { secret, from });
  const three = withNewVersion(two, { secret: generated, from: at('2027-01-01T00:00:00.000Z') });
  expect(readVersions(writeVersions(three))).toEqual(three);
  expect(three.map(({ version }) => version)).toEqual([1, 2, 3]);
});

test('a new version never takes effect before the previous one', () => {
  const from = at('2026-01-01T00:05:00.000Z');
  const two = withNewVersion(readVersions(generated), { secret, from });
  expect(withNewVersion(two, { secret, from: at('2026-01-01T00:00:00.000Z') })[2]?.from).toEqual(from);
});

test.each([
  ['cut off', '{"versions":[{"version":1,"secret":"s3cr3t'],
  ['without versions', '{"versions":[]}'],
  ['with a gap', writeVersions([{ version: 2, secret: `s3cr3t${secret}`, from: new Date(0) }])],
  ['with a short secret', writeVersions([{ version: 1, secret: 's3cr3t', from: new Date(0) }])],
  ['of another form', '{"secret":"s3cr3t"}'],
])('a text %s is rejected with an error that does not reveal it', (_, text) => {
  expect(() => readVersions(text)).toThrow(new Error("The stage's secret is malformed."));
});
