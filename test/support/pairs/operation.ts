/** What can happen at the same time as something else: a request, a command of an operator, or an attempt of work. */
export interface Operation {
  /** The method and path, the command or the kind of work, and what is special about it. */
  readonly name: string;
  /** The route, command or kind of work. */
  readonly of: string;
  /** The feature that declares it. */
  readonly feature: string;
  /** The same for operations that differ only in a value that no decision looks at. */
  readonly alike?: string;
  /** The names of a command's arguments. */
  readonly given?: readonly string[];
  /** @returns what its caller sees: a status with codes, or an outcome. */
  readonly perform: () => Promise<string>;
}
