import { Component, type ReactNode, useRef } from 'react';
import type { Memory } from '../memory.ts';
import type { RowHeights } from './row-heights.ts';
import { useRowsInView } from './use-rows-in-view.ts';

/** The position of an item in its list, for screen readers. */
export interface Place {
  /** The first item has position 1. */
  position: number;
  /** Number of items; -1 while unknown. */
  size: number;
}

interface EndlessListProps<T> {
  /** 'grid' renders only cells, so put the list into an element with a role. 'table' renders a table's body. */
  kind: 'list' | 'grid' | 'table';
  items: readonly T[];
  idOf: (item: T) => string | number;
  /** Renders the content of an item, or the cells of a table row. A new function renders all items again. */
  render: (item: T, place: Place) => ReactNode;
  columns?: number;
  /** Height of a row until a row is measured, px. */
  rowHeight: number;
  /** Renders rows up to this distance above and below the window, in heights of the window. */
  ahead?: number;
  /** Index of an item that is always rendered, for example the chosen item; -1 if there is none. */
  always?: number;
  /** True if `items` is complete. */
  isWhole: boolean;
  /** True if the list replaces a skeleton: it then renders its rows at once, not after its first paint. */
  atOnce?: boolean;
  className?: string | undefined;
  memory?: Memory<RowHeights>;
}

/** Tags for the list and for an item, by kind. */
const tags = { list: ['ul', 'li'], grid: ['div', 'div'], table: ['tbody', 'tr'] } as const;

/** A list of any length. It renders only the items near the window, and empty space for the others. */
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

  // The type of the element depends on `kind`, which the type of a ref cannot express.
  return (
    <ListTag ref={list as never} className={className}>
      {children}
    </ListTag>
  );
}

/** The rows from `from` up to, but not including, `to`, and the rows in `kept`, in order. */
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

/** An item that does not render again while others appear and disappear. */
class Item extends Component<ItemProps> {
  // Elements are not kept, because Preact's elements know their parents, so each would keep all earlier ones in memory.
  // `memo` is not used, because it would be part of Home's download.
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

/** Attributes for the position of an item. Cells of a grid set their own, because their role is on an inner element. */
function placeOf(kind: EndlessListProps<unknown>['kind'], { position, size }: Place) {
  if (kind === 'list') return { 'aria-posinset': position, 'aria-setsize': size };
  // The header is the first row.
  if (kind === 'table') return { 'aria-rowindex': position + 1 };
  return {};
}

/** Empty space that is as high as the rows that are not rendered. */
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
