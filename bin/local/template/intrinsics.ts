/** Evaluates CloudFormation's intrinsic functions in a template's values. */

export interface Addresses {
  /** The value of `Ref` for a resource or pseudo parameter. */
  ref(name: string): string;
  /** The value of `Fn::GetAtt`. */
  attribute(logicalId: string, name: string): string;
}

/** @throws naming the function, when the local stage does not support it. */
export function resolve(value: unknown, addresses: Addresses): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, addresses));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first) {
    const [name, argument] = first;
    const compute = functions[name];
    if (compute) return compute(argument, addresses);
    if (name.startsWith('Fn::') || name === 'Condition') {
      throw new Error(`The local stage does not support the function ${name}.`);
    }
  }
  return Object.fromEntries(entries.map(([key, item]) => [key, resolve(item, addresses)]));
}

const functions: Readonly<Record<string, (argument: unknown, addresses: Addresses) => unknown>> = {
  Ref: (name, addresses) => addresses.ref(text(name)),
  'Fn::GetAtt': (argument, addresses) => {
    const [logicalId, name] = list(argument);
    return addresses.attribute(text(logicalId), text(resolve(name, addresses)));
  },
  'Fn::Join': (argument, addresses) => {
    const [separator, parts] = list(argument);
    return list(resolve(parts, addresses)).map(text).join(text(separator));
  },
  'Fn::Sub': (template, addresses) =>
    text(template).replace(/\$\{([^}]+)\}/g, (_, name: string) => addresses.ref(name)),
};

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`Expected a string in the template, found ${JSON.stringify(value)}.`);
}

function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`Expected a list in the template, found ${JSON.stringify(value)}.`);
}
