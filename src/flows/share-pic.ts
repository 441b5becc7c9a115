import { bridge } from '../platform/bridge.ts';
import { BridgeError } from '../platform/bridge-error.ts';
import type { ShareCard } from '../platform/bridge-protocol.ts';
import { Cancelled } from '../platform/cancelled.ts';
import { toast } from '../state/overlay.ts';
import { picCard } from './share-card.ts';

/** Hands a pic to other people; 'menu' as in `shareCard`. */
export const sharePic = (picUrl: string): Promise<'menu' | 'done'> => shareCard(picCard(picUrl));

/** Hands a card to other people; 'menu' asks the screen to point at the host's own menu, which does it. */
export async function shareCard(card: ShareCard): Promise<'menu' | 'done'> {
  try {
    const result = await bridge.share(card);
    if (result === 'copied') toast('pic.share.copied');
    return result === 'menu' ? 'menu' : 'done';
  } catch (error) {
    // Closing the sheet is the user's choice, and the phone's own words have been shown.
    if (!(error instanceof Cancelled || error instanceof BridgeError)) toast('pic.share.failed');
    return 'done';
  }
}
