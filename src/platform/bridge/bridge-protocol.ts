/** Base64 texts of pictures under "0", "1" … in the order of the choice, each with or without a `data:` prefix. */
export type Pictures = Record<string, string>;

/** A card that is shared with other people. */
export interface ShareCard {
  title: string;
  text: string;
  /** The address that opens; empty where the picture alone is sent. */
  url: string;
  /** An address of a picture. */
  image: string;
}

/** What a sign-in provider gives; the API exchanges it for a service token. */
export interface LoginPayload {
  login_type: string;
  token: string;
}

type None = Record<never, never>;

/** Every method of the native app: what the page sends with it, and what a reply of code 0 brings (docs/bridge.md). */
export interface BridgeMethods {
  takePhoto: { params: None; data: { pictures: Pictures } };
  openAlbum: { params: { count: number }; data: { pictures: Pictures } };
  importPicture: { params: { count: number }; data: { pictures: Pictures } };
  savePicture: { params: { url: string }; data: None };
  pay: { params: { order_id: string; payment: string }; data: { receipt: string } };
  subscription: { params: { product_id: string; payment?: string }; data: { receipt: string } };
  restore: { params: None; data: { receipt: string } };
  share: { params: ShareCard; data: None };
  login: { params: None; data: LoginPayload };
  readCache: { params: { key: string }; data: { value: string | null } };
  writeCache: { params: { key: string; value: string }; data: None };
  deleteCache: { params: { key: string }; data: None };
  showFullScreenAd: { params: None; data: None };
  showRewardedAd: { params: { id: string }; data: None };
  closeBannerAd: { params: None; data: None };
}

/** The name of a method of the native app. */
export type BridgeMethod = keyof BridgeMethods;

/** What the page sends with a method. */
export type BridgeParams<M extends BridgeMethod> = BridgeMethods[M]['params'];

/** What a method brings when it succeeds. */
export type BridgeData<M extends BridgeMethod> = BridgeMethods[M]['data'];

/** A call as it is sent, in JSON; `seq` is a whole number, 1 to 2³¹−1, that only this page uses. */
export type BridgeCall<M extends BridgeMethod = BridgeMethod> = {
  [K in M]: { seq: number; method: K; params: BridgeParams<K> };
}[M];

/** How a call ended: code 0 with its data, or any other code with words for the user; empty words are not shown. */
export type BridgeOutcome<M extends BridgeMethod = BridgeMethod> =
  | { code: 0; message?: string; data: BridgeData<M> }
  | { code: number; message: string; data?: undefined };

/** A reply as it comes back, in JSON. */
export type BridgeReply<M extends BridgeMethod = BridgeMethod> = { seq: number } & BridgeOutcome<M>;
