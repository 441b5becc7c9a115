import type { Channel } from '../../../server/contract/money.ts';
import type { LoginPayload, ShareCard } from './bridge-protocol.ts';

/**
 * Hands a picture over, called right after a press; 'late': the press is too long ago for the browser, and it may be called
 * after another one. Rejects with `Cancelled` when the user closes the sheet.
 */
export type HandOver = () => Promise<'shared' | 'late'>;

/** The server's word that a page may use WeChat's SDK; `timestamp` in seconds since 1970. */
export interface PageSignature {
  appId: string;
  timestamp: number;
  nonceStr: string;
  signature: string;
}

/**
 * What the app asks of the host it runs in. Every host has all of it;
 * null says that the host has no such thing, and its entry is not shown.
 */
export interface Bridge {
  /** Opens the camera; rejects with `Cancelled` when no photo is taken. */
  takePhoto: (() => Promise<File[]>) | null;
  /** Opens the album for up to `count` pictures. */
  openAlbum: ((count: number) => Promise<File[]>) | null;
  /** Lets the user choose `count` pictures, which not every host holds them to; rejects with `Cancelled` when none is chosen. */
  importPicture(count: number): Promise<File[]>;
  /** Saves the picture on the phone, as a file of that name without its extension; 'long-press' says that the user does it on the full-size view. */
  savePicture(url: string, name: string): Promise<'saved' | 'long-press'>;
  /** Gets ready to hand the picture of a card to other people; null: the host has no sheet for it. */
  openShare(card: ShareCard): Promise<HandOver> | null;
  /** Says what the host's own menu shares; null: it has no such menu. */
  setShareCard: ((card: ShareCard) => Promise<void>) | null;
  /** Shows pictures in the host's own gallery, `current` first; null: it has none. */
  previewPics: ((current: string, all: string[]) => Promise<void>) | null;
  /** Resolves with the provider's token; null: the page leaves for the login dialog and comes back later. */
  login: (() => Promise<LoginPayload>) | null;
  /** The host's own page where people sign in, which leads back to Home with this state; null: the login dialog. */
  loginPage: ((state: string, home: string) => URL) | null;
  readCache(key: string): Promise<string | null>;
  writeCache(key: string, value: string): Promise<void>;
  deleteCache(key: string): Promise<void>;
  /** The channels through which a purchase can be paid here, the best first. */
  payChannels: readonly Channel[];
  /** Pays an order inside the host and resolves with the receipt; null: the cashier page is used. */
  pay: ((orderId: string, payment: string) => Promise<string>) | null;
  /** Subscribes through the phone's store and resolves with the receipt, `payment` being what the API gave for it; null: it is an order like any other. */
  subscription: ((productId: string, payment?: string | null) => Promise<string>) | null;
  /** Receipts of earlier purchases; null: the server knows them. */
  restore: (() => Promise<string>) | null;
  showFullScreenAd: (() => Promise<void>) | null;
  /** `claimId` names the reward for an ad network that vouches for it to the server by itself. */
  showRewardedAd: ((claimId: string) => Promise<void>) | null;
  closeBannerAd: (() => Promise<void>) | null;
}
