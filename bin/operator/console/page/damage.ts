/** Rows that commands of this page could not read, so that what it shows is without them. */
import { computed, ref } from 'vue';
import { DAMAGE, type Damage } from '../../../../shared/kit/commands/damage.ts';

const found = ref<ReadonlyMap<string, Damage>>(new Map());

/** Notes what the last result of a command lacks. */
export function noteDamage(command: string, result: object): void {
  const damage = DAMAGE in result ? (result[DAMAGE] as Damage) : undefined;
  if (!damage && !found.value.has(command)) return;
  const others = [...found.value].filter(([name]) => name !== command);
  found.value = new Map(damage ? [...others, [command, damage]] : others);
}

export function forgetDamage(): void {
  found.value = new Map();
}

/** Each row once. */
export const damagedRows = computed(() => {
  const rows = [...found.value.values()].flatMap((damage) => damage.rows);
  return [...new Map(rows.map((row) => [`${row.type} ${row.id}`, row])).values()];
});
