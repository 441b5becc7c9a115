import { lockUser } from '../accounts/lock-user.ts';
import { photosPrefix, tryOnsPrefix } from '../accounts/user.ts';
import { noteAudit } from '../db/note-audit.ts';
import { type EraseParts, erase, noteErasures } from '../store/erasures.ts';

/** Withdraws the user's consent and deletes their photos and try-ons; finished pics stay. */
export async function withdrawConsent(
  parts: EraseParts & { clock: () => number },
  userId: string,
): Promise<void> {
  const time = new Date(parts.clock());
  const places = [photosPrefix(userId), tryOnsPrefix(userId)];
  await parts.db.query.transaction().execute(async tx => {
    const { consent_version: version } = await lockUser(tx, userId);
    await tx
      .updateTable('users')
      .set({ consent_version: '', photos: [] })
      .where('user_id', '=', userId)
      .execute();
    await noteErasures(tx, places, time);
    await noteAudit(tx, {
      time,
      source: 'user',
      doneBy: userId,
      action: 'consent withdraw',
      subject: userId,
      reason: '',
      before: { version },
      after: { version: '' },
    });
  });
  await erase(parts, places, time);
}
