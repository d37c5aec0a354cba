/** The API's documents in the repository: the current one and the last released one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenApi, openApiOf } from '../../shared/kit/openapi/openapi.ts';
import type { Examples } from '../../shared/kit/openapi/operations.ts';
import { conventions } from '../../shared/service/conventions.ts';
import { definitions } from '../../shared/service/definitions.ts';

const docs = join(import.meta.dirname, '../../docs');

export const files = {
  current: join(docs, 'openapi.json'),
  released: join(docs, 'openapi.released.json'),
  /** Requests and responses of test/table/conformance/examples.test.ts. */
  examples: join(docs, 'openapi.examples.json'),
} as const;

/** @internal For tests. */
export const readText = (file: keyof typeof files): string => readFileSync(files[file], 'utf8');
export const readOpenApi = (file: 'current' | 'released'): OpenApi => JSON.parse(readText(file)) as OpenApi;
/** @internal Tests write and compare them. */
export const readExamples = (): Examples => JSON.parse(readText('examples')) as Examples;

/** @internal Tests write examples with it. */
export const written = (value: object): string => `${JSON.stringify(value, null, 1)}\n`;

/** The expected content of docs/openapi.json. */
export const currentText = (): string =>
  written(openApiOf(definitions, { conventions, examples: readExamples() }));

/** The content of docs/openapi.released.json after a release: the same without examples. */
export const releasedText = (): string => written(openApiOf(definitions, { conventions }));
