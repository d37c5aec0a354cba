/** The models that some clients have to be told, from the declarations of the resources. */
import { api } from '../../shared/service/api.ts';

export interface Model {
  readonly type: string;
  readonly attributes: readonly string[];
  readonly relationships: readonly {
    readonly name: string;
    readonly type: string;
    readonly many: boolean;
  }[];
}

export const models: readonly Model[] = api.resources.map(({ type, attributes, relationships }) => ({
  type,
  attributes: Object.keys(attributes),
  relationships: Object.entries(relationships).map(([name, { type: related, many }]) => ({
    name,
    type: related,
    many,
  })),
}));
