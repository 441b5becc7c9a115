import wx from 'weixin-js-sdk';
import { BridgeError, refusals } from './bridge-error.ts';
import type { ShareCard } from './bridge-protocol.ts';
import type { PageSignature } from './bridge-type.ts';
import { entryAddress, withoutFragment } from './entry-address.ts';

/** WeChat's functions for a page whose address is signed. Calls reject if WeChat refuses. */
export interface ImSdk {
  /** Sets the card that WeChat's own menu shares. */
  setShareCard(card: ShareCard): Promise<void>;
  /** Shows pictures in WeChat's gallery, starting with `current`. */
  previewPics(current: string, all: string[]): Promise<void>;
  /** Pays with WeChat. The server has signed `payment`. Rejects with a `BridgeError` of code 1 if the user cancels. */
  pay(payment: string): Promise<void>;
}

interface Result {
  errMsg?: string;
  err_msg?: string;
}

interface Outcome {
  success: () => void;
  fail: (result: Result) => void;
}

/** The part of the SDK that the app uses. The SDK's own types lack `check` and `invoke`. */
interface Sdk {
  config(settings: {
    appId: string;
    timestamp: number;
    nonceStr: string;
    signature: string;
    check: false;
  }): void;
  ready(listener: () => void): void;
  invoke(method: string, params: object, onResult: (result: Result) => void): void;
  updateAppMessageShareData(params: Record<string, unknown> & Outcome): void;
  updateTimelineShareData(params: Record<string, unknown> & Outcome): void;
  previewImage(params: Record<string, unknown> & Outcome): void;
  chooseWXPay(params: Record<string, unknown> & Outcome & { cancel: () => void }): void;
}

const sdk = wx as unknown as Sdk;

/** WeChat's internal names of the functions that the page wants to use. */
const wanted = [
  'updateAppMessageShareData',
  'updateTimelineShareData',
  'imagePreview',
  'getBrandWCPayRequest',
];
/** Time limit for WeChat's response, ms. */
const timeLimit = 4000;

/** WeChat responded, but refused. */
class Refusal extends Error {
  override name = 'Refusal';
}

/** `sign` fetches the server's signature of an address. */
export function openImSdk(sign: (address: string) => Promise<PageSignature>): ImSdk {
  // On iOS, WeChat checks the page's first address, not the addresses that the app sets later.
  let usesEntry = /iphone|ipad|ipod/i.test(navigator.userAgent);
  let verified: { address: string; done: Promise<void> } | null = null;
  let latestCard: ShareCard | null = null;

  /** Gets WeChat's permission for the current address, once per address. */
  function permitted(): Promise<void> {
    const address = usesEntry ? entryAddress : withoutFragment(location.href);
    if (verified?.address === address) return verified.done;
    const mine = { address, done: verifyEither(address) };
    verified = mine;
    // A refusal is final, but a failed request may be retried.
    mine.done.catch(error => {
      if (verified === mine && !(error instanceof Refusal)) verified = null;
    });
    return mine.done;
  }

  /** Asks for permission. If the signature is invalid, tries the other address once: some phones check that one. */
  async function verifyEither(address: string): Promise<void> {
    try {
      await verify(await sign(address), isOk => isReadyLate(address, isOk));
    } catch (error) {
      if (!(error instanceof Refusal) || !/invalid signature/.test(error.message)) throw error;
      const other = usesEntry ? withoutFragment(location.href) : entryAddress;
      await verify(await sign(other), isOk => isReadyLate(other, isOk));
      usesEntry = !usesEntry;
    }
  }

  /** WeChat responded after the time limit: set the last card again. */
  function isReadyLate(address: string, isOk: boolean): void {
    // If WeChat refused, it may have refused the address of a screen that the user has left.
    if (isOk) verified = { address, done: Promise.resolve() };
    if (latestCard) sdkPart.setShareCard(latestCard).catch(() => undefined);
  }

  const sdkPart: ImSdk = {
    async setShareCard(card) {
      latestCard = card;
      await permitted();
      if (latestCard !== card) return;
      const shown = { title: card.title, desc: card.text, link: card.url, imgUrl: card.image };
      await Promise.all([
        settled(outcome => sdk.updateAppMessageShareData({ ...shown, ...outcome })),
        settled(outcome => sdk.updateTimelineShareData({ ...shown, ...outcome })),
      ]);
    },

    async previewPics(current, all) {
      await permitted();
      await settled(outcome => sdk.previewImage({ current, urls: all, ...outcome }));
    },

    async pay(payment) {
      await permitted();
      // Has no time limit, because the user may take long.
      await new Promise<void>((resolve, reject) => {
        sdk.chooseWXPay({
          ...JSON.parse(payment),
          success: resolve,
          cancel: () => reject(new BridgeError('refused', '', refusals.cancelled)),
          fail: result => reject(new Refusal(wordsOf(result))),
        });
      });
    },
  };
  return sdkPart;
}

/**
 * Makes WeChat check a signature. The SDK reports only the first check of a page, so here it only stores the signature
 * (`check: false`), and this function sends the SDK's message itself.
 */
function verify(
  { appId, timestamp, nonceStr, signature }: PageSignature,
  onLate: (isOk: boolean) => void,
): Promise<void> {
  return settled(({ success, fail }) => {
    sdk.config({ appId, timestamp, nonceStr, signature, check: false });
    sdk.ready(() => {
      sdk.invoke('preVerifyJSAPI', { verifyJsApiList: wanted }, result =>
        /:ok$/.test(wordsOf(result)) ? success() : fail(result),
      );
    });
  }, onLate);
}

/** Makes a promise from a call to WeChat, with a time limit. `onLate` receives a result after the limit. */
function settled(begin: (outcome: Outcome) => void, onLate = (_isOk: boolean) => {}): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      reject(new Error('no response'));
    }, timeLimit);
    begin({
      success() {
        clearTimeout(timer);
        if (isOver) onLate(true);
        else resolve();
      },
      fail(result) {
        clearTimeout(timer);
        if (isOver) onLate(false);
        else reject(new Refusal(wordsOf(result)));
      },
    });
  });
}

function wordsOf({ errMsg, err_msg }: Result): string {
  return (errMsg ?? err_msg ?? '').replaceAll('_', ' ');
}
