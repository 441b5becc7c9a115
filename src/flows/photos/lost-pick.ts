import { string } from '../../platform/parse.ts';
import { randomText } from '../../platform/random-text.ts';
import { saved } from '../../platform/storage/saved.ts';
import { exclusively, exclusiveWork } from '../../platform/tabs.ts';

/** What a visit to the picker is called among the tabs, for as long as the tab is open that went there. */
const pickOf = (id: string): string => `pick ${id}`;

/**
 * The name of a visit to the picker, until its photos are saved. In the native app it lies there: a webview that is killed
 * loses what it has written to its local storage within the last half second.
 */
const pick = saved('tyy.pick', string);

let settle = () => {};

/**
 * Notes that the user goes to choose photos, or that photos of a share of this name come: a phone may end the page before
 * they are saved, and then nothing else knows of them.
 */
export function startPick(id = randomText(12)): void {
  settle();
  const ended = new Promise<void>(resolve => {
    settle = resolve;
  });
  void pick.write(id);
  void exclusively(pickOf(id), () => ended);
}

/** Notes that what was chosen is saved, or that nothing was chosen. */
export function endPick(): void {
  settle();
  void pick.remove();
}

/** The name of what was being chosen, or of the share that came, when a page ended that had not saved it; once. */
export async function takeLostPick(): Promise<string | null> {
  const id = await pick.read();
  if (id === null || (await exclusiveWork())?.includes(pickOf(id))) return null;
  endPick();
  return id;
}
