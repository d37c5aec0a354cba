/** The arguments of a command as they were given, by name. */
export type Given = Readonly<Record<string, string | boolean | readonly string[]>>;
