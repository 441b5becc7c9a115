import type { JSX } from 'react';

export type HairCut = 'bob' | 'short' | 'bun' | 'curls' | 'long' | 'scarf';

/** Hair behind the head, drawn before the neck. */
const behind: Record<HairCut, string> = {
  bob: 'M42 116C34 66 42 28 80 28s46 38 38 88c-8 7-68 7-76 0Z',
  short: '',
  bun: 'M64 30a16 15 0 1 1 32 0 16 15 0 0 1-32 0Z',
  curls:
    'M44 98a15 15 0 0 1-8-24 16 16 0 0 1 8-26 18 18 0 0 1 20-20 20 20 0 0 1 32 0 18 18 0 0 1 20 20 16 16 0 0 1 8 26 15 15 0 0 1-8 24Z',
  long: 'M36 148c2-30-8-120 44-120s42 90 44 120Z',
  scarf: 'M32 138c6-30 0-112 48-112s42 82 48 112c-22 18-74 18-96 0Z',
};

/** Hair around the forehead, drawn over the face. */
const over: Record<HairCut, string> = {
  bob: 'M80 42C62 46 52 60 48 92 42 66 44 32 80 32s38 34 32 60c-4-32-14-46-32-50Z',
  short:
    'M47 84C41 50 54 30 80 29c28-1 39 22 33 55-3-4-5-12-7-20-10 1-24-2-33-10-5 7-14 8-19 12-3 5-4 13-7 18Z',
  bun: 'M47 86C43 50 58 34 80 34s37 16 33 52c-5-20-15-31-33-31S52 66 47 86Z',
  curls:
    'M48 80c-3-6-2-12 2-16 0-8 6-13 12-13 4-5 12-6 18-3 6-3 14-2 18 3 6 0 12 5 12 13 4 4 5 10 2 16l6-12-4-22-18-12H62L46 46l-4 22Z',
  long: 'M96 40C84 56 58 54 48 92 42 58 50 31 82 31c30 0 36 34 30 61-3-24-6-40-16-52Z',
  scarf:
    'M80 46c-20 0-30 14-30 34 0 22 14 38 30 38s30-16 30-38c0-20-10-34-30-34Zm0-12c24 0 38 18 38 44 0 30-16 52-38 52S42 108 42 78c0-26 14-44 38-44Z',
};

export function HairBehind({ cut, colour }: { cut: HairCut; colour: string }): JSX.Element {
  return <path d={behind[cut]} fill={colour} />;
}

export function HairOver({ cut, colour }: { cut: HairCut; colour: string }): JSX.Element {
  return <path d={over[cut]} fill={colour} fillRule="evenodd" />;
}
