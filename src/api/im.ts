import type { PageSignature } from '../platform/bridge.ts';
import { call } from './client.ts';

interface WireSignature {
  app_id: string;
  timestamp: number;
  nonce_str: string;
  signature: string;
}

/** Signs the address of a page for WeChat's SDK. */
export async function signPage(address: string): Promise<PageSignature> {
  const wire = await call<WireSignature>('/v1/jsapisignature', {
    method: 'POST',
    body: { url: address },
    toast: false,
  });
  return {
    appId: wire.app_id,
    timestamp: wire.timestamp,
    nonceStr: wire.nonce_str,
    signature: wire.signature,
  };
}
