/** The API's document in the repository: as the declarations say now, and as it was released last. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitions } from '../../shared/definitions.ts';
import { type OpenApi, openApiOf } from '../../shared/openapi/openapi.ts';

const docs = join(import.meta.dirname, '../../docs');

export const files = {
  current: join(docs, 'openapi.json'),
  released: join(docs, 'openapi.released.json'),
} as const;

export const readText = (file: keyof typeof files): string => readFileSync(files[file], 'utf8');
export const readOpenApi = (file: keyof typeof files): OpenApi => JSON.parse(readText(file)) as OpenApi;

/** What docs/openapi.json has to be. */
export const currentText = (): string => `${JSON.stringify(openApiOf(definitions), null, 1)}\n`;
