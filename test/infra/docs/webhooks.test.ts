/** The numbers in docs/webhooks.md are those of the code. */

import { readFileSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stageConfig } from '../../../infra/stages/stage-config.ts';
import { retryGapsIn } from '../../../shared/kit/work/retry-gaps.ts';
import { nextAttemptAt } from '../../../shared/kit/work/schedule.ts';
import { parseOutgoingUrl } from '../../../shared/platform/egress/address-guard.ts';
import { MAX_IDLE_MS } from '../../../shared/platform/egress/kept-connections.ts';
import { MAX_INTERIM_RESPONSES } from '../../../shared/platform/egress/send-request.ts';
import { webhookEndpoints } from '../../../shared/webhooks/api/webhook-endpoints.ts';
import { eventWork } from '../../../shared/webhooks/deliveries/event-round.ts';
import { webhookKeyRows } from '../../../shared/webhooks/keys.ts';
import { ATTEMPT_TIMEOUT_MS } from '../../../shared/webhooks/sending/attempt.ts';
import {
  BODY_TIMEOUT_MS,
  EXCERPT_TIMEOUT_MS,
  MAX_BODY_BYTES,
  MAX_EXCERPT_BYTES,
} from '../../../shared/webhooks/sending/post.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
/** Without line breaks within sentences. */
const text = page.replace(/\s+/g, ' ');
const settings = stageConfig('prod', {}, { alarmEmail: 'operator@example.com' }).functionSettings;
const local = stageConfig('local', {}).functionSettings;

/** The rows of the table under a heading, without its head. */
function rowsUnder(heading: string): string[][] {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** @example inWords(300) // '5 minutes' */
function inWords(seconds: number): string {
  // Hours up to two days: '24 hours' is easier to compare with '20 hours' than '1 day'.
  const [size, unit] = units.find(
    ([each]) => seconds % each === 0 && (each < 86_400 || seconds > 172_800),
  ) ?? [1, 'second'];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

test('the webhook page names the attempts of production', () => {
  const gaps = retryGapsIn(settings, eventWork).map(inWords);
  expect(rowsUnder('Attempts')).toEqual(['immediately', ...gaps].map((gap, index) => [`${index + 1}`, gap]));
});

test('the webhook page names the attempts of the local stage', () => {
  const [last, ...others] = retryGapsIn(local, eventWork).toReversed();
  expect(text).toContain(`the times are ${others.toReversed().join(', ')} and ${last} seconds.`);
});

test('the webhook page names the jitter and the limits of Retry-After in the schedule', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const seconds = (random: number, retryAfter: string | null = null) => {
    const next = nextAttemptAt({ gaps: [100], attempts: 1, now, random, retryAfter });
    return ((next?.getTime() ?? 0) - now.getTime()) / 1000;
  };
  expect([100 - seconds(0), seconds(1) - 100]).toEqual([20, 20]);
  expect(text).toContain('varies by up to 20 % in both directions');
  expect([seconds(1, '1'), seconds(1, '1000')]).toEqual([100, 200]);
  expect(text).toContain('at least the time in the table and at most twice that');
});

test('the webhook page says when an endpoint is disabled', () => {
  for (const { failures, ageSeconds } of [settings.webhookDisable, local.webhookDisable]) {
    expect(text).toContain(`at least ${failures} failed attempts in a row`);
    expect(text).toContain(`the first of them was at least ${inWords(ageSeconds)} ago`);
  }
});

test('the webhook page names the limits in the code', () => {
  const isAllowed = (length: number) => 'url' in parseOutgoingUrl('https://a.example/'.padEnd(length, 'x'));
  const urlLength = [2048, 2049].filter(isAllowed);
  const historySeconds = webhookKeyRows['webhook-events'].history.days * 86_400;
  expect(rowsUnder('Limits').map(([, value]) => value)).toEqual([
    `${webhookEndpoints.quota?.max}`,
    `${urlLength.join()} characters`,
    inWords(ATTEMPT_TIMEOUT_MS / 1000),
    `${maxHeaderSize / 1024} KB`,
    `${MAX_INTERIM_RESPONSES}`,
    `${MAX_BODY_BYTES / 1024} KB`,
    inWords(BODY_TIMEOUT_MS / 1000),
    `${MAX_EXCERPT_BYTES}`,
    `${EXCERPT_TIMEOUT_MS} ms`,
    inWords(MAX_IDLE_MS / 1000),
    inWords(historySeconds),
  ]);
});

test('the webhook page names the tolerance of every verifier', () => {
  expect(text).toContain('more than 300 seconds from the current time');
  for (const language of ['ts', 'py', 'php', 'go']) {
    expect(readFileSync(join(root, `docs/webhooks/verify.${language}`), 'utf8')).toMatch(/\b300\b/);
  }
});

test('the commands of the webhook page use existing options of the receiver', () => {
  const help = readFileSync(join(root, 'bin/receiver.ts'), 'utf8');
  const switches = rowsUnder('Trying it out').map(
    ([command]) => /--[a-z]+(?=[ `])/.exec(command?.replace('run receiver -- ', '') ?? '')?.[0],
  );
  expect(switches).toEqual(['--fail', '--status', '--redirect', '--delay', '--hang']);
  for (const name of switches) expect(help).toContain(`  ${name} `);
});
