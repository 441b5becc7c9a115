import { NetworkError } from '../../api/errors.ts';
import { isReachable } from '../../api/is-reachable.ts';
import { layersClosed } from '../../platform/navigation.ts';
import { toast } from '../../state/overlay.ts';
import { saveWizard } from '../../state/wizard.ts';
import { loadUser } from '../account/load-user.ts';
import { askWithTexts } from '../account/open-consent-sheet.ts';
import { legalOfSignIn, signIn } from '../account/sign-in.ts';
import { adoptDraft } from '../draft/adopt-draft.ts';

/** Asks a guest to sign in. True if signed in. After a redirect, `openWizard` continues instead. */
export async function signInToUpload(): Promise<boolean> {
  if (!(await isReachable())) {
    toast('offline');
    return false;
  }
  const legal = legalOfSignIn();
  const choice = await askWithTexts({
    title: 'make-pic.sign-in',
    text: 'make-pic.sign-in-text',
    ...(legal && { legal }),
    choices: [{ value: 'yes', label: 'sign-in.button', kind: 'primary' }],
  });
  if (choice === null) return false;
  await Promise.all([saveWizard(), layersClosed()]);
  try {
    await signIn();
    await adoptDraft(await loadUser());
    return true;
  } catch (error) {
    if (error instanceof NetworkError) toast('sign-in.failed');
    return false;
  }
}
