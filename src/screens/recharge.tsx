import { useSnapshot } from 'valtio';
import type { Product } from '../api/billing.ts';
import { getGenerateCost } from '../api/jobs.ts';
import { PayScreen } from '../components/pay-screen.tsx';
import { bestOf, setPrice } from '../components/set-price.ts';
import { formatAmount, formatPrice } from '../i18n/format.ts';
import { useText } from '../i18n/use-text.ts';
import { paths } from '../paths.ts';
import { linkTo } from '../platform/navigation.ts';
import { session } from '../state/session.ts';
import gold from '../ui/gold-card.module.css';
import { Icon } from '../ui/icon.tsx';
import { RowLink, Rows } from '../ui/row.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useLoad } from '../ui/use-load.ts';

export default function Recharge() {
  const { text } = useText();
  const [cost] = useLoad(getGenerateCost);
  const worth = (product: Product) => setPrice(product, cost.data);
  return (
    <PayScreen
      kind="coins"
      words={{
        title: text('recharge.title'),
        choose: text('recharge.choose'),
        empty: text('recharge.empty'),
        note: () => text('recharge.note'),
        pay: product => text('recharge.pay', { price: formatPrice(product) }),
      }}
      nameOf={product => <Coins product={product} />}
      worthOf={product => {
        const { sets, each } = worth(product) ?? {};
        return sets && each ? text('recharge.sets', { count: sets, each: formatAmount(each) }) : '';
      }}
      bestOf={products => bestOf(products, ({ coins, payAmount }) => (coins > 0 ? payAmount / coins : null))}
      isEnough={status => status === 'done'}
      balance={<Balance />}
    >
      <Rows>
        <RowLink icon="list" label={text('coin-flow.title')} {...linkTo(paths.coinFlow)} />
      </Rows>
    </PayScreen>
  );
}

/** Shows how many coins a product has. If the API does not send the number, shows the product's title. */
function Coins({ product: { coins, title } }: { product: Product }) {
  const { text } = useText();
  return (
    <>
      <Icon name="coin" />
      {coins > 0 ? (
        <span>
          {coins}
          <span className="visually-hidden"> {text('recharge.coins')}</span>
        </span>
      ) : (
        title || text('recharge.coins')
      )}
    </>
  );
}

function Balance() {
  const { text } = useText();
  const { user } = useSnapshot(session);
  const coins = user?.coins;
  if (coins === null) return null;
  return (
    <section className={`${gold.card} ${gold.centred}`}>
      <p>{text('recharge.balance')}</p>
      {coins === undefined ? (
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
