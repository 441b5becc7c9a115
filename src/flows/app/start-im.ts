import { signPage } from '../../api/sign-page.ts';
import { bridge, bridgeHooks } from '../../platform/bridge/bridge.ts';
import type { ShareCard } from '../../platform/bridge/bridge-protocol.ts';
import type { Bridge, PageSignature } from '../../platform/bridge/bridge-type.ts';
import type { ImSdk } from '../../platform/bridge/im-sdk.ts';
import { homeCard, offerCard } from '../pics/offer-card.ts';

type ImParts = Pick<
  Bridge,
  'savePicture' | 'openShare' | 'setShareCard' | 'previewPics' | 'loginPage' | 'payChannels' | 'pay'
>;

/** Start-up work that only WeChat's browser needs. In a separate file, so that other hosts do not download it. */
export function startIm(): void {
  Object.assign(bridge, openImBridge(signPage));
  // The share card for Home; some screens replace it when they mount.
  bridgeHooks.onArrival = () => offerCard(homeCard());
}

/** The bridge for WeChat's browser. Loads its SDK on first use. `sign` fetches the signature of an address. */
function openImBridge(sign: (address: string) => Promise<PageSignature>): ImParts {
  let opening: Promise<ImSdk> | null = null;

  function open(): Promise<ImSdk> {
    opening ??= import('../../platform/bridge/im-sdk.ts').then(({ openImSdk }) => openImSdk(sign));
    opening.catch(() => {
      opening = null;
    });
    return opening;
  }

  async function setShareCard(card: ShareCard): Promise<void> {
    await (await open()).setShareCard(card);
  }

  return {
    savePicture: async () => 'long-press',
    openShare: () => null,
    setShareCard,
    previewPics: async (current, all) => (await open()).previewPics(current, all),
    loginPage: appSettings.wechatAppId ? wechatPage(appSettings.wechatAppId) : null,
    payChannels: ['wechat', 'page'],
    async pay(orderId, payment) {
      await (await open()).pay(payment);
      // WeChat Pay returns no receipt; the server identifies the payment by our order id.
      return orderId;
    },
  };
}

function wechatPage(appid: string): NonNullable<Bridge['loginPage']> {
  return (state, redirect_uri) => {
    const page = new URL('https://open.weixin.qq.com/connect/oauth2/authorize');
    // WeChat requires the parameters in this order.
    const query = { appid, redirect_uri, response_type: 'code', scope: 'snsapi_userinfo', state };
    page.search = new URLSearchParams(query).toString();
    page.hash = 'wechat_redirect';
    return page;
  };
}
