import { mix } from '../scenes/colour.ts';
import { type DrawHair, SIDES } from './hair-parts.ts';
import { type LockStyle, locksBetween, sided } from './locks.ts';

/** A headscarf. Its folds are drawn like strands of hair. */
export const headscarf: DrawHair = ({ scarf }, random) => {
  const cloth: LockStyle = { colour: scarf, count: 46, width: [5, 16], loose: 7, contrast: 0.42 };
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
    behind: `<path d="M0 -332C150 -334 218 -200 208 -30C206 120 240 240 300 400H-300C-240 240 -206 120 -208 -30C-218 -200 -150 -334 0 -332Z" fill="${mix(scarf, '#0a0408', 0.5)}"/>`,
    before: drape + tail + before,
  };
};
