/** One message that the page sent to WeChat, and what WeChat said. */
export interface WeixinCall {
  method: string;
  params: Record<string, unknown>;
  result: string;
}

/** How this WeChat behaves. */
export interface WeixinOptions {
  /** Which address it compares a signature with: of an iPhone 'entry', of an Android phone 'current', of a broken account 'neither'. */
  sees: 'entry' | 'current' | 'neither';
  /** Whether its user pays what they are asked to pay. */
  pays?: boolean;
}

declare global {
  interface Window {
    weixinCalls: WeixinCall[];
    /** Where its user pays, if anywhere. */
    payInWeixin?: (params: Record<string, unknown>) => Promise<void>;
  }
}

/** User agents of WeChat's browser. */
export const userAgents = {
  android:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50.2701(0x28003255) WeChat/arm64 Language/en',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50(0x18003234) Language/en',
};

/**
 * Puts WeChat's side of the SDK into a page: it checks signatures with the sandbox's ticket by the documented
 * rule, and lets only pages call it whose address was verified. Whole in itself, so that it can be sent into a browser.
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

  // The real one comes when WeChat is ready for it, which may be after the page's scripts.
  function arrive(): void {
    Object.assign(window, { WeixinJSBridge: bridge });
    document.dispatchEvent(new Event('WeixinJSBridgeReady'));
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', arrive);
  else arrive();
}
