import { object, optional, type Parser, string } from '../parse.ts';
import type { BridgeData, BridgeMethod, Pictures } from './bridge-protocol.ts';

/** Parses pictures. A picture that is not a string becomes an empty string, so that the other pictures are kept. */
const pictures: Parser<Pictures> = (value, path = 'pictures') => {
  const found = Object.entries(typeof value === 'object' && value !== null ? value : object({})(value, path));
  return Object.fromEntries(found.map(([index, text]) => [index, typeof text === 'string' ? text : '']));
};

const nothing: Parser<object> = () => ({});
const withPictures = object({ pictures: optional(pictures, {}) });
const withReceipt = object({ receipt: string });

/** Parsers for each method's reply data. Methods that return no data accept any value. */
export const dataParsers: { [M in BridgeMethod]: Parser<BridgeData<M>> } = {
  takePhoto: withPictures,
  openAlbum: withPictures,
  importPicture: withPictures,
  savePicture: nothing,
  pay: withReceipt,
  subscription: withReceipt,
  restore: withReceipt,
  share: nothing,
  login: object({ login_type: string, token: string }),
  readCache: object({ value: optional(string, null) }),
  writeCache: nothing,
  deleteCache: nothing,
  showFullScreenAd: nothing,
  showRewardedAd: nothing,
  closeBannerAd: nothing,
};
