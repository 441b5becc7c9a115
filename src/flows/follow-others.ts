import { paths } from '../paths.ts';
import { followTranslation } from '../platform/follow-translation.ts';
import { go } from '../platform/navigation.ts';
import { onSignOut } from '../platform/sign-outs.ts';
import { clearJob } from '../state/making.ts';
import { resetPayment } from '../state/order.ts';
import { overlay } from '../state/overlay.ts';
import { clearToken, session } from '../state/session.ts';

/** Follows what others do to the page: a translator, and a tab that signs the user out, which also clears the draft. */
export function followOthers(): void {
  followTranslation(document.body);
  onSignOut(() => {
    if (!session.token) return;
    overlay.question?.settle(null);
    // Leave before the screen is rendered without the user's data.
    go(paths.home, { replace: true });
    forgetUser();
  });
}

/** Shows nothing of the user any more. */
export function forgetUser(): void {
  clearToken();
  resetPayment();
  clearJob();
}
