import type { Message } from '../../i18n/text-key.ts';
import { Cancelled } from '../cancelled.ts';
import { pictureFile } from '../pictures/picture-file.ts';
import type { Pictures } from './bridge-protocol.ts';
import type { Bridge } from './bridge-type.ts';
import { openShellCache } from './shell-cache.ts';
import { openShellChannel } from './shell-channel.ts';

/** `onMessage` receives the user messages for refused calls and malformed replies. */
export function openNativeBridge(onMessage: (message: Message) => void): Bridge {
  const request = openShellChannel(onMessage);

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

    ...openShellCache(request),

    // Only the iOS shell provides `webkit` message handlers.
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
    async showRewardedAd(adId) {
      await request('showRewardedAd', { id: adId });
    },
    async closeBannerAd() {
      await request('closeBannerAd');
    },
  };
}

/** Returns the first `count` pictures in numerical order of their keys. Rejects with `Cancelled` if there are none. */
function filesOf({ pictures }: { pictures: Pictures }, count: number): File[] {
  const found = Object.entries(pictures);
  if (found.length === 0) throw new Cancelled();
  return found.slice(0, count).map(([index, base64]) => pictureFile(base64, `${count}_${index}`));
}
