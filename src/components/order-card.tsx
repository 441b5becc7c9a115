import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { abandonOrder, continuePayment } from '../flows/money/pay.ts';
import { formatPrice } from '../i18n/format.ts';
import { useText } from '../i18n/use-text.ts';
import { bridge } from '../platform/bridge/bridge.ts';
import { leavePage } from '../platform/leave-page.ts';
import { type PaymentStatus, payment, type SavedOrder } from '../state/order.ts';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import styles from './order-card.module.css';

type Shown = Exclude<PaymentStatus, 'none' | 'done'>;

const looks: Record<Shown, { icon: IconName; title: `pay.${Shown}.title`; text: `pay.${Shown}.text` }> = {
  unfinished: { icon: 'info', title: 'pay.unfinished.title', text: 'pay.unfinished.text' },
  confirming: { icon: 'refresh', title: 'pay.confirming.title', text: 'pay.confirming.text' },
  unsure: { icon: 'warning', title: 'pay.unsure.title', text: 'pay.unsure.text' },
  refused: { icon: 'warning', title: 'pay.refused.title', text: 'pay.refused.text' },
};

/** Shows the open order with its status and the available actions. */
export function OrderCard() {
  const { text } = useText();
  const { order, status } = useSnapshot(payment);
  const [busy, setBusy] = useState(false);
  if (!order || status === 'none' || status === 'done') return null;
  const look = looks[status];

  async function goOn() {
    setBusy(true);
    await continuePayment().catch(() => undefined);
    setBusy(false);
  }

  return (
    <section className={styles.card} data-status={status} role="status">
      <Icon name={look.icon} size={32} />
      <h2 className={styles.title}>{text(look.title)}</h2>
      <OrderWords order={order} />
      <p className={styles.text}>
        {text(isInStore(order, status) ? 'pay.unfinished.store.text' : look.text)}
      </p>
      {status === 'confirming' && <progress className={styles.progress} aria-label={text(look.title)} />}
      {status !== 'confirming' && (
        <div className={styles.choices}>
          {status === 'unfinished' && (
            <Button busy={busy} onClick={goOn}>
              {text('pay.continue')}
            </Button>
          )}
          {status === 'unsure' && (
            <Button busy={busy} onClick={goOn}>
              {text('pay.check')}
            </Button>
          )}
          {status === 'refused' && <SupportLink />}
          <Button kind="quiet" onClick={abandonOrder}>
            {text('pay.drop')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** True for an open subscription order in an app store, because only the store knows whether it is paid. */
function isInStore({ kind }: SavedOrder, status: Shown): boolean {
  return status === 'unfinished' && kind === 'subscriptions' && bridge.subscription !== null;
}

function OrderWords({ order }: { order: SavedOrder }) {
  const { text } = useText();
  const price = formatPrice(order);
  const what =
    order.coins > 0
      ? text('pay.order-coins', { count: order.coins, price })
      : text('pay.order-plan', { plan: order.title, price });
  return (
    <>
      {order.payAmount > 0 && <p className={styles.what}>{what}</p>}
      <p className={styles.number}>{text('pay.order-number', { order: order.orderId })}</p>
    </>
  );
}

function SupportLink() {
  const { text } = useText();
  const address = appSettings.supportUrl;
  return address ? (
    <Link className={styles.support} href={address} onOpen={() => leavePage(address)}>
      {text('setting.support')}
    </Link>
  ) : null;
}
