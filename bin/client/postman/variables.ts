/** Variables of the Postman collection with the ids that requests pass on to others. */
import { camel, singularOf } from '../../openapi/document/names.ts';

/** The record that the collection creates, or, of a type that clients do not create, one that is there. */
export const idVariable = (type: string): string => `${camel(singularOf(type))}Id`;

/** A record that was there before. Requests only read it, because it is not the collection's. */
export const earlierVariable = (type: string): string => idVariable(`earlier-${type}`);

/** A record of the folder "A release". */
export const releaseVariable = (type: string): string => idVariable(`release-${type}`);

/** @example use('token') // '{{token}}' */
export const use = (variable: string): string => `{{${variable}}}`;
