/** The document behind the page at /_local: ids, states and times, without bodies, headers and secrets. */
import { routesOf } from '../apigateway/http-api.ts';
import { gatewayPath } from '../apigateway/path.ts';
import { compileRoutes } from '../apigateway/routes.ts';
import type { Queues } from '../sqs/queues.ts';
import type { Plan } from '../template/plan.ts';
import { type DeadLetterQueue, lettersIn } from './dead-letters.ts';
import type { Recorder } from './recorder.ts';
import type { TableView } from './table-view.ts';

interface Shown {
  readonly plan: Plan;
  readonly queues: Queues;
  readonly deadLetters: readonly DeadLetterQueue[];
  readonly recorder: Recorder;
  readonly shortName: (name: string) => string;
  readonly functionOf: FunctionOf;
}

/** @returns the function that serves a path, if there is one. */
export type FunctionOf = (path: string) => string | undefined;

const namedRoutes = (plan: Plan, shortName: Shown['shortName']) =>
  routesOf(plan).map(([key, { functionArn }]) => [key, shortName(functionArn)] as const);

export function functionsOn(plan: Plan, shortName: Shown['shortName']): FunctionOf {
  const router = compileRoutes(namedRoutes(plan, shortName));
  return (path) => {
    const routed = gatewayPath(path);
    return routed === undefined ? undefined : router(routed)?.target;
  };
}

/** @returns a function that makes the document. */
export function stateOf({ plan, queues, deadLetters, recorder, shortName, functionOf }: Shown) {
  const paths = new Map(
    namedRoutes(plan, shortName).map(([key, name]) => [
      key.replace(/^ANY /, '').replace(/\/\{\w+\+\}$/, ''),
      name,
    ]),
  );
  const deadLetterNames = new Set(deadLetters.map(({ queue }) => queue.name));
  const ordinary = queues.all.filter(({ name }) => !deadLetterNames.has(name));
  return (revision: number, view: TableView) => ({
    revision,
    requests: recorder.requests
      .toReversed()
      .map((request) => ({ ...request, function: functionOf(request.path) })),
    events: recorder.trails.list('events'),
    work: recorder.trails.list('work'),
    queues: ordinary.map((queue) => ({ name: shortName(queue.name), ...queue.counts() })),
    deadLetters: deadLetters.map((one) => ({
      name: shortName(one.queue.name),
      count: Object.values(one.queue.counts()).reduce((sum, count) => sum + count, 0),
      letters: lettersIn(one, recorder.trails),
    })),
    ...view,
    routes: Array.from(paths, ([path, name]) => ({ path, function: name })),
  });
}

/** @returns the declared part of a name: `WebhookQueue` of `music-distribution-local-WebhookQueue1A2B`. */
export const shortNameOn =
  ({ stackName }: Plan) =>
  (nameOrArn: string): string =>
    nameOrArn
      .replace(/^arn:.*:/, '')
      .replace(`${stackName}-`, '')
      .replace(/(?<=[a-z])[0-9A-F]{8}$/, '');
