/** What Accept and Content-Type may say, and how large a body may be. */
import { describe, expect, it } from 'vitest';
import { FORM_TYPE } from '../../../../shared/kit/declare/endpoint.ts';
import { toRequest } from '../../../../shared/kit/http/gateway.ts';
import { checkAccept, checkContent } from '../../../../shared/kit/http/media-types.ts';
import { MEDIA_TYPE } from '../../../../shared/kit/jsonapi/types.ts';
import { eventOf } from '../../../support/event-of.ts';

const withAccept = (accept: string | undefined) => {
  const request = toRequest(eventOf({ path: '/labels' }));
  return { ...request, headers: { accept } };
};

describe('Accept', () => {
  it.each([
    undefined,
    '',
    '*/*',
    'text/html',
    MEDIA_TYPE,
    MEDIA_TYPE.toUpperCase(),
    `${MEDIA_TYPE};q=0.5`,
    `${MEDIA_TYPE} ; Q = 0.5`,
    `${MEDIA_TYPE}; q  =0.5`,
    `${MEDIA_TYPE}; a=b, ${MEDIA_TYPE}`,
    `${MEDIA_TYPE}; a=b, */*;q=0.1`,
    `${MEDIA_TYPE}; a=b,  Application/*`,
  ])('can be "%s"', (accept) => expect(() => checkAccept(withAccept(accept))).not.toThrow());

  it.each([
    `${MEDIA_TYPE}; charset=utf-8`,
    `${MEDIA_TYPE}; q=1; a=b`,
    `${MEDIA_TYPE}; aq=1`,
    `${MEDIA_TYPE}; q`,
    ` ${MEDIA_TYPE};a=b`,
    `${MEDIA_TYPE}; a=b, ${MEDIA_TYPE}; c=d`,
    `${MEDIA_TYPE}; a=b, text/html`,
  ])('cannot be "%s"', (accept) =>
    expect(() => checkAccept(withAccept(accept))).toThrow(
      `not_acceptable: Accept must contain ${MEDIA_TYPE} without media type parameters.`,
    ),
  );
});

const JSON_TYPE = 'application/json';
const content = (type: string | undefined, body: string | undefined | Buffer, ...wanted: string[]) => {
  const request = toRequest(eventOf({ path: '/labels', body }));
  return () => checkContent({ ...request, headers: { 'content-type': type } }, { wanted, kilobytes: 1024 });
};

describe('Content-Type', () => {
  it.each([
    [MEDIA_TYPE, MEDIA_TYPE],
    [` ${MEDIA_TYPE.toUpperCase()} `, MEDIA_TYPE],
    [JSON_TYPE, JSON_TYPE],
    [`${JSON_TYPE} ; charset=utf-8`, JSON_TYPE],
  ])('can be "%s" for %s', (type, wanted) => expect(content(type, '{}', wanted)).not.toThrow());

  it.each([
    [undefined, MEDIA_TYPE, ' without parameters'],
    ['', MEDIA_TYPE, ' without parameters'],
    [JSON_TYPE, MEDIA_TYPE, ' without parameters'],
    [`${MEDIA_TYPE}; charset=utf-8`, MEDIA_TYPE, ' without parameters'],
    [MEDIA_TYPE, JSON_TYPE, ''],
    [undefined, JSON_TYPE, ''],
  ])('cannot be "%s" for %s', (type, wanted, more) =>
    expect(content(type, '{}', wanted)).toThrow(
      `unsupported_media_type: Send the body as Content-Type: ${wanted}${more}.`,
    ),
  );

  it.each([JSON_TYPE, FORM_TYPE, `${FORM_TYPE};charset=UTF-8`])('can be "%s" where forms are taken', (type) =>
    expect(content(type, 'a=1', JSON_TYPE, FORM_TYPE)).not.toThrow(),
  );

  it('can be any media type of the route and no other', () =>
    expect(content('text/plain', 'a=1', JSON_TYPE, FORM_TYPE)).toThrow(
      `unsupported_media_type: Send the body as Content-Type: ${JSON_TYPE} or ${FORM_TYPE}.`,
    ));

  it('does not matter without a body', () => {
    expect(content(undefined, undefined, MEDIA_TYPE)).not.toThrow();
  });
});

describe('a body', () => {
  const MEGABYTE = 1024 * 1024;

  it.each([
    ['ASCII', 'x'.repeat(MEGABYTE)],
    ['multi-byte characters', 'é'.repeat(MEGABYTE / 2)],
  ])('can have a megabyte of %s', (_, body) => {
    expect(content(MEDIA_TYPE, body, MEDIA_TYPE)).not.toThrow();
    expect(content(MEDIA_TYPE, `${body}x`, MEDIA_TYPE)).toThrow(
      'body_too_large: The body must be at most 1024 KB.',
    );
  });

  it('can have as much as the stage allows', () => {
    const request = toRequest(eventOf({ path: '/labels', body: 'x'.repeat(16 * 1024) }));
    const check = (rawBody: string | undefined) =>
      checkContent({ ...request, rawBody }, { wanted: [MEDIA_TYPE], kilobytes: 16 });
    expect(() => check(request.rawBody)).not.toThrow();
    expect(() => check(`${request.rawBody}x`)).toThrow('body_too_large: The body must be at most 16 KB.');
  });

  it('must be UTF-8', () => {
    const latin = Buffer.from('{"name": "é"}', 'latin1');
    expect(content(MEDIA_TYPE, latin, MEDIA_TYPE)).toThrow('malformed_json: The body is not valid UTF-8.');
    expect(content(FORM_TYPE, latin, FORM_TYPE)).toThrow('malformed_form: The body is not valid UTF-8.');
  });
});
