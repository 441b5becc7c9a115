import { text } from '../i18n/i18n.ts';
import { basePath, paths } from '../paths.ts';
import { bridge } from '../platform/bridge.ts';
import type { ShareCard } from '../platform/bridge-protocol.ts';

const front = location.origin + basePath;

/** What is shared of the app itself. */
export function homeCard(): ShareCard {
  return {
    title: text('app.name'),
    text: text('home.lead'),
    url: front + paths.home,
    image: `${front}/icons/icon-512.png`,
  };
}

/** What is shared of a pic. The link leads to Home: the pic's own address is private. */
export function picCard(picUrl: string): ShareCard {
  return { title: text('app.name'), text: text('pic.share.text'), url: front + paths.home, image: picUrl };
}

/** Puts a card behind the menu of hosts that share by a menu of their own; where that fails, sharing copies the link. */
export function offerCard(card: ShareCard): void {
  bridge.setShareCard?.(card).catch(() => undefined);
}
