/** Declares resources of tests, which have no documentation. */
import {
  type Action,
  defineResource as define,
  type ResourceDeclaration,
  type WithDefaults,
} from '../../shared/kit/declare/resource.ts';

type Undescribed<D extends object> = Omit<WithDefaults<D>, 'about' | 'fields'>;

/** As the product's, without its sentences. */
export function defineResource<
  const T extends string,
  const G extends string,
  const A extends ResourceDeclaration['attributes'],
  const R extends ResourceDeclaration['relationships'],
  const C extends Readonly<Record<string, Action>> = Readonly<Record<never, Action>>,
  const O extends ResourceDeclaration['owner'] = ResourceDeclaration['owner'],
>(declaration: Undescribed<ResourceDeclaration<T, G, A, R, C, O>>): ResourceDeclaration<T, G, A, R, C, O> {
  const described = { ...declaration, about: 'A record.', fields: {} };
  return define(described as unknown as WithDefaults<ResourceDeclaration<T, G, A, R, C, O>>);
}
