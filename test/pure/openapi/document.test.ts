/** The document of the API is complete. */
import { expect, it } from 'vitest';
import { currentDocument } from '../../../bin/openapi/documents.ts';
import { routesOf } from '../../../shared/kit/declare/routes.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { problems } from '../../../shared/service/problems.ts';
import { eventTypes } from '../../../shared/webhooks/events.ts';

const document = currentDocument();

/** The names of operations by `METHOD /path`. */
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== 'parameters')
    .map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      operationId: (operation as { operationId: string }).operationId,
    })),
);

it('the document has a uniquely named operation for each route', () => {
  const routes = routesOf(definitions).map(({ method, path }) => `${method} ${path}`);
  expect(operations.map(({ route }) => route).toSorted()).toEqual(routes.toSorted());
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

it('each operation says more than its summary', () => {
  const brief = Object.values(document.paths)
    .flatMap((item) => Object.entries(item).filter(([method]) => method !== 'parameters'))
    .map(([, operation]) => operation as { operationId: string; summary: string; description?: string })
    .filter(({ summary, description = '' }) => description.length <= summary.length);
  expect(brief.map(({ operationId }) => operationId)).toEqual([]);
});

it('readers without Unicode properties, such as Python, understand each pattern', () => {
  const patterns = JSON.stringify(document).match(/"pattern":"(?:[^"\\]|\\.)*"/g) ?? [];
  expect(patterns.length).toBeGreaterThan(10);
  expect(patterns.filter((each) => /\\p\{|\\u\{|\(\?<[a-z]/i.test(each))).toEqual([]);
});

it('the document has a webhook for each type of event', () => {
  expect(Object.keys(document.webhooks).toSorted()).toEqual(eventTypes.toSorted());
});

it('the document has every problem except those of unknown paths and commands (otherwise add it to `rejections`)', () => {
  const ofPaths = ['unknown_path', 'method_not_allowed'];
  const ofCommands = [
    'unknown_command',
    'last_administrator',
    'organization_balance',
    'organization_erased',
    'organization_in_distribution',
    'organization_not_exported',
    'codes_exhausted',
    'distribution_request_not_pending',
    'file_unreadable',
    'distribution_request_not_in_error',
    'delivery_not_sent',
    'delivery_reported',
    'usage_file_known',
    'usage_import_running',
    'usage_import_replaced',
    'unknown_usage_import',
    'payment_above_balance',
    'report_not_failed',
    'release_changed',
    'code_in_use',
    'store_connected',
    'store_not_connected',
  ];
  const missing = Object.keys(problems).filter((code) => !(`problem.${code}` in document.components.schemas));
  expect(missing.toSorted()).toEqual([...ofPaths, ...ofCommands].toSorted());
});

/** Every response of every test has what the document says, so that the others are never null. */
it('the document allows null only for related records that can be missing', () => {
  const nullable = definitions.resources.flatMap(({ type, relationships }) => {
    const shown = Object(document.components.schemas[type]) as Shown;
    return Object.keys(relationships).flatMap((name) =>
      shown.properties.relationships.properties[name]?.properties.data.anyOf ? [`${type}.${name}`] : [],
    );
  });
  expect(nullable).toEqual([
    'users.parent-user',
    ...['label', 'primary-genre', 'secondary-genre', 'language', 'version'].map((name) => `albums.${name}`),
    ...['tracks.secondary-genre', 'tracks.version', 'track-credits.artist'],
    'track-matches.track-analysis',
    ...['distribution-requests.album', 'deliveries.album'],
    ...['track-trends.album', 'artist-trends.album'],
    ...['track', 'album', 'dsp', 'country'].map((name) => `royalty-statements.${name}`),
    'genres.parent',
  ]);
});

interface Linkage {
  readonly properties: { readonly data: { readonly anyOf?: unknown } };
}

interface Shown {
  readonly properties: {
    readonly relationships: { readonly properties: Readonly<Record<string, Linkage | undefined>> };
  };
}
