/** The API's document in the repository: as the declarations say now, and as it was released last. */
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

/** @internal Tests compare it with what it has to be. */
export const readText = (file: keyof typeof files): string => readFileSync(files[file], 'utf8');
export const readOpenApi = (file: 'current' | 'released'): OpenApi => JSON.parse(readText(file)) as OpenApi;
/** @internal Tests write and compare them. */
export const readExamples = (): Examples => JSON.parse(readText('examples')) as Examples;

/** @internal Tests write examples with it. */
export const written = (value: object): string => `${JSON.stringify(value, null, 1)}\n`;

/** What docs/openapi.json has to be. */
export const currentText = (): string =>
  written(openApiOf(definitions, { conventions, examples: readExamples() }));

/** What docs/openapi.released.json becomes with a release: the same without examples. */
export const releasedText = (): string => written(openApiOf(definitions, { conventions }));
