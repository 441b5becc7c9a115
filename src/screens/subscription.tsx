import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { getProducts, type Product } from '../api/billing.ts';
import { OrderCard } from '../components/order-card.tsx';
import { ProductChoice } from '../components/product-choice.tsx';
import { usePayment } from '../components/use-payment.ts';
import { useWaitingPic, WayBack } from '../components/way-back.tsx';
import { lastKnown } from '../flows/last-known.ts';
import { buy } from '../flows/pay.ts';
import { restorePurchases } from '../flows/restore-purchases.ts';
import { formatAmount, formatDay } from '../i18n/format.ts';
import { useText } from '../i18n/use-text.ts';
import { goBack } from '../platform/navigation.ts';
import { keys } from '../platform/storage.ts';
import { isVip, session } from '../state/session.ts';
import { BottomBar } from '../ui/bottom-bar.tsx';
import { Button } from '../ui/button.tsx';
import { Failed } from '../ui/drawings/failed.tsx';
import { NoCoinsFlow } from '../ui/drawings/no-coins-flow.tsx';
import { Icon } from '../ui/icon.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { OfflineMark } from '../ui/offline-mark.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useLoad } from '../ui/use-load.ts';
import { useOnline } from '../ui/use-online.ts';
import { useReturnOnline } from '../ui/use-return-online.ts';
import styles from './subscription.module.css';

const benefits = [
  'subscription.benefit.cost',
  'subscription.benefit.banner',
  'subscription.benefit.coins',
] as const;

/** Becoming a VIP: what it gives, the plans, and bringing an earlier purchase back. */
export default function Subscription() {
  const { text, language } = useText();
  const status = usePayment();
  const waitingPic = useWaitingPic();
  const vip = isVip(useSnapshot(session).user);
  // The server words the titles, so another language asks again.
  const [plans, reload] = useLoad(() => lastKnown(keys.plans, () => getProducts('subscriptions')), language);
  const [chosen, setChosen] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const online = useOnline();
  useReturnOnline(reload);
  const products = plans.data ?? [];
  const selected = products.find(product => product.id === chosen) ?? products[0];
  const choosing = status === 'none' || status === 'done';
  const mayGoBack = waitingPic && vip;

  async function subscribe(product: Product) {
    setBusy(true);
    await buy(product, 'subscriptions').catch(() => undefined);
    setBusy(false);
  }

  return (
    <>
      <NavBar title={text('subscription.title')} backLabel={text('back')} onBack={goBack} />
      <OfflineMark text={text('pay.offline')} />
      <div className={styles.body}>
        <State />
        <OrderCard />
        <Benefits />
        {choosing && selected && (
          <ProductChoice
            title={text('subscription.plans')}
            products={products}
            selected={selected.id}
            onSelect={setChosen}
            nameOf={product => product.title || text('subscription.days', { count: product.days })}
          />
        )}
        {choosing && plans.status === 'loading' && !plans.data && <Skeleton height="88px" />}
        {choosing && plans.status === 'ready' && !selected && (
          <Notice drawing={<NoCoinsFlow />} text={text('subscription.empty')} />
        )}
        {choosing && plans.status === 'failed' && !plans.data && (
          <Notice
            role="alert"
            drawing={<Failed />}
            text={text('error.load')}
            action={{ label: text('retry'), onPress: reload }}
          />
        )}
        <p className={styles.note}>{text('subscription.note')}</p>
        <Button kind="quiet" disabled={!online} onClick={restorePurchases}>
          {text('subscription.restore')}
        </Button>
      </div>
      {choosing && (
        <BottomBar>
          {mayGoBack && <WayBack />}
          {selected && (
            <Button
              kind={mayGoBack ? 'secondary' : 'primary'}
              busy={busy}
              disabled={!online}
              onClick={() => subscribe(selected)}
            >
              {text(vip ? 'subscription.extend' : 'subscription.subscribe', {
                price: text('yuan', { amount: formatAmount(selected.payAmount) }),
              })}
            </Button>
          )}
        </BottomBar>
      )}
    </>
  );
}

function State() {
  const { text } = useText();
  const { user } = useSnapshot(session);
  if (!user) return <Skeleton height="96px" />;
  const vip = isVip(user);
  return (
    <section className={styles.state}>
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
      <h2 className={styles.heading}>{text('subscription.benefits')}</h2>
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
