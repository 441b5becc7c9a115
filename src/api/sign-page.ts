import type { PageSignature } from '../platform/bridge/bridge-type.ts';
import { post } from './client.ts';
import { parseSignature } from './signature-data.ts';

/** Loads the server's signature of a page's address, as WeChat's SDK requires. */
export async function signPage(address: string): Promise<PageSignature> {
  const data = await post('jsapisignature', { url: address }, parseSignature);
  return {
    appId: data.app_id,
    timestamp: data.timestamp,
    nonceStr: data.nonce_str,
    signature: data.signature,
  };
}
