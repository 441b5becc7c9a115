import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { getProducts, type Product } from '../api/billing.ts';
import { OrderCard } from '../components/order-card.tsx';
import { ProductChoice } from '../components/product-choice.tsx';
import { usePayment } from '../components/use-payment.ts';
import { useWaitingPic, WayBack } from '../components/way-back.tsx';
import { lastKnown } from '../flows/last-known.ts';
import { buy } from '../flows/pay.ts';
import { formatAmount } from '../i18n/format.ts';
import { useText } from '../i18n/use-text.ts';
import { paths } from '../paths.ts';
import { go, goBack } from '../platform/navigation.ts';
import { keys } from '../platform/storage.ts';
import { session } from '../state/session.ts';
import { BottomBar } from '../ui/bottom-bar.tsx';
import { Button } from '../ui/button.tsx';
import { Failed } from '../ui/drawings/failed.tsx';
import { NoCoinsFlow } from '../ui/drawings/no-coins-flow.tsx';
import gold from '../ui/gold-card.module.css';
import { Icon } from '../ui/icon.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { OfflineMark } from '../ui/offline-mark.tsx';
import { RowLink, Rows } from '../ui/row.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useLoad } from '../ui/use-load.ts';
import { useOnline } from '../ui/use-online.ts';
import { useReturnOnline } from '../ui/use-return-online.ts';
import styles from './recharge.module.css';

/** Buying coins: the balance, the amounts, and one button that says what is paid. */
export default function Recharge() {
  const { text } = useText();
  const status = usePayment();
  const waitingPic = useWaitingPic();
  const { user } = useSnapshot(session);
  const [packs, reload] = useLoad(() => lastKnown(keys.packs, () => getProducts('coins')));
  const [chosen, setChosen] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const online = useOnline();
  useReturnOnline(reload);
  const products = packs.data ?? [];
  const selected = products.find(product => product.id === chosen) ?? products[0];
  const choosing = status === 'none' || status === 'done';

  async function pay(product: Product) {
    setBusy(true);
    await buy(product, 'coins').catch(() => undefined);
    setBusy(false);
  }

  return (
    <>
      <NavBar title={text('recharge.title')} backLabel={text('back')} onBack={goBack} />
      <OfflineMark text={text('pay.offline')} />
      <div className={styles.body}>
        <Balance coins={user?.coins ?? null} />
        <OrderCard />
        {choosing && selected && (
          <ProductChoice
            title={text('recharge.choose')}
            products={products}
            selected={selected.id}
            onSelect={setChosen}
            nameOf={product => (
              <>
                <Icon name="coin" />
                <span>
                  {product.coins}
                  <span className="visually-hidden"> {text('recharge.coins')}</span>
                </span>
              </>
            )}
          />
        )}
        {choosing && packs.status === 'loading' && !packs.data && <ChoiceSkeleton />}
        {choosing && packs.status === 'ready' && !selected && (
          <Notice drawing={<NoCoinsFlow />} text={text('recharge.empty')} />
        )}
        {choosing && packs.status === 'failed' && !packs.data && (
          <Notice
            role="alert"
            drawing={<Failed />}
            text={text('error.load')}
            action={{ label: text('retry'), onPress: reload }}
          />
        )}
        <p className={styles.note}>{text('recharge.note')}</p>
        <Rows>
          <RowLink icon="list" label={text('coin-flow.title')} href={paths.coinFlow} onOpen={go} />
        </Rows>
      </div>
      {choosing && selected && (
        <BottomBar>
          {status === 'done' && waitingPic && <WayBack />}
          <Button
            kind={status === 'done' && waitingPic ? 'secondary' : 'primary'}
            busy={busy}
            disabled={!online}
            onClick={() => pay(selected)}
          >
            {text('recharge.pay', { price: text('yuan', { amount: formatAmount(selected.payAmount) }) })}
          </Button>
        </BottomBar>
      )}
    </>
  );
}

function Balance({ coins }: { coins: number | null }) {
  const { text } = useText();
  return (
    <section className={`${gold.card} ${styles.balance}`}>
      <p>{text('recharge.balance')}</p>
      {coins === null ? (
        <Skeleton width="120px" height="32px" />
      ) : (
        <p className={gold.coins}>
          <Icon name="coin" size={28} />
          {text('gold-coins', { count: coins })}
        </p>
      )}
    </section>
  );
}

function ChoiceSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      {['a', 'b', 'c', 'd'].map(name => (
        <Skeleton key={name} height="88px" />
      ))}
    </div>
  );
}
