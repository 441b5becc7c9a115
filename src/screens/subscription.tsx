import { useSnapshot } from 'valtio';
import type { Product } from '../api/billing.ts';
import { PayScreen } from '../components/pay-screen.tsx';
import { bestOf, monthPrice, monthsOf, perMonth } from '../components/set-price.ts';
import { channelOf } from '../flows/money/can-buy.ts';
import { restorePurchases } from '../flows/money/restore-purchases.ts';
import { formatAmount, formatDay, formatPrice } from '../i18n/format.ts';
import { useText } from '../i18n/use-text.ts';
import { bridge } from '../platform/bridge/bridge.ts';
import { isVip, session } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import gold from '../ui/gold-card.module.css';
import heading from '../ui/heading.module.css';
import { Icon } from '../ui/icon.tsx';
import styles from './subscription.module.css';

/** "No ads" counts as a benefit only in hosts that show banners. */
const benefits = () =>
  [
    'subscription.benefit.cost' as const,
    'subscription.benefit.tap' as const,
    bridge.closeBannerAd && ('subscription.benefit.banner' as const),
  ].flatMap(benefit => benefit ?? []);

export default function Subscription() {
  const { text } = useText();
  const { user } = useSnapshot(session);
  const vip = isVip(user);
  const channel = channelOf(user);
  const renews = channel === 'app-store' || channel === 'google-play';

  /** Describes the plan's period. In app stores, plans renew by calendar months. */
  function periodOf({ days }: Product): string {
    const months = Math.round(monthsOf(days));
    if (days < 28) return text('subscription.days', { count: days });
    return months === 1 ? text('subscription.one-month') : text('subscription.months', { months });
  }

  function noteOf(plan: Product | undefined): string {
    if (!plan || !channel) return '';
    if (!renews) return text('subscription.note');
    if (plan.days <= 0) return text('subscription.note-renews-some-time');
    return text('subscription.note-renews', { price: formatPrice(plan), period: periodOf(plan) });
  }

  function buttonOf(plan: Product): string {
    const price = formatPrice(plan);
    if (renews && plan.days > 0) return text('subscription.subscribe', { price, period: periodOf(plan) });
    return text(vip && !renews ? 'subscription.extend' : 'subscription.get', { price });
  }

  return (
    <PayScreen
      kind="subscriptions"
      words={{
        title: text('subscription.title'),
        choose: text('subscription.plans'),
        empty: text('subscription.empty'),
        note: noteOf,
        pay: buttonOf,
      }}
      nameOf={({ title, days }) =>
        title || text(days > 0 ? 'subscription.days' : 'subscription.title', { count: days })
      }
      worthOf={(plan, plans) => {
        const worth = monthPrice(plan, plans);
        if (!worth) return '';
        const each = formatAmount(worth.each);
        return worth.saves > 0
          ? text('subscription.month-saves', { each, percent: worth.saves })
          : text('subscription.month', { each });
      }}
      bestOf={plans => bestOf(plans, perMonth)}
      isEnough={() => vip}
      balance={<State />}
      benefits={<Benefits />}
    >
      <Button kind="quiet" onClick={restorePurchases}>
        {text('subscription.restore')}
      </Button>
    </PayScreen>
  );
}

/** Shows the subscription's status. Reserves room for the text until the user's data are loaded. */
function State() {
  const { text } = useText();
  const { user } = useSnapshot(session);
  const vip = isVip(user);
  return (
    <section className={`${gold.card} ${styles.state}`} aria-busy={!user}>
      <Icon name="crown" size={36} />
      <h2 className={styles.title}>{text(vip ? 'subscription.active' : 'subscription.lead')}</h2>
      <p>
        {user && vip
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
        {benefits().map(benefit => (
          <li key={benefit}>
            <Icon name="check" size={20} />
            {text(benefit)}
          </li>
        ))}
      </ul>
    </section>
  );
}
