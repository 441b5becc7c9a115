import { text } from '../i18n/i18n.ts';
import { basePath, paths } from '../paths.ts';
import { bridge } from '../platform/bridge.ts';
import { Cancelled } from '../platform/cancelled.ts';
import { BridgeError } from '../platform/shell-channel.ts';
import { toast } from '../state/overlay.ts';

/** Hands a pic to other people. The link leads to Home: the pic's own address is for nobody else. */
export async function sharePic(picUrl: string): Promise<void> {
  try {
    const result = await bridge.share({
      title: text('app.name'),
      text: text('pic.share.text'),
      url: location.origin + basePath + paths.home,
      image: picUrl,
    });
    if (result === 'copied') toast('pic.share.copied');
  } catch (error) {
    // Closing the sheet is an answer too, and the phone's own words have been shown.
    if (!(error instanceof Cancelled || error instanceof BridgeError)) toast('pic.share.failed');
  }
}
