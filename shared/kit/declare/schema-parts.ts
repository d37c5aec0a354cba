/** The parts of valibot schemas that lead to others. A pipe has those of its first schema. */
import type { Schema } from './attribute.ts';

export interface SchemaParts {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly entries?: Readonly<Record<string, Schema>>;
}

export const partsOf = (schema: Schema): SchemaParts => schema as Schema & SchemaParts;
