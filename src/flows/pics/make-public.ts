import { type PublicPic, publishPic, unpublishPic } from '../../api/public-pics.ts';
import { toast, withLoading } from '../../state/overlay.ts';
import { userAgrees } from '../../state/user-agrees.ts';

/** Asks, then makes a picture public. Calls `onMaking` with the page's promise while the tap is still valid. */
export async function makePublic(
  generateId: string,
  picId: string,
  onMaking: (page: Promise<PublicPic>) => void = () => {},
): Promise<PublicPic | 'not-wanted' | 'failed'> {
  const question = { title: 'share-card.ask', text: 'share-card.ask-text' } as const;
  if (!(await userAgrees(question, 'pic.share.link'))) return 'not-wanted';
  const page = publishPic(generateId, picId);
  onMaking(page);
  // The API client shows the errors.
  return withLoading('reject.running', () => page).catch(() => 'failed' as const);
}

/** Removes a picture's public page. Returns false if that fails. */
export async function takeBack(generateId: string, picId: string): Promise<boolean> {
  try {
    await withLoading('reject.running', () => unpublishPic(generateId, picId));
    toast('share-card.taken-back');
    return true;
  } catch {
    // The API client has shown the error.
    return false;
  }
}
