import { bridge } from '../platform/bridge.ts';
import { BridgeError } from '../platform/bridge-error.ts';
import { toast } from '../state/overlay.ts';

/** Time after which a host that says nothing about a picture is no longer waited for, ms. */
const saveLimit = 10_000;

/** Keeps a pic on the phone; 'long-press' asks the screen to show it in full, so that the user saves it there. */
export async function savePic(url: string, name: string): Promise<'saved' | 'long-press' | 'failed'> {
  try {
    const result = await inTime(bridge.savePicture(url, name));
    if (result === 'slow') toast('pic.save-slow');
    if (result === 'slow') return 'failed';
    if (result === 'saved') toast('pic.saved');
    return result;
  } catch (error) {
    // The phone's own words have been shown.
    if (!(error instanceof BridgeError)) toast('pic.save-failed');
    return 'failed';
  }
}

async function inTime<T>(work: Promise<T>): Promise<T | 'slow'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<'slow'>(resolve => {
    timer = setTimeout(() => resolve('slow'), saveLimit);
  });
  try {
    return await Promise.race([work, slow]);
  } finally {
    clearTimeout(timer);
  }
}
