/** A call from the page to WeChat, with its result. */
export interface WeixinCall {
  method: string;
  params: Record<string, unknown>;
  result: string;
}

export interface WeixinOptions {
  /**
   * The address for which WeChat accepts signatures: the first one on an iPhone ('entry'), the current one on Android
   * ('current'), or none because of a wrong configuration.
   */
  sees: 'entry' | 'current' | 'neither';
  /** True if the user pays when WeChat asks. */
  pays?: boolean;
}

declare global {
  interface Window {
    weixinCalls: WeixinCall[];
    payInWeixin?: (params: Record<string, unknown>) => Promise<void>;
  }
}

export const userAgents = {
  android:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50.2701(0x28003255) WeChat/arm64 Language/en',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50(0x18003234) Language/en',
};

/**
 * Puts WeChat's side of the SDK into a page. It checks signatures with the sandbox's ticket as WeChat documents, and
 * accepts calls only from pages with a verified address. This function must not use anything outside it, because tests
 * send its source into a browser.
 */
export function installWeixin({ sees, pays = true }: WeixinOptions): void {
  const here = () => location.href.split('#')[0] ?? '';
  const entry = here();
  const addresses = { entry: () => entry, current: here, neither: () => 'https://example.com/' };
  const seen = addresses[sees];
  let permitted = { address: '', methods: [] as string[] };
  window.weixinCalls = [];

  async function sha1(text: string): Promise<string> {
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)));
    return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  }

  async function respondTo(method: string, params: Record<string, unknown>): Promise<string> {
    if (method !== 'preVerifyJSAPI') {
      const isAllowed = permitted.address === seen() && permitted.methods.includes(method);
      if (isAllowed && method === 'getBrandWCPayRequest') {
        if (!pays) return `${method}:cancel`;
        await window.payInWeixin?.(params);
      }
      return `${method}:${isAllowed ? 'ok' : 'permission denied'}`;
    }
    permitted = { address: '', methods: [] };
    const { verifyNonceStr, verifyTimestamp, verifySignature, appId, verifyJsApiList } = params;
    const text = `jsapi_ticket=sandbox-ticket&noncestr=${verifyNonceStr}&timestamp=${verifyTimestamp}&url=${seen()}`;
    if (appId !== 'wx-sandbox' || (await sha1(text)) !== verifySignature) return 'config:invalid signature';
    permitted = { address: seen(), methods: verifyJsApiList as string[] };
    return 'config:ok';
  }

  const bridge = {
    invoke(
      method: string,
      params: Record<string, unknown>,
      onResult: (result: { errMsg: string }) => void,
    ): void {
      void respondTo(method, params).then(errMsg => {
        window.weixinCalls.push({ method, params: { ...params }, result: errMsg });
        onResult({ errMsg });
      });
    },
    on(): void {},
  };

  /** Makes the bridge ready. Real phones may do this at any time, even after the page's scripts have run. */
  function arrive(): void {
    Object.assign(window, { WeixinJSBridge: bridge });
    document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', arrive);
  else arrive();
}
