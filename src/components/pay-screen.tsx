import { type ReactNode, useEffect, useId, useState } from 'react';
import { subscribe, useSnapshot } from 'valtio';
import { useSearch } from 'wouter/use-browser-location';
import type { Product } from '../api/billing.ts';
import { refreshUser } from '../flows/account/load-user.ts';
import { getKnownProducts, lastProducts } from '../flows/lists/known-lists.ts';
import { canBuy } from '../flows/money/can-buy.ts';
import { abandonOrder, buy, continuePayment, resumePayment } from '../flows/money/pay.ts';
import { formatAmount, formatPrice } from '../i18n/format.ts';
import { useText } from '../i18n/use-text.ts';
import { paths } from '../paths.ts';
import { bridge } from '../platform/bridge/bridge.ts';
import { leavePage } from '../platform/leave-page.ts';
import { goBack, returnTo } from '../platform/navigation.ts';
import { type PaymentStatus, payment, type SavedOrder } from '../state/order.ts';
import { session } from '../state/session.ts';
import { BottomBar } from '../ui/bottom-bar.tsx';
import { Button } from '../ui/button.tsx';
import { NoCoinsFlow } from '../ui/drawings/no-coins-flow.tsx';
import heading from '../ui/heading.module.css';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { NavBar } from '../ui/nav-bar.tsx';
import { Notice } from '../ui/notice.tsx';
import { OfflineMark } from '../ui/offline-mark.tsx';
import radio from '../ui/radio-card.module.css';
import screen from '../ui/screen.module.css';
import { Skeleton } from '../ui/skeleton.tsx';
import { useLast } from '../ui/use-last.ts';
import { useLoad } from '../ui/use-load.ts';
import { useReturnOnline } from '../ui/use-return-online.ts';
import { LoadFailed } from './load-failed.tsx';
import styles from './pay-screen.module.css';

interface ProductChoiceProps extends Pick<PayScreenProps, 'nameOf'> {
  title: string;
  products: Product[];
  selected: Product['id'] | null;
  onSelect: (id: Product['id']) => void;
  /** Describes the product's value, for example how many sets of pictures it buys. Empty string if unknown. */
  worthOf: (product: Product) => string;
  /** Id of the product with the best value, or null. */
  best: Product['id'] | null;
}

interface PayScreenProps {
  kind: SavedOrder['kind'];
  /** `note` and `pay` (the button's label) describe the chosen product. An empty note is hidden. */
  words: {
    title: string;
    choose: string;
    empty: string;
    note: (product: Product | undefined) => string;
    pay: (product: Product) => string;
  };
  /** The card's heading. */
  nameOf: (product: Product) => ReactNode;
  /** `worthOf` describes a product's value; `bestOf` returns the id of the product with the best value. */
  worthOf: (product: Product, products: readonly Product[]) => string;
  bestOf: (products: readonly Product[]) => Product['id'] | null;
  /** True if the user now has enough coins, or the subscription, for the picture that they were making. */
  isEnough: (status: PaymentStatus) => boolean;
  /** The user's balance, shown above an unfinished order. */
  balance: ReactNode;
  /** Shown above the products. */
  benefits?: ReactNode;
  /** Other actions, shown below the products. */
  children: ReactNode;
}

export function PayScreen(props: PayScreenProps) {
  const { kind, words, nameOf, worthOf, bestOf, isEnough, balance, benefits, children } = props;
  const { text, language } = useText();
  const status = usePayment();
  const leadsBack = useWaitingPic() && isEnough(status);
  // The server translates the product titles, so reload them if the language changes.
  const [loaded, reload] = useLoad(() => getKnownProducts(kind), language);
  const last = useLast(() => lastProducts(kind), language);
  // The address may name a product to preselect.
  const named = new URLSearchParams(useSearch()).get('product');
  const [chosen, setChosen] = useState<Product['id'] | null>(named);
  const [busy, setBusy] = useState(false);
  useReturnOnline(reload);
  const products = loaded.data ?? (loaded.status === 'loading' ? last : null) ?? [];
  // Of several coin packs, the middle one is chosen at first.
  const first = kind === 'coins' ? (products.length - 1) >> 1 : 0;
  const selected = products.find(product => String(product.id) === String(chosen)) ?? products[first];
  const note = words.note(selected);
  const isLoading = loaded.status === 'loading' && products.length === 0;
  const isSold = canBuy(useSnapshot(session).user);
  const choosing = isSold && (status === 'none' || status === 'done' || status === 'unfinished');

  async function pay(product: Product) {
    setBusy(true);
    await buy(product, kind).catch(() => undefined);
    setBusy(false);
  }

  return (
    <>
      <NavBar title={words.title} backLabel={text('back')} onBack={goBack} />
      <OfflineMark text={text('pay.offline')} />
      <div className={screen.body}>
        {balance}
        <OrderCard />
        {benefits}
        {choosing && selected && (
          <ProductChoice
            title={words.choose}
            products={products}
            selected={selected.id}
            onSelect={setChosen}
            nameOf={nameOf}
            worthOf={product => worthOf(product, products)}
            best={bestOf(products)}
          />
        )}
        {choosing && isLoading && <ProductChoiceSkeleton title={words.choose} />}
        {choosing && loaded.status === 'ready' && !selected && (
          <Notice drawing={<NoCoinsFlow />} text={words.empty} />
        )}
        {choosing && loaded.status === 'failed' && !loaded.data && (
          <LoadFailed error={loaded.error} onRetry={reload} />
        )}
        {!isSold && <Notice drawing={<NoCoinsFlow />} text={text('pay.not-here')} />}
        {/* Wait for the products, whose number is not known yet, so that the rest does not move when they load. */}
        {!(choosing && isLoading) && (
          <>
            {note && <p className={styles.note}>{note}</p>}
            {children}
          </>
        )}
      </div>
      {choosing && (selected || leadsBack) && (
        <BottomBar>
          {leadsBack && <WayBack />}
          {selected && (
            <Button
              kind={leadsBack || status === 'unfinished' ? 'secondary' : 'primary'}
              busy={busy}
              // Never charge a price that has not loaded.
              disabled={loaded.status === 'loading'}
              onClick={() => pay(selected)}
            >
              {words.pay(selected)}
            </Button>
          )}
        </BottomBar>
      )}
    </>
  );
}

