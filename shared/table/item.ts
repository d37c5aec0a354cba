/** What rows are made of, and their way to and from DynamoDB's wire form. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

/** What a row can hold: JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A row as the rest of the code sees it. */
export type Item = { readonly [name: string]: Json };

export const toWire = (item: Readonly<Record<string, unknown>>): Record<string, AttributeValue> =>
  marshall(item, { removeUndefinedValues: true });

export const fromWire = (item: Record<string, AttributeValue>): Item => unmarshall(item) as Item;
