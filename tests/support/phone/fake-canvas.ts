import { vi } from 'vitest';

type Area = [left: number, top: number, width: number, height: number];
type Place = [x: number, y: number];

/** Everything that the page has drawn on its canvas; each list is in order. */
export interface Strokes {
  /** Size and quality of the exported file. `made` replaces this file; null makes the export fail. */
  canvas: { width: number; height: number; quality: number; made?: Blob | null };
  grounds: { color: string; at: Area }[];
  shades: { color: string; alpha: number; at: Area }[];
  pictures: { clip: Area; at: Place; turn: number; size: Place; smoothing: string; alpha: number }[];
  texts: { text: string; font: string; color: string; at: Place }[];
}

/**
 * Gives the page a canvas that records all drawing until the test ends, because the test environment has none. Letters
 * are half as wide as the font size, and capital letters 0.7 of the font size high.
 */
export function openFakeCanvas(): Strokes {
  const strokes: Strokes = {
    canvas: { width: 0, height: 0, quality: 0 },
    grounds: [],
    shades: [],
    pictures: [],
    texts: [],
  };
  const { prototype } = HTMLCanvasElement;
  vi.spyOn(prototype, 'getContext').mockImplementation((() => contextOf(strokes)) as never);
  vi.spyOn(prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, take, type, quality) {
    const { width, height } = this;
    Object.assign(strokes.canvas, { width, height, quality });
    const { made = new Blob(['drawn'], { type: type ?? 'image/png' }) } = strokes.canvas;
    take(made);
  });
  return strokes;
}

/** Rounds to a millionth of a pixel. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

function contextOf(strokes: Strokes) {
  let path: Area | null = null;
  let clip: Area = [0, 0, 0, 0];
  let at: Place = [0, 0];
  let turn = 0;
  let saved: (() => void) | null = null;
  const context = {
    fillStyle: '',
    font: '',
    globalAlpha: 1,
    imageSmoothingQuality: 'low',
    save() {
      const state = { ...context };
      const [oldClip, oldAt, oldTurn] = [clip, at, turn];
      saved = () => {
        Object.assign(context, state);
        [clip, at, turn] = [oldClip, oldAt, oldTurn];
      };
    },
    restore: () => saved?.(),
    beginPath() {
      path = null;
    },
    rect(...area: Area) {
      // A second rectangle in the same path would clip to both, so record an invalid area, which fails the test.
      path = path ? [Number.NaN, 0, 0, 0] : area;
    },
    clip() {
      clip = path ?? clip;
    },
    fill() {
      if (path) strokes.shades.push({ color: context.fillStyle, alpha: context.globalAlpha, at: path });
    },
    fillRect: (...area: Area) => strokes.grounds.push({ color: context.fillStyle, at: area }),
    translate(x: number, y: number) {
      at = [at[0] + x, at[1] + y];
    },
    rotate(angle: number) {
      turn += angle;
    },
    measureText(text: string) {
      const size = Number(/(\d+)px/.exec(context.font)?.[1]);
      return {
        width: (text.length * size) / 2,
        actualBoundingBoxAscent: size * (/[A-Z]/.test(text) ? 0.7 : 0.5),
      };
    },
    drawImage(_picture: unknown, x: number, y: number, width: number, height: number) {
      const { globalAlpha: alpha, imageSmoothingQuality: smoothing } = context;
      strokes.pictures.push({
        clip,
        at: [rounded(at[0] + x), rounded(at[1] + y)],
        turn,
        size: [width, height],
        smoothing,
        alpha,
      });
    },
    fillText(text: string, x: number, y: number) {
      strokes.texts.push({ text, font: context.font, color: context.fillStyle, at: [x, y] });
    },
  };
  return context;
}
