import type { Bridge, PageSignature } from './bridge.ts';
import { browserBridge } from './bridge-browser.ts';
import type { ImSdk } from './im-sdk.ts';

/** WeChat's browser: a browser tab that can neither download nor share by itself. Its SDK comes when it is first needed. */
export function openImBridge(sign: (address: string) => Promise<PageSignature>): Bridge {
  let opening: Promise<ImSdk> | null = null;

  function open(): Promise<ImSdk> {
    opening ??= import('./im-sdk.ts').then(({ openImSdk }) => openImSdk(sign));
    opening.catch(() => {
      opening = null;
    });
    return opening;
  }

  async function setShareCard(card: Parameters<ImSdk['setShareCard']>[0]): Promise<void> {
    await (await open()).setShareCard(card);
  }

  return {
    ...browserBridge,
    savePicture: async () => 'long-press',
    async share(card) {
      try {
        await setShareCard(card);
        return 'menu';
      } catch {
        return browserBridge.share(card);
      }
    },
    setShareCard,
    previewPics: async (current, all) => (await open()).previewPics(current, all),
  };
}
