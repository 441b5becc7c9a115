import { useSnapshot } from 'valtio';
import { type Product, paySuccess, restoreReceipt } from '../api/billing.ts';
import { PayScreen } from '../components/pay-screen.tsx';
import { bestOf, monthPrice, monthsOf, perMonth } from '../components/set-price.ts';
import { loadUser } from '../flows/account/load-user.ts';
import { renewalMessage } from '../flows/account/tell-renewal.ts';
import { channelOf } from '../flows/money/can-buy.ts';
import { fetchStatus, finish } from '../flows/money/settle-order.ts';
import { formatAmount, formatDay, formatPrice } from '../i18n/format.ts';
import { useText } from '../i18n/use-text.ts';
import { bridge } from '../platform/bridge/bridge.ts';
import { BridgeError, refusals } from '../platform/bridge/bridge-error.ts';
import { loadOrder } from '../state/order.ts';
import { toast, withLoading } from '../state/overlay.ts';
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
  const { text, say } = useText();
  const { user } = useSnapshot(session);
  const vip = isVip(user);
  return (
    <section className={`${gold.card} ${gold.centred} ${styles.state}`} aria-busy={!user}>
      <Icon name="crown" size={36} />
      <h2 className={heading.section}>{text(vip ? 'subscription.active' : 'subscription.lead')}</h2>
      <p>
        {user && vip
          ? user.vipExpireTime > 0 && text('subscription.until', { day: formatDay(user.vipExpireTime) })
          : text('subscription.free')}
      </p>
      {user?.renewal && <p>{say(renewalMessage(user.renewal))}</p>}
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

/** Restores a subscription from the app store's receipt, or else from the server. */
async function restorePurchases(): Promise<void> {
  try {
    const user = await withLoading(
      'subscription.restoring',
      async () => {
        const receipt = await bridge.restore?.();
        if (receipt !== undefined && !(await paysSavedOrder(receipt))) await restoreReceipt(receipt);
        return loadUser({ toast: true });
      },
      bridge.restore ? 'phone' : 'server',
    );
    toast(isVip(user) ? 'subscription.restored' : 'subscription.nothing-to-restore');
  } catch (error) {
    explain(error);
  }
}

/** Shows a toast, unless the error was already shown (by the API client or the host), or the user cancelled. */
function explain(error: unknown): void {
  if (!(error instanceof BridgeError) || error.failure === 'malformed') return;
  if (error.message.trim() && error.failure === 'refused') return;
  if (error.code === refusals.nothing) toast('subscription.nothing-to-restore');
  else if (error.code !== refusals.cancelled) toast('bridge.failed.restore');
}

/** Pays the saved subscription order with the receipt; otherwise that order would stay open. False if that fails. */
async function paysSavedOrder(receipt: string): Promise<boolean> {
  const order = await loadOrder();
  if (order?.kind !== 'subscriptions') return false;
  try {
    await paySuccess(order.orderId, receipt);
  } catch {
    return false;
  }
  if ((await fetchStatus(order)) !== 'pending') await finish(order);
  return true;
}
