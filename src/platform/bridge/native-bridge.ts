import type { Message } from '../../i18n/message.ts';
import { Cancelled } from '../cancelled.ts';
import { pictureFile } from '../pictures/picture-file.ts';
import { BridgeError } from './bridge-error.ts';
import type { Pictures } from './bridge-protocol.ts';
import type { Bridge } from './bridge-type.ts';
import { browserBridge } from './browser-bridge.ts';
import { openShellChannel } from './shell-channel.ts';

/** The native app's webview; `onMessage` gets the words that a refused call or a broken reply brings. */
export function openNativeBridge(onMessage: (message: Message) => void): Bridge {
  const request = openShellChannel(onMessage);
  // A cache that did not reply once is not asked again during this visit, since each attempt would take its whole time
  // limit.
  let isCacheSilent = false;

  async function inCache<T>(call: () => Promise<T>): Promise<T> {
    if (isCacheSilent) throw new BridgeError('timeout', 'The cache was silent before');
    try {
      return await call();
    } catch (error) {
      if (error instanceof BridgeError && error.failure === 'timeout') isCacheSilent = true;
      throw error;
    }
  }

  return {
    takePhoto: async () => filesOf(await request('takePhoto'), 1),
    openAlbum: async count => filesOf(await request('openAlbum', { count }), count),
    importPicture: async count => filesOf(await request('importPicture', { count }), count),

    async savePicture(url) {
      await request('savePicture', { url });
      return 'saved';
    },
    openShare: async card => async () => {
      await request('share', card);
      return 'shared';
    },
    setShareCard: null,
    previewPics: null,
    login: () => request('login'),
    loginPage: null,

    // The browser's own storage holds the same, for when the shell's cache fails.
    async readCache(key) {
      // Asked at once: two that are silent must not take twice the time.
      const own = browserBridge.readCache(key);
      own.catch(() => undefined);
      try {
        return (await inCache(() => request('readCache', { key }))).value;
      } catch {
        return own;
      }
    },
    async writeCache(key, value) {
      const own = browserBridge.writeCache(key, value);
      own.catch(() => undefined);
      try {
        await inCache(() => request('writeCache', { key, value }));
      } catch {
        await own;
      }
    },
    async deleteCache(key) {
      await Promise.allSettled([
        inCache(() => request('deleteCache', { key })),
        browserBridge.deleteCache(key),
      ]);
    },

    // As iOS takes calls, and nobody else.
    payChannels: [window.webkit?.messageHandlers?.tyyShell ? 'app-store' : 'google-play'],
    async pay(orderId, payment) {
      return (await request('pay', { order_id: orderId, payment })).receipt;
    },
    async subscription(productId, payment = null) {
      const goods = { product_id: productId, ...(payment !== null && { payment }) };
      return (await request('subscription', goods)).receipt;
    },
    restore: async () => (await request('restore')).receipt,

    async showFullScreenAd() {
      await request('showFullScreenAd');
    },
    async showRewardedAd(claimId) {
      await request('showRewardedAd', { id: claimId });
    },
    async closeBannerAd() {
      await request('closeBannerAd');
    },
  };
}

/** The first `count` pictures of a reply, in their order, which is that of their numbers; none at all is a choice of nothing. */
function filesOf({ pictures }: { pictures: Pictures }, count: number): File[] {
  const found = Object.entries(pictures);
  if (found.length === 0) throw new Cancelled();
  return found.slice(0, count).map(([index, base64]) => pictureFile(base64, `${count}_${index}`));
}
