/** A template's resources with all values evaluated and all properties checked, ready for the stand-ins. */
import * as v from 'valibot';
import { type Endpoints, stackAddresses } from './addresses.ts';
import type { Assembly } from './assembly.ts';
import { resolve } from './intrinsics.ts';
import { ignoredTypes, type Properties, type ResourceType, resourceTypes } from './resource-types.ts';

export interface Planned<T extends ResourceType> {
  readonly logicalId: string;
  readonly name: string;
  /** The value of `Ref`. */
  readonly ref: string;
  /** Empty for types without one. */
  readonly arn: string;
  readonly properties: Properties<T>;
}

export interface Plan {
  readonly stackName: string;
  /** All resources of a type, in the template's order. */
  ofType<T extends ResourceType>(type: T): readonly Planned<T>[];
}

/**
 * @param at the addresses that the template's references evaluate to.
 * @throws naming a resource whose type, property or value the local stage does not support.
 */
export function planStage({ stackName, template }: Omit<Assembly, 'assets'>, at: Endpoints): Plan {
  const addresses = stackAddresses(stackName, template, at);
  const planned = new Map<ResourceType, Planned<ResourceType>[]>();
  for (const [logicalId, { Type, Properties, Condition }] of Object.entries(template.Resources)) {
    if (ignoredTypes.has(Type)) continue;
    if (!isKnown(Type)) throw rejection(logicalId, Type, 'the local stage does not support this type');
    if (Condition) throw rejection(logicalId, Type, 'the local stage does not support conditions');
    const sameType = planned.get(Type) ?? [];
    sameType.push({
      logicalId,
      name: addresses.nameOf(logicalId),
      ref: addresses.ref(logicalId),
      arn: hasArn(Type) ? addresses.attribute(logicalId, 'Arn') : '',
      properties: checked(Type, logicalId, resolve(Properties, addresses)),
    });
    planned.set(Type, sameType);
  }
  return {
    stackName,
    // Safe: each value was parsed with the schema of its key.
    ofType: <T extends ResourceType>(type: T) => (planned.get(type) ?? []) as Planned<T>[],
  };
}

function checked<T extends ResourceType>(type: T, logicalId: string, properties: unknown): Properties<T> {
  const result = v.safeParse(resourceTypes[type], properties);
  if (result.success) return result.output as Properties<T>;
  const [issue] = result.issues;
  const path = v.getDotPath(issue) ?? 'properties';
  const isUnknownKey = issue.type === 'strict_object' && issue.expected === 'never';
  throw rejection(
    logicalId,
    type,
    isUnknownKey
      ? `the local stage does not support its property ${path}`
      : `the local stage does not support ${path} ${issue.received}, only ${issue.expected}`,
  );
}

const isKnown = (type: string): type is ResourceType => Object.hasOwn(resourceTypes, type);
const hasArn = (type: ResourceType) =>
  !type.startsWith('AWS::ApiGatewayV2::') && !/Mapping$|Permission$|InvokeConfig$/.test(type);

function rejection(logicalId: string, type: string, reason: string): Error {
  return new Error(`${logicalId} (${type}): ${reason}. Add it in bin/local/template/resource-types.ts.`);
}
