/** Runs before each test file of stages. */
import { inject } from 'vitest';
import { sharedPart } from '../support/shared-parts.ts';

await sharedPart(inject('stages'), 'build');
