import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { savedConsent, takeConsentBack } from '../../flows/consent.ts';
import { getDataCopy } from '../../flows/get-data-copy.ts';
import { useText } from '../../i18n/use-text.ts';
import { session } from '../../state/session.ts';
import { RowButton } from '../../ui/row.tsx';
import { useLoad } from '../../ui/use-load.ts';
import { SupportAccessRow } from './support-access-row.tsx';

/**
 * What the user may ask for: a copy of their data, that support sees their pictures, and, where they have given it, their
 * consent back. What stands below them comes with them, or they would push it down.
 */
export default function DataRows({ children }: { children: ReactNode }) {
  const { text } = useText();
  const { user } = useSnapshot(session);
  const [here, reload] = useLoad(savedConsent.read);
  return (
    <>
      {user?.features.includes('data-copy') && (
        <RowButton icon="download" label={text('data-copy.get')} onPress={getDataCopy} />
      )}
      {user?.features.includes('support-access') && <SupportAccessRow />}
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
