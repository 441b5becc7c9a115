import type { PublicPic } from '../../api/public-pics.ts';
import { text } from '../../i18n/i18n.ts';
import { basePath, paths } from '../../paths.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import type { ShareCard } from '../../platform/bridge/bridge-protocol.ts';

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

/** What is shared of a pic that its user has made public, with the title of its template where that is known; of any other there is no address. */
export function publicCard({ pageUrl, cardUrl }: PublicPic, template: string): ShareCard {
  const title = template ? `${template} · ${text('app.name')}` : text('app.name');
  return { title, text: text('pic.share.text'), url: pageUrl, image: cardUrl };
}

/** Puts a card behind the menu of hosts that share by a menu of their own. */
export function offerCard(card: ShareCard): void {
  bridge.setShareCard?.(card).catch(() => undefined);
}
