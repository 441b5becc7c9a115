import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { allowSupport, createDataCopy, getSupportAccess } from '../../api/data-access.ts';
import { savedConsent, takeConsentBack } from '../../flows/account/ask-consent.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useText } from '../../i18n/use-text.ts';
import { withLoading } from '../../state/overlay.ts';
import { session } from '../../state/session.ts';
import { userAgrees } from '../../state/user-agrees.ts';
import { RowButton, RowText } from '../../ui/row.tsx';
import { useLoad } from '../../ui/use-load.ts';

/** Rows for data copy and withdrawal of consent, followed by `children`, so that all rows appear together. */
export function DataRows({ children }: { children: ReactNode }) {
  const { text } = useText();
  const { user } = useSnapshot(session);
  const [here, reload] = useLoad(savedConsent.read);
  return (
    <>
      {user?.features.includes('data-copy') && (
        <RowButton icon="download" label={text('data-copy.get')} onPress={getDataCopy} />
      )}
      {(user?.consentVersion || here.data) && (
        <RowButton
          icon="shield"
          kind="danger"
          label={text('consent.take-back')}
          onPress={async () => void ((await takeConsentBack()) && reload())}
        />
      )}
      {children}
    </>
  );
}

async function getDataCopy(): Promise<void> {
  const address = await withLoading('make-pic.checking', createDataCopy).catch(() => null);
  // Null means that an error occurred, which the API client has already shown.
  if (address) downloadFile(address);
}

/** A row that lets support see the user's pictures. Explains the access, shows when it ends, and can end it early. */
export function SupportAccessRow() {
  const { text } = useText();
  const [access, reload] = useLoad(getSupportAccess);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reload` stays the same.
  useEffect(() => {
    // Another tab may have changed the access, or it may have expired.
    const onShow = () => void (document.visibilityState === 'visible' && reload());
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, []);

  const until = access.data?.until ?? null;
  const isUnknown = access.status === 'failed';
  async function change() {
    if (!isUnknown) await changeSupportAccess(until !== null);
    await reload();
  }
  return (
    <>
      <RowButton
        icon="picture"
        label={text(until === null ? 'support-access.allow' : 'support-access.end')}
        value={isUnknown ? text('retry') : access.data ? undefined : '…'}
        disabled={!access.data && !isUnknown}
        onPress={change}
      />
      {until !== null && (
        <RowText icon="info" label={text('support-access.until', { time: formatMoment(until) })} />
      )}
    </>
  );
}

/** `isAllowed` is the current state. Grants access after an explanation, or revokes it at once. */
async function changeSupportAccess(isAllowed: boolean): Promise<void> {
  if (!isAllowed) {
    const question = { title: 'support-access.title', text: 'support-access.text' } as const;
    if (!(await userAgrees(question, 'support-access.allow-day'))) return;
  }
  // Ignored, because the API client shows the errors.
  await withLoading('reject.running', () => allowSupport(!isAllowed)).catch(() => undefined);
}

function downloadFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
