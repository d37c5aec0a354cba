/** In the page: what a person can do with an element whose event or model has a number. */

/** @returns the first element with an event or a model with which a person can act. */
function elementOf(number: number): HTMLElement | undefined {
  const found = [...document.querySelectorAll<HTMLElement>(`[data-act-${number}]`)];
  return found.find(
    (each) =>
      each.localName === 'audio' ||
      (each.checkVisibility() && !each.matches(':disabled, [type=radio]:checked')),
  );
}

/** @returns the numbers of what a person can do on the page. */
export const possible = (numbers: readonly number[]): number[] =>
  numbers.filter((number) => elementOf(number));

/** Does what a person can do. */
export function act(number: number): void {
  const element = elementOf(number);
  const kind = element?.getAttribute(`data-act-${number}`);
  if (!element || kind === undefined || kind === null) throw new Error(`There is no ${number}.`);
  if (element instanceof HTMLDetailsElement) element.open = !element.open;
  else if (element instanceof HTMLFormElement && kind === '@submit') element.requestSubmit();
  else if (kind === '@click' || element.matches('[type=checkbox], [type=radio]'))
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, clientX: 400 }));
  else if (kind === 'v-model' || kind === '@input') change(element);
  else if (kind === '@keydown') for (const key of keysOf(element)) press(element, key);
  else element.dispatchEvent(new Event(kind.slice(1), { bubbles: true, cancelable: true }));
}

type Key = Partial<Pick<KeyboardEvent, 'key' | 'ctrlKey'>>;

/** In a list, arrows move. Elsewhere, Esc ends something, a digit chooses it, and Ctrl+Enter confirms it. */
const keysOf = (element: HTMLElement): readonly Key[] =>
  element.matches('[role=combobox], .search-box')
    ? [{ key: 'ArrowDown' }, { key: 'ArrowUp' }, { key: 'ArrowUp' }]
    : [{ key: '1' }, { key: 'Enter', ctrlKey: true }, { key: 'Escape' }];

const press = (element: HTMLElement, key: Key): void =>
  void element.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }));

const FIELDS = 'input, select, textarea';

export const fillAll = (form: HTMLFormElement): void => {
  for (const field of form.querySelectorAll<HTMLInputElement>(FIELDS))
    if (field.type === 'checkbox') field.click();
    else change(field);
};

function change(element: HTMLElement): void {
  const field = element.matches(FIELDS) ? element : element.querySelector(FIELDS);
  if (field instanceof HTMLSelectElement)
    field.selectedIndex = (field.selectedIndex + 1) % field.options.length;
  else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = '2026-09';
  for (const type of ['input', 'change']) field?.dispatchEvent(new Event(type, { bubbles: true }));
}
