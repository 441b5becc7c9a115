import { paths } from '../paths.ts';
import { followTranslation } from '../platform/follow-translation.ts';
import { go } from '../platform/navigation.ts';
import { onSignOut } from '../platform/sign-outs.ts';
import { overlay } from '../state/overlay.ts';
import { session } from '../state/session.ts';

/** Follows what others do to the page: a translator, and a tab that signs the user out, which also clears the draft. */
export function followOthers(): void {
  followTranslation(document.body);
  onSignOut(async () => {
    if (!session.token) return;
    overlay.question?.settle(null);
    // Leave before the screen is rendered without the user's data.
    go(paths.home, { replace: true });
    // This file comes with every first visit, and what it needs then would come with it.
    (await import('./forget-user.ts')).forgetUser();
  });
}
