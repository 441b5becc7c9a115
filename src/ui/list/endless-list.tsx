import { Component, type ReactNode, useRef } from 'react';
import type { Memory } from '../memory.ts';
import type { RowHeights } from './row-heights.ts';
import { useRowsInView } from './use-rows-in-view.ts';

/** Where an item stands, for those who cannot see the others. */
export interface Place {
  /** The first is 1. */
  position: number;
  /** How many there are; -1 while it is unknown. */
  size: number;
}

interface EndlessListProps<T> {
  /** A list of its own, the cells of a grid (inside an element that gives it a role), or the body of a table. */
  kind: 'list' | 'grid' | 'table';
  items: readonly T[];
  idOf: (item: T) => string | number;
  /** What stands in an item; the cells when it is a table's row. Each new function renders all items anew. */
  render: (item: T, place: Place) => ReactNode;
  columns?: number;
  /** Height of a row before one is measured, px. */
  rowHeight: number;
  /** How far above and below the window rows are rendered, in heights of the window. */
  ahead?: number;
  /** The index of an item that is there wherever the window is, such as the chosen one; -1 for none. */
  always?: number;
  /** True when `items` are all there are. */
  isWhole: boolean;
  /** True where it takes the place of a skeleton: its rows are there at once, not after its own first paint. */
  atOnce?: boolean;
  className?: string | undefined;
  memory?: Memory<RowHeights>;
}

/** The elements of a list, and of an item. */
const tags = { list: ['ul', 'li'], grid: ['div', 'div'], table: ['tbody', 'tr'] } as const;

/** A list of any length: only what is near the window is in the document, empty room stands for the rest. */
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

  // The element's type depends on the kind, which the type of a ref cannot follow.
  return (
    <ListTag ref={list as never} className={className}>
      {children}
    </ListTag>
  );
}

/** The rows from `from` up to, not including, `to`, and those that are kept wherever the window is, in order. */
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

/** One item; those that stay in view are not rendered again while others come and go. */
class Item extends Component<ItemProps> {
  // Not by an element that is kept: Preact's elements know their parents, so that each would keep all before it in memory.
  // Nor by `memo`, which would come with Home.
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

/** A cell of a grid says its place itself, since the role is inside it. */
function placeOf(kind: EndlessListProps<unknown>['kind'], { position, size }: Place) {
  if (kind === 'list') return { 'aria-posinset': position, 'aria-setsize': size };
  // The heads are the first row.
  if (kind === 'table') return { 'aria-rowindex': position + 1 };
  return {};
}

/** Empty room that is as high as the rows that are not rendered. */
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
