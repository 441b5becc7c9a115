import { clientHooks } from '../api/client.ts';
import { signPage } from '../api/im.ts';
import { firstLanguage, language, speak } from '../i18n/i18n.ts';
import { bridgeHooks } from '../platform/bridge.ts';
import { shellLanguage } from '../platform/host.ts';
// It must be listening before the browser makes its offer.
import '../platform/install.ts';
import { keys, local } from '../platform/storage.ts';
import { toast } from '../state/overlay.ts';
import { recallToken } from '../state/session.ts';
import { finishSignIn, signIn, takeDialogAnswer } from './sign-in.ts';

/** Everything that happens before the first screen: the language, the token, the end of a sign-in. */
export async function start(): Promise<void> {
  clientHooks.language = language;
  clientHooks.refresh = signIn;
  bridgeHooks.showMessage = message => toast({ text: message });
  bridgeHooks.signPage = signPage;
  const answer = takeDialogAnswer();
  const chosen = local.read(keys.language);
  await Promise.all([speak(firstLanguage(chosen, shellLanguage(navigator.userAgent))), recallToken()]);
  if (answer) finishSignIn(answer);
}
