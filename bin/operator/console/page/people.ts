/** How the console names who did something. */

interface Actor {
  /** Such as "operator ada", "user 114877148073984" or "service". On AWS, that of an operator is the identity of a role. */
  readonly actor: string;
  /** The name of a user, if the stage knows it. */
  readonly 'actor-name'?: string | null;
}

/** @example personOf({ actor: 'operator arn:aws:sts::123456789012:assumed-role/Reviewer/ada' }) // 'operator ada' */
export function personOf({ actor, 'actor-name': name }: Actor): string {
  const [kind = '', ...rest] = actor.split(' ');
  const who = rest.join(' ');
  if (name) return name;
  if (kind === 'operator' && who.startsWith('arn:')) return `operator ${who.slice(who.lastIndexOf('/') + 1)}`;
  return kind === 'service' ? 'the service' : actor;
}
