import type { Data } from '../../server/contract/calls.ts';
import type { PageSignature } from '../platform/bridge-type.ts';
import { number, object, string } from '../platform/parse.ts';
import { post } from './client.ts';
import type { Fields } from './data.ts';

const parseSignature = object({
  app_id: string,
  timestamp: number,
  nonce_str: string,
  signature: string,
} satisfies Fields<Data<'jsapisignature'>>);

/** Signs the address of a page for WeChat's SDK. */
export async function signPage(address: string): Promise<PageSignature> {
  const data = await post('jsapisignature', { url: address }, parseSignature);
  return {
    appId: data.app_id,
    timestamp: data.timestamp,
    nonceStr: data.nonce_str,
    signature: data.signature,
  };
}
