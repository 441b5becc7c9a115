import type { Channel } from '../../../server/contract/money.ts';
import type { LoginPayload, ShareCard } from './bridge-protocol.ts';

/**
 * Shares a picture; call it right after a tap. 'late': the tap is too old for the browser; call it again after another.
 * Rejects with `Cancelled` if the user closes the sheet.
 */
export type HandOver = () => Promise<'shared' | 'late'>;

/** Our server's permission for a page to use WeChat's SDK; `timestamp` in Unix seconds. */
export interface PageSignature {
  appId: string;
  timestamp: number;
  nonceStr: string;
  signature: string;
}

/** Functions of the host that the app needs. Null: the host lacks it, and the app hides the button. */
export interface Bridge {
  /** Opens the camera; rejects with `Cancelled` without a photo. */
  takePhoto: (() => Promise<File[]>) | null;
  /** Opens the album for up to `count` pictures. */
  openAlbum: ((count: number) => Promise<File[]>) | null;
  /** Lets the user choose pictures; not every host enforces `count`. Rejects with `Cancelled` if none is chosen. */
  importPicture(count: number): Promise<File[]>;
  /** Saves a picture; `name` without extension. 'long-press': the user must save it from the large view. */
  savePicture(url: string, name: string): Promise<'saved' | 'long-press'>;
  /** Prepares to share a card's picture; null: the host has no share sheet. */
  openShare(card: ShareCard): Promise<HandOver> | null;
  /** Sets what the host's own menu shares; null: no such menu. */
  setShareCard: ((card: ShareCard) => Promise<void>) | null;
  /** Shows pictures in the host's own gallery, `current` first; null: no gallery. */
  previewPics: ((current: string, all: string[]) => Promise<void>) | null;
  /** Resolves with the provider's token; null: the page goes to the login dialog and returns later. */
  login: (() => Promise<LoginPayload>) | null;
  /** The host's own sign-in page, which redirects to `home` with this state; null: the login dialog. */
  loginPage: ((state: string, home: string) => URL) | null;
  readCache(key: string): Promise<string | null>;
  writeCache(key: string, value: string): Promise<void>;
  deleteCache(key: string): Promise<void>;
  /** Payment channels in this host, best first. */
  payChannels: readonly Channel[];
  /** Pays an order in the host and resolves with the receipt; null: use the cashier page. */
  pay: ((orderId: string, payment: string) => Promise<string>) | null;
  /** Subscribes through the app store; resolves with the receipt. Null: subscriptions are ordered like coins. */
  subscription: ((productId: string, payment?: string | null) => Promise<string>) | null;
  /** Receipt of earlier purchases; null: the server knows them. */
  restore: (() => Promise<string>) | null;
  showFullScreenAd: (() => Promise<void>) | null;
  /** `adId`: for ad networks that report the reward to the server. */
  showRewardedAd: ((adId: string) => Promise<void>) | null;
  closeBannerAd: (() => Promise<void>) | null;
}
