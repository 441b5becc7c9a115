import { bridge } from '../platform/bridge.ts';
import { BridgeError } from '../platform/shell-channel.ts';
import { toast } from '../state/overlay.ts';

/** Keeps a pic on the phone; 'long-press' asks the screen to show it in full, so that the user saves it there. */
export async function savePic(url: string, name: string): Promise<'saved' | 'long-press' | 'failed'> {
  try {
    const result = await bridge.savePicture(url, name);
    if (result === 'saved') toast('pic.saved');
    return result;
  } catch (error) {
    // The phone's own words have been shown.
    if (!(error instanceof BridgeError)) toast('pic.save-failed');
    return 'failed';
  }
}
