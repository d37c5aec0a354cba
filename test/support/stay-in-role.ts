/** Runs before each test file whose tests run functions. */
import { afterAll, afterEach, expect } from 'vitest';
import { takeDenials } from './role-checks.ts';

const expectNone = () =>
  expect(takeDenials(), 'The role of a function denies this (infra/functions).').toEqual([]);

afterEach(expectNone);
afterAll(expectNone);
