import { Painter } from './painter.ts';

let opening: Promise<Painter> | undefined;

/** The filters of this thread, opened when they are first wanted. */
export function openPainter(): Promise<Painter> {
  opening ??= Painter.open();
  return opening;
}
