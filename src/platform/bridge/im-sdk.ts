import wx from 'weixin-js-sdk';
import { BridgeError, refusals } from './bridge-error.ts';
import type { ShareCard } from './bridge-protocol.ts';
import type { PageSignature } from './bridge-type.ts';
import { entryAddress, withoutFragment } from './entry-address.ts';

/** WeChat's functions for a page with a signed address. Calls reject if WeChat refuses. */
export interface ImSdk {
  setShareCard(card: ShareCard): Promise<void>;
  previewPics(current: string, all: string[]): Promise<void>;
  /** Pays with WeChat. The server signs `payment`. Rejects with a `BridgeError` of code 1 if the user cancels. */
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

/** The parts of the SDK that the app uses. The official types lack `check` and `invoke`. */
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

/** WeChat's internal names for the functions that the page requests. */
const wanted = [
  'updateAppMessageShareData',
  'updateTimelineShareData',
  'imagePreview',
  'getBrandWCPayRequest',
];
/** Timeout for WeChat's responses, ms. */
const timeLimit = 4000;

class Refusal extends Error {
  override name = 'Refusal';
}

/** `sign` fetches the server's signature for an address. */
export function openImSdk(sign: (address: string) => Promise<PageSignature>): ImSdk {
  // On iOS, WeChat checks the address at which the page was loaded, not the current address.
  let usesEntry = /iphone|ipad|ipod/i.test(navigator.userAgent);
  let verified: { address: string; done: Promise<void> } | null = null;
  let latestCard: ShareCard | null = null;

  /** Requests WeChat's permission for the page's address, unless the latest request was for the same address. */
  function permitted(): Promise<void> {
    const address = usesEntry ? entryAddress : withoutFragment(location.href);
    if (verified?.address === address) return verified.done;
    const mine = { address, done: verifyEither(address) };
    verified = mine;
    // A refusal is final. After any other failure, the next call requests the permission again.
    mine.done.catch(error => {
      if (verified === mine && !(error instanceof Refusal)) verified = null;
    });
    return mine.done;
  }

  /** Requests permission. If the signature is invalid, tries the page's other address once: phones differ in it. */
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

  /** Called if WeChat responds only after the timeout. Sets the latest card again, because the first attempt failed. */
  function isReadyLate(address: string, isOk: boolean): void {
    // Ignore a refusal, because it may concern the address of a screen that the user has already left.
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
      // No timeout, because the user may take long to pay.
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
 * Makes WeChat check a signature. The SDK's `config` reports only the first check of a page, so here it only stores the
 * signature (`check: false`), and this function sends the SDK's check message itself.
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

/** Turns a WeChat call into a promise with a timeout. `onLate` receives a result that arrives after the timeout. */
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
