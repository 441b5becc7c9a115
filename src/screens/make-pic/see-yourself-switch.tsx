import { useSnapshot } from 'valtio';
import { useText } from '../../i18n/use-text.ts';
import { tryOns, turnTryOns } from '../../state/try-ons.ts';
import { useOnline } from '../../ui/use-online.ts';
import styles from './see-yourself-switch.module.css';

/** Between the user and the samples, with what it waits for. */
export function SeeYourselfSwitch() {
  const { text } = useText();
  const { isOn, isWaiting } = useSnapshot(tryOns);
  const isOnline = useOnline();
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        className={styles.switch}
        onClick={() => turnTryOns(!isOn)}
      >
        {text('make-pic.see-yourself')}
      </button>
      <p className={styles.waiting} role="status">
        {isOn &&
          isWaiting &&
          text(isOnline ? 'make-pic.see-yourself.coming' : 'make-pic.see-yourself.offline')}
      </p>
    </>
  );
}