/** Loads the balance, and resumes a payment that the user began on an earlier visit or on the cashier page. */
function usePayment(): PaymentStatus {
  const { status } = useSnapshot(payment);
  useEffect(() => {
    resumePayment().catch(() => undefined);
    refreshUser().catch(() => undefined);
  }, []);
  return status;
}

/** True while the creation of a picture is on hold, for example because the user had too few coins. */
function useWaitingPic(): boolean {
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    const watch = async () => {
      const { restoreWizard, wizard } = await import('../state/wizard.ts');
      await restoreWizard();
      if (left.signal.aborted) return;
      const update = () => setIsWaiting(wizard.templateId !== null);
      left.signal.addEventListener('abort', subscribe(wizard, update));
      update();
    };
    // Ignored: if the code fails to load, only the link is missing.
    watch().catch(() => undefined);
    return () => left.abort();
  }, []);
  return isWaiting;
}

function WayBack() {
  const { text } = useText();
  return <Button onClick={() => returnTo(paths.makePic)}>{text('pay.to-wizard')}</Button>;
}

function ProductChoice(props: ProductChoiceProps) {
  const { title, products, selected, onSelect, nameOf, worthOf, best } = props;
  const { text } = useText();
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {products.map(product => (
        <label
          key={product.id}
          className={`${radio.card} ${styles.card}`}
          data-checked={product.id === selected || undefined}
        >
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            checked={product.id === selected}
            onChange={() => onSelect(product.id)}
          />
          <span className={styles.name}>{nameOf(product)}</span>
          <Price product={product} />
          <span className={styles.worth}>{worthOf(product)}</span>
          {product.id === best && <span className={styles.best}>{text('recharge.best')}</span>}
        </label>
      ))}
    </fieldset>
  );
}

function ProductChoiceSkeleton({ title }: { title: string }) {
  return (
    <fieldset className={styles.group} aria-busy="true">
      <legend className={styles.legend}>{title}</legend>
      {['a', 'b', 'c', 'd'].map(name => (
        <Skeleton key={name} height="72px" />
      ))}
    </fieldset>
  );
}

function Price({ product }: { product: Product }) {
  const { text } = useText();
  const { discountPrice, originalPrice, storePrice } = product;
  if (storePrice) return <span className={styles.price}>{storePrice}</span>;
  return (
    <span className={styles.price}>
      {text('yuan', { amount: formatAmount(discountPrice) })}
      {originalPrice > discountPrice && (
        <s className={styles.original}>
          <span className="visually-hidden">{text('recharge.original')} </span>
          {text('yuan', { amount: formatAmount(originalPrice) })}
        </s>
      )}
    </span>
  );
}

type Shown = Exclude<PaymentStatus, 'none' | 'done'>;

const looks: Record<Shown, { icon: IconName; title: `pay.${Shown}.title`; text: `pay.${Shown}.text` }> = {
  unfinished: { icon: 'info', title: 'pay.unfinished.title', text: 'pay.unfinished.text' },
  confirming: { icon: 'refresh', title: 'pay.confirming.title', text: 'pay.confirming.text' },
  unsure: { icon: 'warning', title: 'pay.unsure.title', text: 'pay.unsure.text' },
  refused: { icon: 'warning', title: 'pay.refused.title', text: 'pay.refused.text' },
};

function OrderCard() {
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
    <section className={styles.order} data-status={status} role="status">
      <Icon name={look.icon} size={32} />
      <h2 className={heading.section}>{text(look.title)}</h2>
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
