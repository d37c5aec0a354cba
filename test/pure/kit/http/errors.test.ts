import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorResponse } from '../../../../shared/kit/http/errors.ts';
import { requireBudget } from '../../../../shared/kit/http/rate-limit.ts';
import { TableThrottled } from '../../../../shared/kit/table/client.ts';
import { type ProblemCode, Problems, problem } from '../../../../shared/kit/values/problems.ts';
import { problems } from '../../../../shared/service/problems.ts';

const responseTo = (error: unknown) => errorResponse(error, { problems, requestId: 'request-1' });

// biome-ignore lint/suspicious/noExplicitAny: the test reads the document as a client does.
const errorsOf = (error: unknown): any => JSON.parse(JSON.stringify(responseTo(error).document));

it('every code is in snake case, except those that the specification writes with hyphens', () => {
  const others = Object.keys(problems).filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code));
  expect(others).toEqual(['webhook-endpoint-limit', 'webhook-endpoint-disabled']);
});

it('every code is in one table, and every table is merged into the full one', async () => {
  const files = globSync('shared/**/problems.ts', { exclude: ['shared/service/**', 'shared/kit/values/**'] });
  const tables = await Promise.all(files.map((file) => import(resolve(file))));
  const codes = tables.flatMap((module) => Object.values<object>(module).flatMap(Object.keys));
  expect(codes.toSorted()).toEqual(Object.keys(problems).toSorted());
});

describe('an internal error', () => {
  it('shows the client the request id and no internals', () => {
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
        detail: expect.not.stringContaining('secret'),
      },
    ]);
  });

  it('is a 503 with Retry-After while the table is throttled', () => {
    const { status, headers } = responseTo(new TableThrottled('busy'));
    expect(status).toBe(503);
    expect(Number(headers?.['Retry-After'])).toBeGreaterThan(0);
    expect(errorsOf(new TableThrottled('busy')).errors[0].id).toBe('request-1');
  });
});

describe('an error response', () => {
  it('names every problem with its source, and no request id', () => {
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

  it('keeps a thousand of a million problems, and a short message', () => {
    const all = Array.from(
      { length: 1_000_000 },
      (_, index) => ({ code: 'required', detail: 'x'.repeat(500), pointer: `/${index}` }) as const,
    );
    const { problems, message } = new Problems(all);
    expect(problems).toHaveLength(1000);
    expect(message).toMatch(/^required: x{200} \(and 999 more\)$/);
  });

  it('shows its code, unless the specification lists its members without one', () => {
    const codeless = Object.keys(problems).filter(
      (code) => errorsOf(problem(code as ProblemCode, 'No.')).errors[0].code !== code,
    );
    expect(codeless).toEqual(['invalid_credentials', 'availability_refused', 'replica_not_managed']);
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

  it('reports when it resets', () => {
    try {
      requireBudget({ limit: 1, used: 2, now });
    } catch (error) {
      expect(error).toMatchObject({ headers: { 'Retry-After': '12' } });
      return;
    }
    throw new Error('Nothing was rejected.');
  });
});
