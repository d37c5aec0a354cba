/** The fields that a row of a spreadsheet gives. */
import type { Cells } from './cells.ts';
import type { Column, Kind } from './columns.ts';

export class Fields {
  readonly #values = new Map<string, { readonly kind: Kind; readonly value: unknown }>();

  set({ field, kind }: Column, value: unknown): void {
    this.#values.set(field, { kind, value });
  }

  omit({ field }: Column): void {
    this.#values.delete(field);
  }

  /** @returns the value of a field whose column has this kind. */
  get<K extends Kind>(field: string, kind: K): Cells[K] | undefined {
    const cell = this.#values.get(field);
    // `set` gets the values from the readers of the kind.
    return cell?.kind === kind ? (cell.value as Cells[K]) : undefined;
  }

  /** @returns those of the attributes that the row has. */
  attributes(names: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(
      names.flatMap((name) => {
        const cell = this.#values.get(name);
        return cell ? [[name, cell.value] as const] : [];
      }),
    );
  }
}
