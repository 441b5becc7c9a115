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
  /** What the product is worth, in words; empty where that is not known. */
  worthOf: (product: Product) => string;
  /** The product that is worth most for its price. */
  best: Product['id'] | null;
  /** One below the other, each with its price at the end of its line. */
  inRows: boolean;
}

/** Cards of which one can be chosen, each with its price. */
export function ProductChoice(props: ProductChoiceProps) {
  const { title, products, selected, onSelect, nameOf, worthOf, best, inRows } = props;
  const { text } = useText();
  const name = useId();
  return (
    <fieldset className={styles.group} data-rows={inRows || undefined}>
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
          {/* Its line stands there before its words do: nothing moves. */}
          <span className={styles.worth}>{worthOf(product)}</span>
          {product.id === best && <span className={styles.best}>{text('recharge.best')}</span>}
        </label>
      ))}
    </fieldset>
  );
}

/** What stands there until the products come. */
export function ProductChoiceSkeleton({ title }: { title: string }) {
  return (
    <fieldset className={styles.group} aria-busy="true">
      <legend className={styles.legend}>{title}</legend>
      {['a', 'b', 'c', 'd'].map(name => (
        <Skeleton key={name} height="88px" />
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
