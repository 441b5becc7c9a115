import { string } from '../platform/parse.ts';
import { randomText } from '../platform/random.ts';
import { keys, local } from '../platform/storage.ts';
import { exclusively, exclusiveWork } from '../platform/tabs.ts';

/** What a visit to the picker is called among the tabs, for as long as the tab is open that went there. */
const pickOf = (id: string): string => `pick ${id}`;

let settle = () => {};

/** Notes that the user goes to choose photos: a phone may end the page before they are saved, and then nothing else knows of them. */
export function startPick(): void {
  endPick();
  const id = randomText(12);
  const ended = new Promise<void>(resolve => {
    settle = resolve;
  });
  local.write(keys.pick, id);
  void exclusively(pickOf(id), () => ended);
}

/** Notes that what was chosen is saved, or that nothing was chosen. */
export function endPick(): void {
  settle();
  local.remove(keys.pick);
}

/** Whether photos were being chosen when a page ended, of which nothing was saved; true once. */
export async function wasPickLost(): Promise<boolean> {
  const id = local.read(keys.pick, string);
  if (id === null || (await exclusiveWork())?.includes(pickOf(id))) return false;
  endPick();
  return true;
}
