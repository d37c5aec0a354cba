/** Determines the response of a route and its query parameters. */

import { resourceOf } from '../../../shared/kit/declare/api.ts';
import type { Definitions } from '../../../shared/kit/declare/definitions.ts';
import type { Relationship } from '../../../shared/kit/declare/relationship.ts';
import { creationStatus, type Resource } from '../../../shared/kit/declare/resource.ts';
import type { ResourceServing } from '../../../shared/kit/declare/routes.ts';
import {
  type Parameters,
  type ShownResponse,
  showsNothing,
  showsPage,
  showsRecord,
} from '../../../shared/kit/declare/shown-response.ts';
import { required } from '../../../shared/kit/values/required.ts';

/** Declared responses, and those of relationship routes. */
export type Shown =
  | ShownResponse
  | {
      readonly shows: 'linkage';
      readonly of: Resource;
      readonly relationship: Relationship;
      readonly status: 200;
    }
  | { readonly shows: 'record-or-null'; readonly type: string; readonly status: 200 };

export interface Showing {
  /** The type whose parameters apply. */
  readonly resource: Resource;
  readonly parameters: Parameters;
  readonly response: Shown;
}

export function showing(api: Pick<Definitions, 'resources'>, serving: ResourceServing): Showing {
  const { resource } = serving;
  if (serving.does === 'action') return actionShowing(api, resource, serving.action);
  if ('relationship' in serving) {
    const relationship = required(
      resource.relationships[serving.relationship],
      `${resource.type} has no relationship ${serving.relationship}.`,
    );
    const { many, type } = relationship;
    if (serving.does !== 'related') {
      const response = { shows: 'linkage', of: resource, relationship, status: 200 } as const;
      return { resource, parameters: 'none', response };
    }
    const response = many ? showsPage(type) : ({ shows: 'record-or-null', type, status: 200 } as const);
    return { resource: resourceOf(api, type), parameters: many ? 'list' : 'single', response };
  }
  const { does } = serving;
  const parameters = does === 'list' ? 'list' : does === 'delete' ? 'none' : 'single';
  return { resource, parameters, response: usualResponses(resource)[does] };
}

function actionShowing(api: Pick<Definitions, 'resources'>, resource: Resource, name: string): Showing {
  const { response, parameters } = required(
    resource.actions[name],
    `${resource.type} has no action ${name}.`,
  );
  const listed = response.shows === 'page' ? resourceOf(api, response.type) : resource;
  return { resource: listed, parameters, response };
}

const usualResponses = (
  resource: Resource,
): Readonly<Record<Resource['operations'][number], ShownResponse>> => ({
  list: showsPage(resource.type),
  read: showsRecord(resource.type),
  create: showsRecord(resource.type, { status: creationStatus(resource), isLocated: true, reveals: true }),
  update: showsRecord(resource.type),
  delete: showsNothing(204),
});
