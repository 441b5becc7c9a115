import { type PublicPic, publishPic, unpublishPic } from '../../api/public-pics.ts';
import { ask, toast, withLoading } from '../../state/overlay.ts';

/** Asks whether a picture is to be public, and makes it so; `onMaking` is called with its page within the user's press. */
export async function makePublic(
  generateId: string,
  picId: string,
  onMaking: (page: Promise<PublicPic>) => void = () => {},
): Promise<PublicPic | 'not-wanted' | 'failed'> {
  const choice = await ask({
    title: 'share-card.ask',
    text: 'share-card.ask-text',
    choices: [{ value: 'make', label: 'share-card.make', kind: 'primary' }],
  });
  if (choice === null) return 'not-wanted';
  const page = publishPic(generateId, picId);
  onMaking(page);
  // The client says what goes wrong.
  return withLoading('reject.running', () => page).catch(() => 'failed' as const);
}

/** Takes a public picture back, by one tap; returns whether it is. */
export async function takeBack(generateId: string, picId: string): Promise<boolean> {
  try {
    await withLoading('reject.running', () => unpublishPic(generateId, picId));
    toast('share-card.taken-back');
    return true;
  } catch {
    // The client has said what went wrong.
    return false;
  }
}
