import { findOtherPeople } from '../api/find-other-people.ts';
import { updatePhoto, wizard } from '../state/wizard.ts';
import { withoutSign } from './known-photo.ts';

/** The pairs of front photo and another one that the server has compared in this visit. */
const compared = new Set<string>();

let last: Promise<unknown> = Promise.resolve();

/**
 * Marks photos that show someone else than the front photo, where the API can tell. The user is asked once about each.
 * Nothing waits for this, and a failed check is repeated later.
 */
export function checkPeople(): void {
  last = last.then(checkNow).catch(() => undefined);
}

/** Notes that the user keeps a photo that was doubted: it is not asked about again. */
export function dismissDoubt(id: string): void {
  updatePhoto(id, { doubt: 'settled' });
}

async function checkNow(): Promise<void> {
  const [front, ...others] = wizard.photos;
  if (!front?.address) return;
  // It was compared with another front photo.
  if (front.doubt === 'other') updatePhoto(front.id, { doubt: '' });
  const nameOf = ({ address }: { address: string | null }) => withoutSign(address ?? '');
  const pairOf = (photo: { address: string | null }) => `${nameOf(front)} ${nameOf(photo)}`;
  const unknown = others.filter(
    photo =>
      photo.status === 'ready' && photo.address && photo.doubt !== 'settled' && !compared.has(pairOf(photo)),
  );
  if (unknown.length === 0) return;
  const found = await findOtherPeople([front, ...unknown].map(nameOf));
  for (const photo of unknown) {
    const isOther = found.get(nameOf(photo));
    if (isOther === undefined || wizard.photos[0]?.id !== front.id) continue;
    compared.add(pairOf(photo));
    updatePhoto(photo.id, { doubt: isOther ? 'other' : '' });
  }
}
