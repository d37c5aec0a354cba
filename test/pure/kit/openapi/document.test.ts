/** docs/openapi.json: in sync with the declarations, and complete. */
import { expect, it } from 'vitest';
import { currentText, readText } from '../../../../infra/openapi/files.ts';
import { routesOf } from '../../../../shared/kit/declare/routes.ts';
import { openApiOf } from '../../../../shared/kit/openapi/openapi.ts';
import { definitions } from '../../../../shared/service/definitions.ts';
import { problems } from '../../../../shared/service/problems.ts';
import { eventTypes } from '../../../../shared/webhooks/events.ts';

const document = openApiOf(definitions);

/** Operations as `METHOD /path`, each with its name. */
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== 'parameters')
    .map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      operationId: (operation as { operationId: string }).operationId,
    })),
);

it('is in sync with the declarations: otherwise, run `npm run openapi`', () => {
  const isInSync = readText('current') === currentText();
  expect(isInSync, 'docs/openapi.json is not what the declarations say. Run: npm run openapi').toBe(true);
});

it('has an operation for each route, each with its own name', () => {
  const routes = routesOf(definitions).map(({ method, path }) => `${method} ${path}`);
  expect(operations.map(({ route }) => route).toSorted()).toEqual(routes.toSorted());
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

it('has a webhook for each type of event', () => {
  expect(Object.keys(document.webhooks).toSorted()).toEqual(eventTypes.toSorted());
});

it('has every problem, except those of paths that do not exist and of commands: otherwise, name it in `rejections`', () => {
  const ofPaths = ['unknown_path', 'method_not_allowed'];
  const ofCommands = [
    'unknown_command',
    'distribution_request_not_pending',
    'distribution_request_not_in_error',
    'delivery_not_sent',
    'delivery_reported',
    'usage_file_known',
    'usage_import_running',
    'unknown_usage_import',
    'payment_above_balance',
  ];
  const missing = Object.keys(problems).filter((code) => !(`problem.${code}` in document.components.schemas));
  expect(missing.toSorted()).toEqual([...ofPaths, ...ofCommands].toSorted());
});
