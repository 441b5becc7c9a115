import { string } from '../../platform/parse.ts';
import { randomText } from '../../platform/random-text.ts';
import { saved } from '../../platform/storage/saved.ts';
import { exclusively, exclusiveWork } from '../../platform/tabs.ts';

/** Held as long as the tab is open that opened the picker. */
const pickOf = (id: string): string => `pick ${id}`;

/**
 * Id of a visit to the picker until its photos are saved. The native app saves it: a killed webview loses local storage
 * of the last half second.
 */
const pick = saved('tyy.pick', string);

let settle = () => {};

/**
 * Notes that the user opens the picker, or that a share with this id arrives: phones may kill the page before the
 * photos are saved.
 */
export function startPick(id = randomText(12)): void {
  settle();
  const ended = new Promise<void>(resolve => {
    settle = resolve;
  });
  void pick.write(id);
  void exclusively(pickOf(id), () => ended);
}

/** Notes that the chosen photos are saved, or that the user chose none. */
export function endPick(): void {
  settle();
  void pick.remove();
}

/** Returns once the id of a pick or share whose page closed before saving; null if there is none. */
export async function takeLostPick(): Promise<string | null> {
  const id = await pick.read();
  if (id === null || (await exclusiveWork())?.includes(pickOf(id))) return null;
  endPick();
  return id;
}
