import { useSnapshot } from 'valtio';
import { PayScreen } from '../components/pay-screen.tsx';
import { restorePurchases } from '../flows/restore-purchases.ts';
import { formatDay } from '../i18n/format.ts';
import { useText } from '../i18n/use-text.ts';
import { isVip, session } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import gold from '../ui/gold-card.module.css';
import heading from '../ui/heading.module.css';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useOnline } from '../ui/use-online.ts';
import styles from './subscription.module.css';

const benefits = [
  'subscription.benefit.cost',
  'subscription.benefit.banner',
  'subscription.benefit.coins',
] as const;

/** Becoming a VIP: what it gives, the plans, and restoring an earlier purchase. */
export default function Subscription() {
  const { text } = useText();
  const vip = isVip(useSnapshot(session).user);
  const online = useOnline();
  return (
    <PayScreen
      kind="subscriptions"
      words={{
        title: text('subscription.title'),
        choose: text('subscription.plans'),
        empty: text('subscription.empty'),
        note: text('subscription.note'),
        pay: price => text(vip ? 'subscription.extend' : 'subscription.subscribe', { price }),
      }}
      nameOf={({ title, days }) =>
        title || text(days > 0 ? 'subscription.days' : 'subscription.title', { count: days })
      }
      isEnough={() => vip}
      balance={<State />}
      benefits={<Benefits />}
    >
      <Button kind="quiet" disabled={!online} onClick={restorePurchases}>
        {text('subscription.restore')}
      </Button>
    </PayScreen>
  );
}

function State() {
  const { text } = useText();
  const { user } = useSnapshot(session);
  if (!user) return <Skeleton height="96px" />;
  const vip = isVip(user);
  return (
    <section className={`${gold.card} ${styles.state}`}>
      <Icon name="crown" size={36} />
      <h2 className={styles.title}>{text(vip ? 'subscription.active' : 'subscription.lead')}</h2>
      <p>
        {vip
          ? user.vipExpireTime > 0 && text('subscription.until', { day: formatDay(user.vipExpireTime) })
          : text('subscription.free')}
      </p>
    </section>
  );
}

function Benefits() {
  const { text } = useText();
  return (
    <section className={styles.benefits}>
      <h2 className={heading.part}>{text('subscription.benefits')}</h2>
      <ul>
        {benefits.map(benefit => (
          <li key={benefit}>
            <Icon name="check" size={20} />
            {text(benefit)}
          </li>
        ))}
      </ul>
    </section>
  );
}
