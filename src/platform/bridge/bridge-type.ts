import type { Channel } from '../../../server/contract/money.ts';
import type { LoginPayload, ShareCard } from './bridge-protocol.ts';

/**
 * Opens the share sheet for a picture. Must be called right after a tap; 'late' means that the tap is too old for the
 * browser, so call it again after another tap. Rejects with `Cancelled` if the user closes the sheet.
 */
export type HandOver = () => Promise<'shared' | 'late'>;

/** A signature from our server that allows a page to use WeChat's SDK. `timestamp` is in Unix seconds. */
export interface PageSignature {
  appId: string;
  timestamp: number;
  nonceStr: string;
  signature: string;
}

/** The functions that the app needs from its host. Null if the host lacks one; the app hides its button. */
export interface Bridge {
  /** Opens the camera. Rejects with `Cancelled` if the user takes no photo. */
  takePhoto: (() => Promise<File[]>) | null;
  /** Opens the photo album, where the user may choose up to `count` pictures. */
  openAlbum: ((count: number) => Promise<File[]>) | null;
  /** Lets the user choose pictures. Some hosts ignore `count`. Rejects with `Cancelled` if the user chooses none. */
  importPicture(count: number): Promise<File[]>;
  /** Saves a picture as `name` (without extension). 'long-press': the user must save it in the full-size view. */
  savePicture(url: string, name: string): Promise<'saved' | 'long-press'>;
  /** Prepares a card's picture for sharing. Null if the host has no share sheet. */
  openShare(card: ShareCard): Promise<HandOver> | null;
  /** Sets the card that the host's own share menu sends. Null if the host has no such menu. */
  setShareCard: ((card: ShareCard) => Promise<void>) | null;
  /** Opens the host's own picture viewer at `current`. Null if the host has no viewer. */
  previewPics: ((current: string, all: string[]) => Promise<void>) | null;
  /** Signs in within the host; resolves with the provider's token. Null if the page must leave to sign in. */
  login: (() => Promise<LoginPayload>) | null;
  /** The host's own sign-in page, which redirects to `home`. Null if the host uses the login dialog. */
  loginPage: ((state: string, home: string) => URL) | null;
  readCache(key: string): Promise<string | null>;
  writeCache(key: string, value: string): Promise<void>;
  deleteCache(key: string): Promise<void>;
  /** Payment channels that this host supports, best first. */
  payChannels: readonly Channel[];
  /** Pays an order inside the host and resolves with the receipt. Null if users pay on the cashier page. */
  pay: ((orderId: string, payment: string) => Promise<string>) | null;
  /** Subscribes through the app store; resolves with the receipt. Null if ordered in the same way as coins. */
  subscription: ((productId: string, payment?: string | null) => Promise<string>) | null;
  /** Resolves with the receipt for earlier purchases. Null if the server already knows all purchases. */
  restore: (() => Promise<string>) | null;
  showFullScreenAd: (() => Promise<void>) | null;
  /** Some ad networks report the reward to the server under this `adId`. */
  showRewardedAd: ((adId: string) => Promise<void>) | null;
  closeBannerAd: (() => Promise<void>) | null;
}
