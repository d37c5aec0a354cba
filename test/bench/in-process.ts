/**
 * Sends requests to functions in this process, and reports what each used of the table in another process.
 */
import { forgetAll } from '../../shared/platform/once.ts';
import { newAdmin } from '../support/calls.ts';
import { servesPath } from '../support/catalogue-calls.ts';
import { eventOf } from '../support/event-of.ts';
import { startTable } from '../support/table.ts';

interface TableUse {
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface InProcess {
  readonly ownerId: string;
  /** @throws Error unless the request succeeds. @returns the text of the response. */
  readonly send: (method: string, path: string, body?: object) => Promise<string>;
  /** What the latest request used. */
  readonly use: () => TableUse;
  readonly end: () => Promise<void>;
}

export async function startInProcess(): Promise<InProcess> {
  forgetAll();
  const end = await startTable();
  const { userId: ownerId, token } = await newAdmin();
  let latest: TableUse = { calls: 0, readUnits: 0, writeUnits: 0 };
  console.info = ({ table }: { table?: TableUse }) => {
    if (table) latest = table;
  };
  return {
    ownerId,
    send: async (method, path, body) => {
      const event = eventOf({ method, path, token, body });
      const { statusCode = 0, body: text = '' } = await servesPath(path)(event, {});
      if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
      return text;
    },
    use: () => latest,
    end,
  };
}
