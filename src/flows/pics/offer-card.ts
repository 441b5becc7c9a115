import type { PublicPic } from '../../api/public-pics.ts';
import { text } from '../../i18n/i18n.ts';
import { basePath, paths } from '../../paths.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import type { ShareCard } from '../../platform/bridge/bridge-protocol.ts';

const front = location.origin + basePath;

/** The card for sharing the app itself, not a picture. */
export function homeCard(): ShareCard {
  return {
    title: text('app.name'),
    text: text('home.lead'),
    url: front + paths.home,
    image: `${front}/icons/icon-512.png`,
  };
}

/** The share card for a public picture. `template` is the template's title, or empty. */
export function publicCard({ pageUrl, cardUrl }: PublicPic, template: string): ShareCard {
  const title = template ? `${template} · ${text('app.name')}` : text('app.name');
  return { title, text: text('pic.share.text'), url: pageUrl, image: cardUrl };
}

/** Sets the share card in hosts with their own sharing menu. */
export function offerCard(card: ShareCard): void {
  bridge.setShareCard?.(card).catch(() => undefined);
}
