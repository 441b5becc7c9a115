import { repeat, round } from '../scenes/svg.ts';

/** A hair style: what lies behind the head and what lies over the forehead. The eyes are at 0, 0 and 100 apart. */
export interface Hair {
  back: string;
  front: string;
}

type DrawHair = (colour: string, shine: string) => Hair;

const shape = (path: string, colour: string) => `<path d="${path}" fill="${colour}"/>`;

const CAP =
  'M-87 14C-100 -70 -84 -154 0 -156C84 -154 100 -70 87 14C82 -18 78 -52 62 -76C24 -92 -26 -66 -64 -78C-78 -54 -82 -18 -87 14Z';
const SWEPT =
  'M-88 26C-104 -76 -72 -154 4 -154C82 -154 104 -76 88 26C82 -20 70 -56 40 -88C6 -56 -56 -54 -74 -20C-80 -6 -84 10 -88 26Z';
const PARTED =
  'M-90 30C-106 -80 -70 -152 0 -152C70 -152 106 -80 90 30C84 -30 56 -76 0 -104C-56 -76 -84 -30 -90 30Z';
const FRINGE =
  'M-90 34C-108 -84 -70 -154 0 -154C70 -154 108 -84 90 34C84 6 82 -22 80 -42C40 -28 -40 -28 -80 -42C-82 -22 -84 6 -90 34Z';

const short: DrawHair = (colour, shine) => ({
  back: '',
  front:
    shape(CAP, colour) +
    `<path d="M-58 -112C-30 -136 24 -140 56 -118" stroke="${shine}" stroke-width="7" fill="none" stroke-linecap="round" opacity=".5"/>`,
});

const quiff: DrawHair = (colour, shine) => ({
  back: '',
  front:
    shape(
      'M-86 10C-96 -40 -92 -96 -66 -120C-50 -162 40 -182 78 -134C98 -104 96 -44 86 10C82 -22 80 -50 70 -68C30 -72 -10 -82 -44 -98C-64 -84 -80 -40 -86 10Z',
      colour,
    ) +
    `<path d="M-40 -128C-6 -154 40 -152 64 -126" stroke="${shine}" stroke-width="7" fill="none" stroke-linecap="round" opacity=".5"/>`,
});

const bob: DrawHair = (colour, shine) => ({
  back: shape(
    'M-100 118C-132 40 -118 -160 0 -162C118 -160 132 40 100 118C84 138 62 128 54 110H-54C-62 128 -84 138 -100 118Z',
    colour,
  ),
  front:
    shape(SWEPT, colour) +
    `<path d="M-62 -96C-40 -132 30 -140 62 -104" stroke="${shine}" stroke-width="7" fill="none" stroke-linecap="round" opacity=".5"/>`,
});

const long: DrawHair = (colour, shine) => ({
  back: shape(
    'M-122 380C-158 250 -128 130 -124 20C-120 -96 -84 -162 0 -162C84 -162 120 -96 124 20C128 130 158 250 122 380C70 400 -70 400 -122 380Z',
    colour,
  ),
  front:
    shape(PARTED, colour) +
    `<path d="M-70 -84C-56 -116 -30 -130 -12 -132M70 -84C56 -116 30 -130 12 -132" stroke="${shine}" stroke-width="6" fill="none" stroke-linecap="round" opacity=".5"/>`,
});

const straight: DrawHair = (colour, shine) => ({
  back: shape(
    'M-114 300C-122 160 -122 40 -116 0C-112 -104 -80 -160 0 -160C80 -160 112 -104 116 0C122 40 122 160 114 300Z',
    colour,
  ),
  front:
    shape(FRINGE, colour) +
    `<path d="M-66 -92C-20 -112 20 -112 66 -92" stroke="${shine}" stroke-width="8" fill="none" stroke-linecap="round" opacity=".45"/>`,
});

const bun: DrawHair = (colour, shine) => ({
  back: `<circle cx="4" cy="-176" r="46" fill="${colour}"/>`,
  front:
    shape(SWEPT, colour) +
    `<path d="M-18 -198C-6 -208 18 -208 28 -194M-56 -104C-34 -132 26 -138 58 -106" stroke="${shine}" stroke-width="6" fill="none" stroke-linecap="round" opacity=".5"/>`,
});

const ponytail: DrawHair = (colour, shine) => ({
  back: shape('M40 -130C150 -150 176 -30 150 110C140 170 112 204 96 214C116 130 112 20 60 -60Z', colour),
  front:
    shape(PARTED, colour) +
    `<path d="M-66 -90C-40 -128 30 -136 64 -98" stroke="${shine}" stroke-width="6" fill="none" stroke-linecap="round" opacity=".5"/>`,
});

const curls: DrawHair = (colour, shine) => ({
  back: repeat(15, index => {
    const angle = Math.PI * (0.92 + (index / 14) * 1.16);
    const x = round(Math.cos(angle) * 104);
    const y = round(Math.sin(angle) * 122 - 26);
    return `<circle cx="${x}" cy="${y}" r="40" fill="${colour}"/>`;
  }),
  front:
    repeat(9, index => {
      const angle = Math.PI * (1.1 + (index / 8) * 0.8);
      const x = round(Math.cos(angle) * 76);
      const y = round(Math.sin(angle) * 84 - 26);
      return `<circle cx="${x}" cy="${y}" r="27" fill="${colour}"/>`;
    }) +
    `<path d="M-44 -132q12 -14 26 -6M10 -144q14 -8 26 4" stroke="${shine}" stroke-width="5" fill="none" stroke-linecap="round" opacity=".5"/>`,
});

/** The hair styles that previews choose from. */
export const hairStyles: DrawHair[] = [long, short, bob, curls, straight, quiff, bun, ponytail];
