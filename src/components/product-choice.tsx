import { type ReactNode, useId } from 'react';
import type { Product } from '../api/billing.ts';
import { formatAmount } from '../i18n/format.ts';
import { useText } from '../i18n/use-text.ts';
import radio from '../ui/radio-card.module.css';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './product-choice.module.css';

interface ProductChoiceProps {
  title: string;
  products: Product[];
  selected: Product['id'] | null;
  onSelect: (id: Product['id']) => void;
  /** The large words of a card. */
  nameOf: (product: Product) => ReactNode;
}

/** Cards of which one can be chosen, each with its price. */
export function ProductChoice({ title, products, selected, onSelect, nameOf }: ProductChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{title}</legend>
      {products.map(product => (
        <label key={product.id} className={`${radio.card} ${styles.card}`}>
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            checked={product.id === selected}
            onChange={() => onSelect(product.id)}
          />
          <span className={styles.name}>{nameOf(product)}</span>
          <Price product={product} />
        </label>
      ))}
    </fieldset>
  );
}

/** What stands there until the products come. */
export function ProductChoiceSkeleton() {
  return (
    <div className={styles.group} aria-busy="true">
      {['a', 'b', 'c', 'd'].map(name => (
        <Skeleton key={name} height="88px" />
      ))}
    </div>
  );
}

function Price({ product }: { product: Product }) {
  const { text } = useText();
  const { discountPrice, originalPrice } = product;
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
