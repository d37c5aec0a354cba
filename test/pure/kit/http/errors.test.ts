import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorResponse } from '../../../../shared/kit/http/errors.ts';
import { ProblemsWithHeaders } from '../../../../shared/kit/http/problems-with-headers.ts';
import { requireBudget } from '../../../../shared/kit/http/rate-limit.ts';
import { TableThrottled, TableUnavailable } from '../../../../shared/kit/table/client.ts';
import { TooManyWrites } from '../../../../shared/kit/table/merge.ts';
import { type ProblemCode, Problems, problem } from '../../../../shared/kit/values/problems.ts';
import { SecretUnavailable } from '../../../../shared/platform/stage-secret/stage-secret.ts';
import { problems } from '../../../../shared/service/problems.ts';

const responseTo = (error: unknown) => errorResponse(error, { problems, requestId: 'request-1' });

// biome-ignore lint/suspicious/noExplicitAny: the test reads the document as a client does.
const errorsOf = (error: unknown): any => JSON.parse(JSON.stringify(responseTo(error).document));

it('every code is in snake case except those specified with hyphens', () => {
  const others = Object.keys(problems).filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code));
  expect(others).toEqual(['webhook-endpoint-limit', 'webhook-endpoint-disabled']);
});

it('every code is in one table, and the full table merges all of them', async () => {
  const files = globSync('shared/**/problems.ts', { exclude: ['shared/service/**', 'shared/kit/values/**'] });
  const tables = await Promise.all(files.map((file) => import(resolve(file))));
  const codes = tables.flatMap((module) => Object.values<object>(module).flatMap(Object.keys));
  expect(codes.toSorted()).toEqual(Object.keys(problems).toSorted());
});

it.each(Object.entries(problems))(
  '%s has a title and sentences that say when it happens',
  (_, { title, when }) => {
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(when).toMatch(/^[A-Z`].*\.$/);
  },
);

it('a rate limit and an outage state when to retry', () => {
  const passing = Object.values(problems).filter(({ status }) => status === 429 || status === 503);
  for (const { headers } of passing) expect(headers?.['Retry-After']).toMatch(/^[1-9]\d?$/);
  expect(passing).toHaveLength(6);
});

describe('an internal server error', () => {
  it('shows the request id but no internals', () => {
    const { status } = responseTo(new Error('secret table name'));
    const { errors, jsonapi } = errorsOf(new Error('secret table name'));
    expect(status).toBe(500);
    expect(jsonapi).toEqual({ version: '1.0' });
    expect(errors).toEqual([
      {
        id: 'request-1',
        status: '500',
        code: 'internal_error',
        title: 'Internal error',
        detail: 'An unexpected error occurred. If it happens again, contact support with this error id.',
      },
    ]);
  });

  it.each([
    ['table_throttled', new TableThrottled('busy')],
    ['table_unavailable', new TableUnavailable('silent')],
    ['secret_unavailable', new SecretUnavailable('silent')],
  ])('is a 503 with Retry-After and the code %s if a dependency fails', (code, error) => {
    const { status, headers } = responseTo(error);
    expect(status).toBe(503);
    expect(Number(headers?.['Retry-After'])).toBeGreaterThan(0);
    expect(errorsOf(error)['errors']).toMatchObject([
      { id: 'request-1', code, detail: 'The service is temporarily unavailable. Try again shortly.' },
    ]);
  });

  it('is not the response for too many changed records', () => {
    expect(responseTo(new TooManyWrites(101)).status).toBe(422);
    expect(errorsOf(new TooManyWrites(101)).errors).toMatchObject([
      {
        code: 'too_many_changes',
        detail: 'The request changes too many records for one transaction. Split it into smaller requests.',
      },
    ]);
  });
});

describe('an error response', () => {
  it('names every problem with its source, but no request id', () => {
    const error = new Problems([
      { code: 'required', detail: 'name is required.', pointer: '/data/attributes/name' },
      { code: 'unsupported_parameter', detail: 'No.', parameter: 'sort' },
      { code: 'malformed_document', detail: 'No document.', pointer: '' },
    ]);
    const { errors } = errorsOf(error);
    expect(errors).toEqual([
      {
        status: '422',
        code: 'required',
        title: 'Required',
        detail: 'name is required.',
        source: { pointer: '/data/attributes/name' },
      },
      {
        status: '400',
        code: 'unsupported_parameter',
        title: expect.any(String),
        detail: 'No.',
        source: { parameter: 'sort' },
      },
      {
        status: '400',
        code: 'malformed_document',
        title: expect.any(String),
        detail: 'No document.',
        source: { pointer: '' },
      },
    ]);
  });

  it('shows its code unless the specification omits it', () => {
    const codeless = Object.keys(problems).filter(
      (code) => errorsOf(problem(code as ProblemCode, 'No.')).errors[0].code !== code,
    );
    expect(codeless).toEqual(['invalid_credentials', 'availability_refused', 'replica_not_managed']);
  });

  it('shows only its status and detail where the specification does', () => {
    const short = Object.keys(problems).filter(
      (code) => !errorsOf(problem(code as ProblemCode, 'No.')).errors[0].title,
    );
    expect(short.map((code) => errorsOf(problem(code as ProblemCode, 'No.')).errors)).toEqual(
      short.map((code) => [{ status: String(problems[code as ProblemCode].status), detail: 'No.' }]),
    );
    expect(short).not.toEqual([]);
  });

  it('has the headers of its first problem, overridden by those of the request', () => {
    const limited = { code: 'rate_limit_exceeded', detail: 'No.' } as const;
    expect(responseTo(new ProblemsWithHeaders(limited, { 'Retry-After': '7' })).headers).toEqual({
      'Retry-After': '7',
    });
    expect(responseTo(new Problems([limited])).headers).toEqual({ 'Retry-After': '60' });
    const withHeaders = Object.assign(new Error('Broken'), { headers: { a: 'b' } });
    expect(responseTo(withHeaders).headers).toEqual({});
    expect(responseTo(new Problems([])).status).toBe(500);
  });

  it('names the authentication scheme when there is no session', () => {
    expect(responseTo(problem('not_authenticated', 'Sign in.')).headers).toEqual({
      'WWW-Authenticate': 'Bearer',
    });
  });
});

describe('a rate limit', () => {
  const now = new Date('2026-11-21T12:00:48.500Z');

  it('allows exactly its number of requests', () => {
    requireBudget({ limit: 30, used: 30, now });
    expect(() => requireBudget({ limit: 30, used: 31, now })).toThrow('rate_limit_exceeded');
  });

  it.each([
    ['12:00:48.500', '12'],
    ['12:00:59.999', '1'],
    ['12:00:00.000', '60'],
  ])('resets, when exceeded at %s, after %s seconds', (time, seconds) => {
    const budget = { limit: 1, used: 2, now: new Date(`2026-11-21T${time}Z`) };
    expect(() => requireBudget(budget)).toThrow(
      expect.objectContaining({
        headers: { 'Retry-After': seconds },
        problems: [
          { code: 'rate_limit_exceeded', detail: 'The limit is 1 requests of this kind per minute.' },
        ],
      }),
    );
  });
});
