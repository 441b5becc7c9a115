import type { Pic } from '../../api/jobs.ts';
import { text } from '../../i18n/i18n.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { BridgeError } from '../../platform/bridge/bridge-error.ts';
import { savesEnd } from '../../platform/pictures/save-files.ts';
import { note, toast } from '../../state/overlay.ts';

/** Time after which a host that says nothing about a picture is no longer waited for, ms. */
const saveLimit = 10_000;

/** Keeps a pic on the phone; 'long-press' asks the screen to show it in full, so that the user saves it there. */
export async function savePic(pic: Pic): Promise<'saved' | 'long-press' | 'failed'> {
  try {
    const result = await savePicture(pic);
    if (result === 'slow') note('pic.save-slow');
    if (result === 'slow') return 'failed';
    if (result === 'saved') toast('pic.saved');
    return result;
  } catch (error) {
    // The phone's own words have been shown.
    if (!(error instanceof BridgeError)) toast(navigator.onLine ? 'pic.save-failed' : 'offline');
    return 'failed';
  }
}

/** The same without a word; 'slow': the host has not said how it ended. */
export async function savePicture(pic: Pic): Promise<'saved' | 'long-press' | 'slow'> {
  if (savesEnd) return bridge.savePicture(pic.picUrl, fileName(pic));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<'slow'>(resolve => {
    timer = setTimeout(() => resolve('slow'), saveLimit);
  });
  try {
    return await Promise.race([bridge.savePicture(pic.picUrl, fileName(pic)), slow]);
  } finally {
    clearTimeout(timer);
  }
}

/** The name of a pic's file, without its extension; one without an id is called as its address is. */
export function fileName({ id, picUrl }: Pic): string {
  const [, name = ''] =
    id === null
      ? (/([^/]*?)(?:\.\w+)?$/.exec(new URL(picUrl, location.href).pathname) ?? [])
      : ['', String(id)];
  return `${appName()}-${name.slice(0, 8)}`;
}

/** The app's name as files have it. */
export function appName(): string {
  return text('app.name').toLowerCase().replaceAll(' ', '-');
}
