import { useState } from 'react';
import { openSupportDetails } from '../../flows/support-details.ts';
import { withExtraWords } from '../../i18n/extra-words.ts';
import { useText } from '../../i18n/use-text.ts';
import { toast } from '../../state/overlay.ts';
import { RowButton } from '../../ui/row.tsx';
import { useLoad } from '../../ui/use-load.ts';
import styles from './support-row.module.css';

/** Copies what support needs by one tap, and shows it: the user sees that nothing personal is in it. */
export function SupportRow() {
  const { text } = useText();
  const [details] = useLoad(() => withExtraWords(openSupportDetails()));
  const [shown, setShown] = useState<string | null>(null);
  const [isCopied, setIsCopied] = useState(true);

  async function copy() {
    const written = details.data?.() ?? '';
    setShown(written);
    // There is no clipboard on plain http and in some webviews.
    const copying = navigator.clipboard?.writeText(written) ?? Promise.reject(new Error('No clipboard.'));
    await copying.then(
      () => {
        setIsCopied(true);
        toast('support.copied');
      },
      () => setIsCopied(false),
    );
  }

  return (
    <>
      <RowButton icon="support" label={text('support.copy')} disabled={!details.data} onPress={copy} />
      {shown !== null && (
        <li className={styles.details}>
          <p role="status">{!isCopied && text('support.by-hand')}</p>
          <p>{text('support.nothing-personal')}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
          <pre className={styles.text} tabIndex={0}>
            {shown}
          </pre>
        </li>
      )}
    </>
  );
}
