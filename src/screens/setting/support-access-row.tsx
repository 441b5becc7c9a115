import { useEffect } from 'react';
import { getSupportAccess } from '../../api/support-access.ts';
import { changeSupportAccess } from '../../flows/change-support-access.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useText } from '../../i18n/use-text.ts';
import { RowButton, RowText } from '../../ui/row.tsx';
import { useLoad } from '../../ui/use-load.ts';

/** Whether support may see the user's pictures: what that means, until when, and the way to end it. */
export function SupportAccessRow() {
  const { text } = useText();
  const [access, reload] = useLoad(getSupportAccess);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reload` stays the same.
  useEffect(() => {
    // Another tab may have changed it, and it ends by itself.
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
        icon="support"
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
