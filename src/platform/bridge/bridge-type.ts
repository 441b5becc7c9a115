import type { Channel } from '../../../server/contract/money.ts';
import type { LoginPayload, ShareCard } from './bridge-protocol.ts';

/**
 * Shares a picture. Call it right after a tap. 'late' means that the tap is too old for the browser, so call it again
 * after another tap. Rejects with `Cancelled` if the user closes the sheet.
 */
export type HandOver = () => Promise<'shared' | 'late'>;

/** Our server's signature that lets a page use WeChat's SDK. `timestamp` is in Unix seconds. */
export interface PageSignature {
  appId: string;
  timestamp: number;
  nonceStr: string;
  signature: string;
}

/** Functions that the app needs from its host. Null: the host lacks the function, and the app hides its button. */
export interface Bridge {
  /** Opens the camera. Rejects with `Cancelled` if the user takes no photo. */
  takePhoto: (() => Promise<File[]>) | null;
  /** Opens the album, in which the user may choose up to `count` pictures. */
  openAlbum: ((count: number) => Promise<File[]>) | null;
  /** Lets the user choose pictures; not every host enforces `count`. Rejects with `Cancelled` if none is chosen. */
  importPicture(count: number): Promise<File[]>;
  /** Saves a picture under `name` (without extension). 'long-press': the user must save it from the large view. */
  savePicture(url: string, name: string): Promise<'saved' | 'long-press'>;
  /** Prepares to share a card's picture. Null if the host has no share sheet. */
  openShare(card: ShareCard): Promise<HandOver> | null;
  /** Sets the card that the host's own menu shares. Null if the host has no such menu. */
  setShareCard: ((card: ShareCard) => Promise<void>) | null;
  /** Shows pictures in the host's own gallery, starting with `current`. Null if the host has no gallery. */
  previewPics: ((current: string, all: string[]) => Promise<void>) | null;
  /** Resolves with the provider's token. Null if the page must go to the login dialog and return later. */
  login: (() => Promise<LoginPayload>) | null;
  /** The host's own sign-in page, which redirects to `home` with this state. Null if the host uses the login dialog. */
  loginPage: ((state: string, home: string) => URL) | null;
  readCache(key: string): Promise<string | null>;
  writeCache(key: string, value: string): Promise<void>;
  deleteCache(key: string): Promise<void>;
  /** Payment channels of this host, best first. */
  payChannels: readonly Channel[];
  /** Pays an order in the host and resolves with the receipt. Null if users pay at the cashier page. */
  pay: ((orderId: string, payment: string) => Promise<string>) | null;
  /** Subscribes through the app store and resolves with the receipt. Null if subscriptions are ordered like coins. */
  subscription: ((productId: string, payment?: string | null) => Promise<string>) | null;
  /** Resolves with the receipt of earlier purchases. Null if the server knows all purchases. */
  restore: (() => Promise<string>) | null;
  showFullScreenAd: (() => Promise<void>) | null;
  /** `adId` is for ad networks that report the reward to the server. */
  showRewardedAd: ((adId: string) => Promise<void>) | null;
  closeBannerAd: (() => Promise<void>) | null;
}
