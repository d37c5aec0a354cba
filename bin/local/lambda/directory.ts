/** Lists and describes functions and event source mappings, for the AWS command line. */
import type { Plan, Planned } from '../template/plan.ts';
import { UnknownFunction } from './runtime.ts';

/** @returns the response to a GET of this path, or undefined for an unknown path. @throws UnknownFunction */
export type LambdaDirectory = (path: string) => object | undefined;

export function lambdaDirectory(plan: Plan): LambdaDirectory {
  const functions = plan.ofType('AWS::Lambda::Function');
  const functionOf = (nameOrArn: string) => {
    const planned = functions.find(({ name, arn }) => nameOrArn === name || nameOrArn === arn);
    if (!planned) throw new UnknownFunction(nameOrArn);
    return planned;
  };
  const mapping = ({ logicalId, properties }: Planned<'AWS::Lambda::EventSourceMapping'>) => {
    const { EventSourceArn, FunctionName, BatchSize, FilterCriteria } = properties;
    const FunctionArn = functionOf(FunctionName).arn;
    return { UUID: logicalId, EventSourceArn, FunctionArn, State: 'Enabled', BatchSize, FilterCriteria };
  };
  return (path) => {
    if (/^\/2015-03-31\/functions\/?$/.test(path)) return { Functions: functions.map(configuration) };
    if (/^\/2015-03-31\/event-source-mappings\/?$/.test(path))
      return { EventSourceMappings: plan.ofType('AWS::Lambda::EventSourceMapping').map(mapping) };
    const [, encoded, part] = /^\/2015-03-31\/functions\/([^/]+)(\/configuration)?$/.exec(path) ?? [];
    if (!encoded) return undefined;
    const described = configuration(functionOf(decodeURIComponent(encoded)));
    return part ? described : { Configuration: described };
  };
}

function configuration({ name, arn, properties }: Planned<'AWS::Lambda::Function'>): object {
  const { Runtime, Handler, Timeout, MemorySize, Environment } = properties;
  return {
    FunctionName: name,
    FunctionArn: arn,
    Version: '$LATEST',
    State: 'Active',
    Runtime,
    Handler,
    Timeout,
    MemorySize,
    Environment,
  };
}
