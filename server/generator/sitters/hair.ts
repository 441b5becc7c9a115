import { mix } from '../scenes/colour.ts';
import type { Random } from '../scenes/random.ts';
import { round } from '../scenes/svg.ts';
import { type Curve, type LockLook, locksBetween, sided } from './locks.ts';
import type { HairStyle, Sitter } from './sitter.ts';

/** Hair behind the head and in front of it. */
export interface Hair {
  behind: string;
  before: string;
}

type DrawHair = (sitter: Sitter, random: Random) => Hair;

const SIDES = [-1, 1] as const;
const CAP = 'M-168 10C-196 -110 -186 -326 0 -328C186 -326 196 -110 168 10Z';

const looks = (colour: string, count: number, width: [number, number] = [1.6, 4.6]): LockLook => ({
  colour,
  count,
  width,
});

/** Both sides of hair that falls from a parting at `part`, down to `end`. */
function fall(random: Random, sitter: Sitter, part: number, end: number, bend: number, loose: number): Hair {
  const { hair } = sitter;
  const low = Math.min(end - 30, 330);
  let behind = `<path d="M-186 -120H186L176 ${low}H-176Z" fill="${mix(hair, '#050203', 0.55)}"/>`;
  let before = '';

  for (const side of SIDES) {
    const tip = end + (side > 0 ? -14 : 8);
    const rear: [Curve, Curve] = [
      sided(side, [0, -320, 120, -320, 190, -200, 176, 0, 170, 140, 150, tip * 0.6, 40, tip]),
      sided(side, [
        0,
        -326,
        150,
        -330,
        232,
        -180,
        214,
        10,
        214 + bend,
        150,
        232 - bend,
        tip * 0.7,
        196,
        tip - 16,
      ]),
    ];
    behind += locksBetween(random, ...rear, looks(mix(hair, '#080305', 0.3), 90));

    const face: Curve = [
      part,
      -192,
      part + side * 54,
      -192,
      side * 126,
      -150,
      side * 141,
      -60,
      side * (152 + bend * 0.5),
      20,
      side * (132 - bend * 0.7),
      end * 0.55,
      side * (146 + bend * 0.4),
      tip - 6,
    ];
    const outer: Curve = [
      part,
      -326,
      part + side * 104,
      -334,
      side * 200,
      -250,
      side * 208,
      -84,
      side * (214 + bend),
      60,
      side * (232 - bend * 0.8),
      end * 0.6,
      side * (212 + bend * 0.4),
      tip - 24,
    ];
    before += locksBetween(random, face, outer, { ...looks(hair, 210), loose });
  }
  return { behind, before: before + shine(hair, part) };
}

/** Light on the crown. */
function shine(hair: string, part: number): string {
  return `<path d="M${part - 110} -206C-120 -262 -70 -296 ${part - 16} -300" stroke="${mix(hair, '#fff0d8', 0.5)}" stroke-width="22" fill="none" opacity=".3" filter="url(#b12)"/>`;
}

const fringe: DrawHair = (sitter, random) => {
  const { behind, before } = fall(random, sitter, 4, 330, 6, 5);
  const cut = locksBetween(
    random,
    [-60, -326, -118, -290, -150, -190, -146, -70],
    [60, -326, 118, -290, 150, -190, 146, -70],
    { ...looks(sitter.hair, 200), loose: 4 },
  );
  return { behind, before: before + cut };
};

/** Hair combed from the hairline to the crown, as a bun or ponytail needs it. */
function combedBack(random: Random, { hair }: Sitter): string {
  let drawn = '';
  for (const side of SIDES) {
    const temple = sided(side, [104, -184, 122, -236, 92, -300, 18, -330]);
    const ear = sided(side, [152, -16, 190, -120, 178, -262, 30, -332]);
    drawn += locksBetween(random, ear, temple, { ...looks(hair, 110), loose: 3 });
    drawn += locksBetween(random, temple, sided(side, [-6, -208, -4, -250, 0, -290, 2, -330]), {
      ...looks(hair, 110),
      loose: 3,
    });
  }
  return drawn + shine(hair, 0);
}

const bun: DrawHair = (sitter, random) => {
  const { hair } = sitter;
  const ring = (from: number, radius: number): Curve => [
    from * radius,
    -352,
    from * radius,
    -352 - radius * 1.1,
    -from * radius,
    -352 - radius * 1.1,
    -from * radius,
    -352,
  ];
  const knot =
    locksBetween(random, ring(-1, 64), ring(-1, 8), looks(hair, 70)) +
    locksBetween(
      random,
      ring(1, 64).map((v, i) => (i % 2 ? -704 - v : v)),
      ring(1, 8).map((v, i) => (i % 2 ? -704 - v : v)),
      looks(hair, 70),
    );
  const wisps = SIDES.map(side =>
    locksBetween(
      random,
      sided(side, [128, -170, 150, -90, 158, 0, 140, 86]),
      sided(side, [140, -170, 158, -90, 164, 0, 150, 80]),
      { ...looks(hair, 14, [1.2, 2.6]), loose: 8 },
    ),
  ).join('');
  return {
    behind: `<path d="${CAP}" fill="${mix(hair, '#080305', 0.4)}"/>${knot}`,
    before: combedBack(random, sitter) + wisps,
  };
};

