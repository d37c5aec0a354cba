/** The resource policies of functions: which calls of the gateway the template permits. */
import type { Plan } from '../template/plan.ts';

const GATEWAY = 'apigateway.amazonaws.com';

/** @param sourceArn of the call. @returns false if Lambda would reject it. */
export type IsPermitted = (functionArn: string, sourceArn: string) => boolean;

export function gatewayPermissions(plan: Plan): IsPermitted {
  const permissions = plan
    .ofType('AWS::Lambda::Permission')
    .filter(({ properties }) => properties.Principal === GATEWAY)
    .map(({ properties }) => ({ target: properties.FunctionName, isSource: arnLike(properties.SourceArn) }));
  return (functionArn, sourceArn) => {
    const names = [functionArn, functionArn.replace(/^.*:function:/, '')];
    return permissions.some(({ target, isSource }) => names.includes(target) && isSource(sourceArn));
  };
}

/** IAM's ArnLike: a wildcard stays within its part of the ARN. The first five colons separate parts. */
function arnLike(pattern: string): (arn: string) => boolean {
  const expressions = partsOf(pattern).map((part) => {
    const source = part
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    return new RegExp(`^${source}$`, 's');
  });
  return (arn) => {
    if (pattern === '*') return true;
    const parts = partsOf(arn);
    return expressions.every((expression, index) => expression.test(parts[index] ?? ''));
  };
}

function partsOf(arn: string): string[] {
  const [first = '', second = '', third = '', fourth = '', fifth = '', ...rest] = arn.split(':');
  return [first, second, third, fourth, fifth, rest.join(':')];
}
