/** Updates of single fields of an endpoint's record, in place. */
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { ConditionsFailed, type Expression } from '../table/commit.ts';
import type { Item, Json } from '../table/item.ts';
import { keyRows } from '../table/keys.ts';
import { placeOf } from '../table/records.ts';
import type { Table } from '../table/table.ts';
import { endpointKey } from './endpoint.ts';

export interface EndpointUpdate {
  readonly with: Expression;
  readonly condition: Expression;
}

/** @returns the row after the update, or the one that stands there because the condition did not hold. */
export async function updateEndpoint(
  table: Table,
  id: string,
  update: EndpointUpdate,
): Promise<{ row: Item } | { standing: Item | undefined }> {
  try {
    const row = await table.commit([{ update: endpointKey(id), ...update }], { returning: 'new' });
    return row ? { row } : { standing: undefined };
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    return { standing: [...error.failed.values()][0] };
  }
}

/** An expression that names members of the record in braces: `{is-active} = :true`. */
export function about(text: string, values: Readonly<Record<string, Json>>): Expression {
  const names: Record<string, string> = {};
  const placeholder = (name: string): string => {
    const short = `#${name.replaceAll('-', '_')}`;
    names[short] = name;
    return short;
  };
  const expression = text.replace(/\{([a-z-]+)\}/g, (_, name: string) =>
    pathOf(name).map(placeholder).join('.'),
  );
  return { expression, names, values };
}

const pathOf = (name: string): string[] =>
  name === 'version' ? [name] : [placeOf(webhookEndpoints, keyRows[webhookEndpoints.type], name), name];
