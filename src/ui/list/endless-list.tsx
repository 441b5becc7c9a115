import { Component, type ReactNode, useRef } from 'react';
import type { RowHeights } from './row-heights.ts';
import type { Memory } from './use-pages.ts';
import { useRowsInView } from './use-rows-in-view.ts';

/** An item's position in its list, for screen readers. */
export interface Place {
  /** Counts from 1. */
  position: number;
  /** Total number of items; -1 while unknown. */
  size: number;
}

interface EndlessListProps<T> {
  /** 'grid' renders only cells, so wrap the list in an element with a role. 'table' renders a `tbody`. */
  kind: 'list' | 'grid' | 'table';
  items: readonly T[];
  idOf: (item: T) => string | number;
  /** Renders an item's content, or a table row's cells. If the function changes, all items render again. */
  render: (item: T, place: Place) => ReactNode;
  columns?: number;
  /** Estimated row height until a row has been measured, px. */
  rowHeight: number;
  /** Distance above and below the window in which rows are rendered, in window heights. */
  ahead?: number;
  /** Index of an item that is always rendered, for example the selected item; -1 if there is none. */
  always?: number;
  /** True if `items` is the complete list. */
  isWhole: boolean;
  /** True if the list replaces a skeleton. It then renders its rows at once instead of after its first paint. */
  atOnce?: boolean;
  className?: string | undefined;
  memory?: Memory<RowHeights>;
}

/** HTML tags of the list and its items, by kind. */
const tags = { list: ['ul', 'li'], grid: ['div', 'div'], table: ['tbody', 'tr'] } as const;

/** A virtual list of any length. Renders only the items near the window, and fills the rest with empty space. */
export function EndlessList<T>(props: EndlessListProps<T>) {
  const { kind, items, columns = 1, rowHeight, ahead = 0.75, always = -1, atOnce = false } = props;
  const { memory, className } = props;
  const [ListTag] = tags[kind];
  const list = useRef<HTMLElement>(null);
  const count = Math.ceil(items.length / columns);
  const [view, heights] = useRowsInView({ list, count, columns, rowHeight, ahead, atOnce, memory });
  const kept = [view.focused, Math.floor(always / columns)].filter(row => row >= 0 && row < count);
  const rows = rowsToRender(view.from, Math.min(Math.ceil(view.end / columns), count), kept);

  const children: ReactNode[] = [];
  const skip = (key: string, from: number, to: number) => {
    if (from < to) children.push(<Room key={key} kind={kind} height={heights.between(from, to)} />);
  };
  let next = 0;
  for (const row of rows) {
    skip(`before ${next}`, next, row);
    const end = kept.includes(row) ? items.length : Math.min(view.end, items.length);
    for (let index = row * columns; index < Math.min((row + 1) * columns, end); index++) {
      const item = items[index] as T;
      const size = props.isWhole ? items.length : -1;
      const shown = { kind, item, index, row, size, render: props.render as RenderItem };
      children.push(<Item key={props.idOf(item)} {...shown} />);
    }
    next = row + 1;
  }
  skip('end', next, count);

  // The element type depends on `kind`, which a ref's type cannot express.
  return (
    <ListTag ref={list as never} className={className}>
      {children}
    </ListTag>
  );
}

/** Returns the rows from `from` to `to` (exclusive) and the rows in `kept`, in order. */
function rowsToRender(from: number, to: number, kept: readonly number[]): number[] {
  const rows = new Set(kept);
  for (let row = from; row < to; row++) rows.add(row);
  return [...rows].sort((one, other) => one - other);
}

type RenderItem = EndlessListProps<unknown>['render'];

interface ItemProps {
  kind: EndlessListProps<unknown>['kind'];
  item: unknown;
  index: number;
  row: number;
  size: number;
  render: RenderItem;
}

/** An item that does not re-render when other items appear or disappear. */
class Item extends Component<ItemProps> {
  // Rendered elements are not cached, because Preact's elements refer to their parents, so each would keep all earlier
  // ones in memory. `memo` is not used, because it would be added to Home's download.
  override shouldComponentUpdate({ kind, item, index, row, size, render }: ItemProps) {
    const { props } = this;
    return (
      kind !== props.kind ||
      row !== props.row ||
      item !== props.item ||
      index !== props.index ||
      size !== props.size ||
      render !== props.render
    );
  }

  override render() {
    const { kind, item, index, row, size, render } = this.props;
    const [, ItemTag] = tags[kind];
    const place = { position: index + 1, size };
    return (
      <ItemTag data-row={row} data-index={index} {...placeOf(kind, place)}>
        {render(item, place)}
      </ItemTag>
    );
  }
}

/** Attributes for an item's position. Grid cells set their own, because their role is on an inner element. */
function placeOf(kind: EndlessListProps<unknown>['kind'], { position, size }: Place) {
  if (kind === 'list') return { 'aria-posinset': position, 'aria-setsize': size };
  // The table's header counts as the first row.
  if (kind === 'table') return { 'aria-rowindex': position + 1 };
  return {};
}

/** Empty space as high as the unrendered rows. */
function Room({ kind, height }: { kind: EndlessListProps<unknown>['kind']; height: number }) {
  const style = { height: `${height}px`, gridColumn: '1 / -1' };
  if (kind === 'list') return <li aria-hidden="true" style={style} />;
  if (kind === 'grid') return <div aria-hidden="true" style={style} />;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a table takes no focus.
    <tr aria-hidden="true">
      <td style={{ height: style.height, padding: '0', border: '0' }} />
    </tr>
  );
}
