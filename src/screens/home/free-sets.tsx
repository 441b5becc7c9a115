import { getHomeSamples } from '../../api/home-samples.ts';
import { useText } from '../../i18n/use-text.ts';
import { useLoad } from '../../ui/use-load.ts';
import styles from './home-more.module.css';

/** Shows on the button's edge how many sets a new user gets free; renders nothing if that is unknown or none. */
export function FreeSets() {
  const { text } = useText();
  const [samples] = useLoad(getHomeSamples);
  const { coins, cost } = samples.data?.welcome ?? { coins: 0, cost: 0 };
  const count = cost > 0 ? Math.floor(coins / cost) : 0;
  if (count < 1) return null;
  // Before i18next is loaded, texts have no values and no plurals.
  return (
    <p className={styles.free}>
      {count} {text(count === 1 ? 'home.free-one' : 'home.free')}
    </p>
  );
}