const ponytail: DrawHair = (sitter, random) => {
  const tail = locksBetween(
    random,
    [60, -290, 190, -280, 226, -80, 206, 60, 196, 170, 230, 280, 176, 380],
    [90, -300, 270, -260, 290, -40, 268, 90, 256, 200, 280, 290, 214, 400],
    { ...looks(sitter.hair, 150), loose: 9 },
  );
  return {
    behind: `<path d="${CAP}" fill="${mix(sitter.hair, '#080305', 0.4)}"/>${tail}`,
    before: combedBack(random, sitter),
  };
};

/** Short hair combed over from a parting. */
function combedOver(random: Random, { hair }: Sitter, height: number, part: number): Hair {
  const side = Math.sign(part) || 1;
  const top = locksBetween(
    random,
    [part, -206, part - side * 50, -232 - height * 0.4, -side * 60, -230 - height * 0.3, -side * 142, -150],
    [part + side * 26, -262, part - side * 30, -330 - height, -side * 130, -320 - height, -side * 176, -150],
    { ...looks(hair, 260), loose: 7 },
  );
  const near = locksBetween(
    random,
    sided(side as 1 | -1, [Math.abs(part), -210, 130, -190, 148, -140, 152, -40]),
    sided(side as 1 | -1, [Math.abs(part) + 10, -270, 150, -270, 184, -180, 168, -30]),
    { ...looks(hair, 120, [1.4, 3.4]), loose: 3 },
  );
  const far = locksBetween(
    random,
    sided(-side as 1 | -1, [120, -190, 140, -160, 148, -120, 152, -40]),
    sided(-side as 1 | -1, [150, -230, 178, -190, 184, -120, 168, -30]),
    { ...looks(hair, 90, [1.4, 3.4]), loose: 3 },
  );
  return {
    behind: `<path d="${CAP}" fill="${mix(hair, '#080305', 0.4)}"/>`,
    before: far + near + top + shine(hair, -side * 30),
  };
}

/** Small curls inside an ellipse around the head, outside the face. */
function curlsIn(
  random: Random,
  hair: string,
  size: { rx: number; ry: number; y: number },
  count: number,
): string {
  let drawn = '';
  for (let number = 0; number < count; number++) {
    const angle = random.between(0, 2 * Math.PI);
    const radius = Math.sqrt(random.next()) * 1.03;
    const x = Math.cos(angle) * size.rx * radius;
    const y = size.y + Math.sin(angle) * size.ry * radius;
    if (Math.hypot(x / 142, (y + 10) / 196) < 1) continue;
    const turn = random.between(7, 17);
    const lit = x < -20 && y < size.y ? 0.36 : 0.2;
    const tone = random.chance(0.55)
      ? mix(hair, '#050203', random.between(0, 0.5))
      : mix(hair, '#ffdfb4', random.between(0, lit));
    drawn += `<path d="M${round(x - turn)} ${round(y)}a${round(turn)} ${round(turn)} 0 1 ${number % 2} ${round(turn * 1.5)} ${round(turn * 0.8)}" stroke="${tone}" stroke-width="${round(random.between(2.4, 5))}" fill="none" opacity=".85"/>`;
  }
  return drawn;
}

const afro: DrawHair = ({ hair }, random) => ({
  behind:
    `<path d="M0 -392C190 -392 268 -250 262 -110C256 20 214 110 150 130H-150C-214 110 -256 20 -262 -110C-268 -250 -190 -392 0 -392Z" fill="${mix(hair, '#050203', 0.45)}"/>` +
    curlsIn(random, hair, { rx: 264, ry: 268, y: -126 }, 760),
  before: hairline(random, hair, 190),
});

const curls: DrawHair = ({ hair }, random) => ({
  behind:
    `<path d="M0 -352C160 -352 232 -240 226 -90C236 60 246 220 150 296C110 320 -110 320 -150 296C-246 220 -236 60 -226 -90C-232 -240 -160 -352 0 -352Z" fill="${mix(hair, '#050203', 0.45)}"/>` +
    curlsIn(random, hair, { rx: 236, ry: 330, y: -30 }, 900),
  before: hairline(random, hair, 200),
});

