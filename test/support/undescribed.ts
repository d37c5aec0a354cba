/** Declares resources of tests, which have no documentation. */
import {
  type Action,
  defineResource as define,
  type ResourceDeclaration,
  type WithDefaults,
} from '../../shared/kit/declare/resource.ts';

type None = Readonly<Record<never, never>>;

/** Like defineResource of the product, without texts for the documentation. */
export const defineResource = <
  const T extends string,
  const G extends string,
  const A extends ResourceDeclaration['attributes'],
  const R extends ResourceDeclaration['relationships'] = None,
  const C extends Readonly<Record<string, Action>> = None,
  const O extends ResourceDeclaration['owner'] = ResourceDeclaration['owner'],
>(
  declaration: Omit<WithDefaults<ResourceDeclaration<T, G, A, R, C, O>>, 'about'>,
): ResourceDeclaration<T, G, A, R, C, O> => {
  const described = { ...declaration, about: 'A record.' };
  return define(described as never) as unknown as ResourceDeclaration<T, G, A, R, C, O>;
};
