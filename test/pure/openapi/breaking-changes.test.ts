/** Finds breaking changes in edits of the released document, and none in the current one. */
import { describe, expect, it } from 'vitest';
import { breakingChanges } from '../../../bin/openapi/breaking-changes.ts';
import { changesSinceRelease, readReleased } from '../../../bin/openapi/documents.ts';

const released = readReleased();

// biome-ignore lint/suspicious/noExplicitAny: changes can edit any part of the document.
type Change = (document: any) => void;

const changed = (change: Change) => {
  const document = structuredClone(released);
  change(document);
  return document;
};
const broken = (change: Change) => breakingChanges(released, changed(change));
/** Reverses a change, so that the released document lacks what it adds. */
const brokenBefore = (change: Change) => breakingChanges(changed(change), released);

it('the API is compatible with the released document (otherwise revert, or release the document)', () => {
  expect(changesSinceRelease()).toEqual([]);
});

const attributesOf = (document: Parameters<Change>[0], name: string) =>
  document.components.schemas[name].properties.attributes;

describe('a breaking change', () => {
  it.each<[string, Change, string[]]>([
    [
      'a path',
      (document) => delete document.paths['/labels'],
      ['GET /labels is gone.', 'POST /labels is gone.'],
    ],
    [
      'an operation',
      (document) => delete document.paths['/labels/{id}'].delete,
      ['DELETE /labels/{id} is gone.'],
    ],
    [
      'the name of an operation',
      (document) => {
        document.paths['/labels'].get.operationId = 'allLabels';
      },
      ['GET /labels is named allLabels instead of listLabels.'],
    ],
    [
      'an attribute of responses',
      (document) => delete attributesOf(document, 'labels').properties.name,
      ['labels.attributes.name is gone.'],
    ],
    [
      'a member of one of the payloads of events',
      (document) =>
        delete attributesOf(document, 'webhook-events').properties.data.anyOf[0].properties.previous_status,
      ['webhook-events.attributes.data.previous_status is gone.'],
    ],
    [
      'the type of an attribute',
      (document) => {
        attributesOf(document, 'albums').properties['tracks-count'] = { type: 'string' };
      },
      ['albums.attributes.tracks-count is string instead of integer.'],
    ],
    [
      'the format of an attribute',
      (document) => delete attributesOf(document, 'albums').properties.release_date.format,
      ['albums.attributes.release_date has no format.'],
    ],
    [
      'an attribute that can be null from now on',
      (document) => {
        attributesOf(document, 'labels').properties.name = { type: ['string', 'null'], maxLength: 255 };
      },
      ['labels.attributes.name can be null.'],
    ],
    [
      'a member of responses that can be missing from now on',
      (document) => {
        document.components.schemas.labels.required = ['type', 'attributes', 'links'];
      },
      ['labels.id can be missing.'],
    ],
    [
      'a status',
      (document) => {
        const { responses } = document.paths['/labels'].post;
        responses[202] = responses[201];
        delete responses[201];
      },
      ['POST /labels no longer responds with 201.'],
    ],
    [
      'a header of responses',
      (document) => delete document.components.responses['labels.document.located'].headers.Location,
      ['The response 201 to POST /labels can lack the header Location.'],
    ],
    [
      'a parameter',
      (document) => {
        const { get } = document.paths['/labels'];
        get.parameters = get.parameters.filter(
          (each: { $ref: string }) => !each.$ref.endsWith('labels.sort'),
        );
      },
      ['GET /labels no longer takes sort.'],
    ],
    [
      'a value of a parameter',
      (document) => document.components.parameters['labels.sort'].schema.items.enum.shift(),
      ['labels.sort[] can no longer be name.'],
    ],
    [
      'an attribute that requests must have',
      (document) => attributesOf(document, 'labels.create').required.push('description'),
      ['labels.create.attributes.description is required.'],
    ],
    [
      'an attribute that requests can have',
      (document) => delete attributesOf(document, 'labels.create').properties.description,
      ['labels.create.attributes.description is gone.'],
    ],
    [
      'a value that requests can have',
      (document) => attributesOf(document, 'albums.create').properties.format.enum.pop(),
      ['albums.create.attributes.format can no longer be video.'],
    ],
    [
      'null in requests',
      (document) => {
        const { properties } = attributesOf(document, 'labels.update');
        [properties.description] = properties.description.anyOf;
      },
      ['labels.update.attributes.description can no longer be null.'],
    ],
    [
      'a limit of requests',
      (document) => {
        attributesOf(document, 'labels.update').properties.name.maxLength = 100;
      },
      ['labels.update.attributes.name has a maxLength of 100.'],
    ],
    [
      'a webhook',
      (document) => delete document.webhooks['delivery.created'],
      ['The webhook delivery.created is gone.'],
    ],
    [
      'a member of an event',
      (document) => {
        const { data } = document.components.schemas['event.delivery.created'].properties;
        delete data.properties.delivery.properties.errors;
      },
      ['event.delivery.created.data.delivery.errors is gone.'],
    ],
    [
      'an operation that was public',
      (document) => delete document.paths['/oauth/token'].post.security,
      ['POST /oauth/token requires a token.'],
    ],
  ])('is found: %s', (_, change, findings) => {
    expect(broken(change)).toEqual(findings);
  });

  it('is a new parameter only if it is required', () => {
    const parameter = (required: boolean) => ({
      name: 'q',
      in: 'query',
      required,
      schema: { type: 'string' },
    });
    const withParameter = (required: boolean) =>
      broken((document) => document.paths['/labels'].get.parameters.push(parameter(required)));
    expect(withParameter(true)).toEqual(['GET /labels requires q.']);
    expect(withParameter(false)).toEqual([]);
  });
});

describe('an addition', () => {
  it.each<[string, Change]>([
    ['a path', (document) => delete document.paths['/labels']],
    ['an attribute of responses', (document) => delete attributesOf(document, 'labels').properties.name],
    [
      'an attribute of requests',
      (document) => delete attributesOf(document, 'labels.create').properties.description,
    ],
    [
      'a value of requests',
      (document) => attributesOf(document, 'albums.create').properties.format.enum.pop(),
    ],
    ['a value of responses', (document) => attributesOf(document, 'albums').properties.format.enum.pop()],
    [
      'a type of included records',
      (document) => document.components.schemas['albums.page'].properties.included.items.oneOf.pop(),
    ],
    ['a webhook', (document) => delete document.webhooks['delivery.created']],
    ['an error', (document) => delete document.paths['/labels'].post.responses[422]],
    [
      'a longer text',
      (document) => {
        attributesOf(document, 'labels.update').properties.name.maxLength = 100;
      },
    ],
  ])('passes: %s', (_, change) => {
    expect(brokenBefore(change)).toEqual([]);
  });
});
