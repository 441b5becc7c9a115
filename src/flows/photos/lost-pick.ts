import { string } from '../../platform/parse.ts';
import { randomText } from '../../platform/random-text.ts';
import { saved } from '../../platform/storage/saved.ts';
import { exclusively, exclusiveWork } from '../../platform/tabs.ts';

/** Name of the lock that a tab holds while its photo picker is open. */
const pickOf = (id: string): string => `pick ${id}`;

/**
 * Id of an open photo picker. Not in local storage, because a killed webview loses what was written there in the last
 * half second.
 */
const pick = saved('tyy.pick', string);

let settle = () => {};

/** Records that a picker or a share opens, because phones may kill the page before it has saved the photos. */
export function startPick(id = randomText(12)): void {
  settle();
  const ended = new Promise<void>(resolve => {
    settle = resolve;
  });
  void pick.write(id);
  void exclusively(pickOf(id), () => ended);
}

/** Records that the chosen photos are saved, or that the user chose none. */
export function endPick(): void {
  settle();
  void pick.remove();
}

/** If the page closed before the photos of a picker or share were saved, returns its id once; otherwise null. */
export async function takeLostPick(): Promise<string | null> {
  const id = await pick.read();
  if (id === null || (await exclusiveWork())?.includes(pickOf(id))) return null;
  endPick();
  return id;
}