/** Curls that hang over the edge of the forehead. */
function hairline(random: Random, hair: string, count: number): string {
  let drawn = `<path d="M-160 -40C-176 -180 -130 -300 0 -304C130 -300 176 -180 160 -40C150 -110 120 -186 60 -204C20 -214 -40 -214 -70 -200C-124 -180 -150 -110 -160 -40Z" fill="${mix(hair, '#050203', 0.4)}"/>`;
  for (let number = 0; number < count; number++) {
    const angle = random.between(Math.PI * 1.04, Math.PI * 1.96);
    const radius = random.between(0.97, 1.4);
    const x = Math.cos(angle) * 146 * radius;
    const y = -30 + Math.sin(angle) * 176 * radius;
    const turn = random.between(6, 13);
    const tone = mix(hair, random.chance(0.5) ? '#050203' : '#ffdfb4', random.between(0, 0.3));
    drawn += `<path d="M${round(x - turn)} ${round(y)}a${round(turn)} ${round(turn)} 0 1 ${number % 2} ${round(turn * 1.5)} ${round(turn)}" stroke="${tone}" stroke-width="3.4" fill="none" opacity=".85"/>`;
  }
  return drawn;
}

/** Very short hair: the scalp shines through at the temples. */
const crop: DrawHair = ({ hair }, random) => {
  let stubble = `<path d="M-158 -10C-176 -150 -150 -300 0 -304C150 -300 176 -150 158 -10C152 -70 146 -120 118 -168C80 -200 -80 -200 -118 -168C-146 -120 -152 -70 -158 -10Z" fill="${hair}" opacity=".86" filter="url(#b6)"/>`;
  for (let number = 0; number < 620; number++) {
    const angle = random.between(Math.PI * 1.02, Math.PI * 1.98);
    const radius = random.between(0.76, 1.02);
    const x = Math.cos(angle) * 166 * radius;
    const y = -86 + Math.sin(angle) * 218 * radius;
    if (y > -176 + Math.abs(x) * 0.1 && Math.abs(x) < 128) continue;
    const tone = mix(hair, random.chance(0.6) ? '#050203' : '#ffe6c4', random.between(0, 0.34));
    stubble += `<path d="M${round(x)} ${round(y)}q${round(random.between(-4, 6))} -6 ${round(random.between(-2, 9))} -10" stroke="${tone}" stroke-width="2.6" fill="none" opacity=".8"/>`;
  }
  return {
    behind: `<path d="M-160 -20C-184 -160 -150 -306 0 -308C150 -306 184 -160 160 -20Z" fill="${hair}"/>`,
    before: stubble,
  };
};

/** A scarf laid around head and shoulders; its folds are drawn as hair is. */
const headscarf: DrawHair = ({ under }, random) => {
  const cloth: LockLook = { colour: under, count: 46, width: [5, 16], loose: 7, contrast: 0.42 };
  let before = '';
  for (const side of SIDES) {
    before += locksBetween(
      random,
      sided(side, [0, -214, 92, -216, 138, -150, 142, -40, 144, 70, 120, 190, 6, 262]),
      sided(side, [0, -330, 150, -334, 216, -200, 206, -30, 206, 120, 250, 250, 120, 420]),
      cloth,
    );
  }
  const drape = locksBetween(
    random,
    [-134, 190, -60, 300, 70, 310, 140, 190],
    [-330, 400, -120, 560, 190, 560, 340, 400],
    { ...cloth, count: 60 },
  );
  const tail = locksBetween(
    random,
    [60, 380, 110, 470, 100, 640, 60, 900],
    [200, 360, 250, 480, 260, 660, 230, 900],
    cloth,
  );
  return {
    behind: `<path d="M0 -332C150 -334 218 -200 208 -30C206 120 240 240 300 400H-300C-240 240 -206 120 -208 -30C-218 -200 -150 -334 0 -332Z" fill="${mix(under, '#0a0408', 0.5)}"/>`,
    before: drape + tail + before,
  };
};

const styles: Record<HairStyle, DrawHair> = {
  straight: (sitter, random) => fall(random, sitter, sitter.turn > 0 ? -14 : 14, 420, 0, 4),
  wavy: (sitter, random) => fall(random, sitter, sitter.turn > 0 ? -34 : 30, 380, 62, 14),
  bob: (sitter, random) => fall(random, sitter, sitter.turn > 0 ? -54 : 50, 180, -16, 5),
  fringe,
  pixie: (sitter, random) => combedOver(random, sitter, 26, sitter.turn > 0 ? -84 : 84),
  bun,
  ponytail,
  afro,
  curls,
  'side-part': (sitter, random) => combedOver(random, sitter, 8, sitter.turn > 0 ? -96 : 96),
  swept: (sitter, random) => combedOver(random, sitter, 52, sitter.turn > 0 ? -70 : 70),
  crop,
  bald: () => ({ behind: '', before: '' }),
  headscarf,
};

/** Draws the hair of a sitter. */
export function hairOf(sitter: Sitter, random: Random): Hair {
  return styles[sitter.style](sitter, random);
}

/** Whether the ears can be seen below the hair. */
export function showsEars({ style }: Sitter): boolean {
  return ['pixie', 'bun', 'ponytail', 'side-part', 'swept', 'crop', 'bald'].includes(style);
}
