import type { Bridge, LoginPayload } from './bridge.ts';
import { browserBridge } from './bridge-browser.ts';
import { Cancelled } from './cancelled.ts';
import { pictureFile } from './picture-file.ts';
import { BridgeError, openShellChannel } from './shell-channel.ts';

/** Time after which a call that waits for no person is given up, ms. */
const quickLimit = 3000;

/** The native app's webview; `onMessage` gets the words that a refused call or a broken reply brings. */
export function openNativeBridge(onMessage: (message: string) => void): Bridge {
  const request = openShellChannel(onMessage);

  async function pictures(method: string, count: number, params: object): Promise<File[]> {
    const data = await request<{ pictures?: unknown }>(method, params);
    const found = Object.entries(Object(data.pictures))
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .sort(([a], [b]) => Number(a) - Number(b));
    if (found.length === 0) throw new Cancelled();
    return found.slice(0, count).map(([index, base64]) => pictureFile(base64, `${count}_${index}`));
  }

  async function receipt(method: string, params: object): Promise<string> {
    return textOf(await request<Record<string, unknown>>(method, params), 'receipt');
  }

  async function login(): Promise<LoginPayload> {
    const data = await request<Record<string, unknown>>('login');
    return { login_type: textOf(data, 'login_type'), token: textOf(data, 'token') };
  }

  async function readShellCache(key: string): Promise<string | null> {
    const { value } = await request<{ value?: unknown }>('readCache', { key }, quickLimit);
    return typeof value === 'string' ? value : null;
  }

  /** A text that a reply must have; without it the call has failed like any other. */
  function textOf(data: Record<string, unknown>, name: string): string {
    const text = data[name];
    if (typeof text === 'string') return text;
    const message = `The phone's reply has no ${name}`;
    onMessage(message);
    throw new BridgeError(-1, message);
  }

  return {
    takePhoto: () => pictures('takePhoto', 1, {}),
    openAlbum: count => pictures('openAlbum', count, { count }),
    importPicture: count => pictures('importPicture', count, { count }),

    async savePicture(url) {
      await request('savePicture', { url });
      return 'saved';
    },
    async share(card) {
      await request('share', card);
      return 'shared';
    },
    setShareCard: null,
    previewPics: null,
    login,

    // The browser's own store holds the same: it answers when the shell's cache does not.
    async readCache(key) {
      try {
        return await readShellCache(key);
      } catch {
        return browserBridge.readCache(key);
      }
    },
    async writeCache(key, value) {
      const kept = await Promise.allSettled([
        request('writeCache', { key, value }, quickLimit),
        browserBridge.writeCache(key, value),
      ]);
      if (kept.every(result => result.status === 'rejected')) throw new Error(`${key} could not be kept`);
    },
    async deleteCache(key) {
      await Promise.allSettled([request('deleteCache', { key }, quickLimit), browserBridge.deleteCache(key)]);
    },

    pay: (orderId, payment) => receipt('pay', { order_id: orderId, payment }),
    subscription: productId => receipt('subscription', { product_id: productId }),
    restore: () => receipt('restore', {}),

    showFullScreenAd: () => request('showFullScreenAd'),
    showRewardedAd: claimId => request('showRewardedAd', { id: claimId }),
    closeBannerAd: () => request('closeBannerAd', {}, quickLimit),
  };
}
