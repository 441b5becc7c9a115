/** Base64 pictures, with or without a `data:` prefix, under the keys "0", "1" and so on, in the chosen order. */
export type Pictures = Record<string, string>;

export interface ShareCard {
  title: string;
  text: string;
  /** The address to share; empty if only the picture is shared. */
  url: string;
  image: string;
}

/** The result of a sign-in provider. The API exchanges it for a session token. */
export interface LoginPayload {
  login_type: string;
  token: string;
}

type None = Record<never, never>;

/** The native app's methods. `data` is what a successful reply (code 0) contains. See docs/bridge.md. */
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

export type BridgeMethod = keyof BridgeMethods;
export type BridgeParams<M extends BridgeMethod> = BridgeMethods[M]['params'];
export type BridgeData<M extends BridgeMethod> = BridgeMethods[M]['data'];

/** A call to the native app, sent as JSON. `seq` is an integer from 1 to 2³¹−1, unique within this page. */
export type BridgeCall<M extends BridgeMethod = BridgeMethod> = {
  [K in M]: { seq: number; method: K; params: BridgeParams<K> };
}[M];

/** Code 0 comes with data. Any other code is a failure with a message for the user; an empty message is not shown. */
export type BridgeOutcome<M extends BridgeMethod = BridgeMethod> =
  | { code: 0; message?: string; data: BridgeData<M> }
  | { code: number; message: string; data?: undefined };

export type BridgeReply<M extends BridgeMethod = BridgeMethod> = { seq: number } & BridgeOutcome<M>;
