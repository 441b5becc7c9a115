import type { Pic } from '../../api/jobs.ts';
import { text } from '../../i18n/i18n.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import { BridgeError } from '../../platform/bridge/bridge-error.ts';
import { savesEnd } from '../../platform/pictures/save-files.ts';
import { note, toast } from '../../state/overlay.ts';

/** Time limit for a host to save a picture, ms. */
const saveLimit = 10_000;

/** Saves a picture and shows the result. 'long-press': the screen must show it large, for a long press. */
export async function savePic(pic: Pic): Promise<'saved' | 'long-press' | 'failed'> {
  try {
    const result = await savePicture(pic);
    if (result === 'slow') note('pic.save-slow');
    if (result === 'slow') return 'failed';
    if (result === 'saved') toast('pic.saved');
    return result;
  } catch (error) {
    // The phone has shown its own message.
    if (!(error instanceof BridgeError)) toast(navigator.onLine ? 'pic.save-failed' : 'offline');
    return 'failed';
  }
}

/** Like `savePic`, but shows no messages. 'slow': the host did not respond in time. */
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

/** The file name without extension; it is made from the id, or else from the address. */
export function fileName({ id, picUrl }: Pic): string {
  const [, name = ''] =
    id === null
      ? (/([^/]*?)(?:\.\w+)?$/.exec(new URL(picUrl, location.href).pathname) ?? [])
      : ['', String(id)];
  return `${appName()}-${name.slice(0, 8)}`;
}

/** The app's name in lower case with hyphens, for file names. */
export const appName = (): string => text('app.name').toLowerCase().replaceAll(' ', '-');
