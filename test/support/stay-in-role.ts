/** Runs before each test file whose tests run functions. */
import { afterEach, expect } from 'vitest';
import { takeDenials } from './role-checks.ts';

afterEach(() => {
  expect(takeDenials(), 'The role of a function denies this (infra/functions).').toEqual([]);
});
