/** What an operation does, in more words than its summary. */
import type { Resource } from '../../../shared/kit/declare/resource.ts';
import type { Route } from '../../../shared/kit/declare/routes.ts';
import { oneOf, words } from './names.ts';

/** @param summary of the operation. */
export function operationText({ serving, access }: Route, summary: string): string {
  if (serving.does === 'endpoint')
    return `${summary}. ${access === 'public' ? 'Needs no token.' : 'Needs a token.'}`;
  const { resource } = serving;
  if (serving.does === 'action') {
    const { on, budget, response } = resource.actions[serving.action] ?? {};
    const about = on === 'record' ? ` Acts on ${oneOf(resource.type)} by its id.` : '';
    const limited = budget === undefined ? '' : ' Has a rate limit in addition to that of writes.';
    const redirected = response?.shows === 'page' ? ' The list is paged.' : '';
    return `${summary}.${about}${redirected}${limited}`;
  }
  if ('relationship' in serving) return relationshipText(resource, serving);
  return usual[serving.does](resource);
}

const owners = {
  user: 'of the caller',
  organization: "of the caller's organization",
  platform: 'which are the same for all users',
} as const;

const foreign = ({ owner, foreignRecords }: Resource): string => {
  if (owner === 'platform') return '';
  return ` One of another owner is a ${foreignRecords === 'hidden' ? 404 : 403}.`;
};

const usual = {
  list: ({ type, owner, pageSize: { standard }, pageMeta }: Resource) =>
    `Lists the ${words(type)} ${owners[owner]}${pageMeta === 'none' ? '' : `, ${standard} on a page unless page[size] says otherwise`}.`,
  read: (resource: Resource) => `Returns ${oneOf(resource.type)} by its id.${foreign(resource)}`,
  create: ({ type, smartCreation, asynchronous }: Resource) =>
    [
      asynchronous ? `Starts ${oneOf(type)}, which ends later.` : `Creates ${oneOf(type)}.`,
      ...(smartCreation
        ? [`If one with the same ${smartCreation.by} exists, it is updated and returned.`]
        : []),
      'An Idempotency-Key makes it safe to repeat.',
    ].join(' '),
  update: (resource: Resource) =>
    `Changes the sent attributes and relationships of ${oneOf(resource.type)}. Others keep their values.${foreign(resource)}`,
  delete: (resource: Resource) => `Deletes ${oneOf(resource.type)}.${foreign(resource)}`,
} as const;

type Relating = Extract<Route['serving'], { readonly relationship: string }>;

function relationshipText({ type, relationships }: Resource, { relationship, does }: Relating): string {
  const what = words(relationship);
  const isMany = relationships[relationship]?.many === true;
  const of = `of ${oneOf(type)}`;
  switch (does) {
    case 'related':
      return isMany
        ? `Lists the ${what} ${of} as whole records.`
        : `Returns the ${what} ${of} as a whole record, or null.`;
    case 'linkage':
      return `Returns only type and id of the ${what} ${of}.`;
    case 'replace-linkage':
      return isMany
        ? `Replaces all ${what} ${of} by those that are sent.`
        : `Replaces the ${what} ${of}. Null removes it.`;
    case 'add-linkage':
      return `Adds to the ${what} ${of}. Those that it already has are not an error.`;
    case 'remove-linkage':
      return `Removes from the ${what} ${of}. Those that it does not have are not an error.`;
  }
}
