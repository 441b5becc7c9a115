import { type PublicPic, publishPic, unpublishPic } from '../api/share-cards.ts';
import { text } from '../i18n/i18n.ts';
import { ask, toast, withLoading } from '../state/overlay.ts';
import { offerCard, picCard } from './share-card.ts';
import { shareCard } from './share-pic.ts';

/** Asks whether a picture is to be public, and makes it so; true when it is. */
export async function makePublic(generateId: string, picId: string): Promise<boolean> {
  const choice = await ask({
    title: 'share-card.ask',
    text: 'share-card.ask-text',
    choices: [{ value: 'make', label: 'share-card.make', kind: 'primary' }],
  });
  if (choice === null) return false;
  // The client says what goes wrong.
  const made = await withLoading('reject.running', () => publishPic(generateId, picId)).catch(() => null);
  return made !== null;
}

/** Hands the link of a public picture to other people; 'menu' as in `shareCard`. */
export function sharePublic({ pageUrl, cardUrl }: PublicPic): Promise<'menu' | 'done'> {
  const words = { title: text('app.name'), text: text('pic.share.text') };
  return shareCard({ ...words, url: pageUrl, image: cardUrl });
}

/** Takes a public picture back, by one tap; `picUrl` is what is shared of it from now on. */
export async function takeBack(generateId: string, picId: string, picUrl: string): Promise<void> {
  try {
    await withLoading('reject.running', () => unpublishPic(generateId, picId));
    offerCard(picCard(picUrl));
    toast('share-card.taken-back');
  } catch {
    // The client has said what went wrong.
  }
}
