/** Validations of albums, whose covers are on a server of the test. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { AlbumValidation } from '../../../shared/catalogue/api/validate-action.ts';
import { newAdmin, type Person } from '../calls.ts';
import { png } from '../images.ts';
import { stopReceivers, trustReceivers } from '../receivers.ts';
import { type FileServer, fileServer } from '../stores/file-server.ts';
import { ask, newRelease } from './release.ts';

let person: Person;
let server: FileServer;

/** Starts everything for the tests of a file. */
export function useValidations(): void {
  beforeAll(async () => {
    trustReceivers();
    server = await fileServer();
    server.served.set('/cover.png', png(3000, 3000));
    person = await newAdmin();
  });
  afterAll(stopReceivers);
}

/** Who validates. */
export const owner = (): Person => person;
export const files = (): FileServer => server;

/** A release with a cover that can be read. */
export const releaseOf = (of: Person, differing: Parameters<typeof newRelease>[1] = {}) =>
  newRelease(of, { artwork: server.url('/cover.png'), ...differing });

export const bodyOf = (id: string, type: string) => ({
  data: { type: 'albums', id, attributes: { 'request-type': type } },
});

export async function validate(album: string, type?: string): Promise<AlbumValidation> {
  const path = `/albums/${album}/validate`;
  const { body } = await ask(person, 200, 'POST', path, type === undefined ? undefined : bodyOf(album, type));
  expect(Object.keys(body)).toEqual(['jsonapi', 'meta']);
  return body.meta.validation;
}

export const change = (type: string, id: string, attributes: object, relationships: object = {}) =>
  ask(person, 200, 'PATCH', `/${type}/${id}`, { data: { type, id, attributes, relationships } });
