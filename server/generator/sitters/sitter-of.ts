import { createRandom } from '../random.ts';
import { mix } from '../scenes/colour.ts';
import sketched from './people.json' with { type: 'json' };
import type { HairStyle, Sitter } from './sitter.ts';

type Sketches = { usual: Partial<Sitter>; sketches: Partial<Sitter>[] };

const women = sitters(sketched.women as Sketches);
const men = sitters(sketched.men as Sketches);

/** Drawn people of different ages, origins and styles. Women and men alternate. */
export const people = women.flatMap((woman, place) => (men[place] ? [woman, men[place]] : [woman]));

/** Groups of hair styles that suit the same people. */
const alike: HairStyle[][] = [
  ['straight', 'wavy', 'bob', 'fringe', 'ponytail', 'bun'],
  ['swept', 'side-part', 'crop'],
  ['afro', 'curls'],
];
const cloths = [
  '#2f4a66',
  '#a8442f',
  '#5d6f4f',
  '#e4d9c6',
  '#3a3a44',
  '#b98a3a',
  '#6b4a6e',
  '#2f6a68',
  '#8a2f3c',
  '#7f93a8',
];
/** Coprime to the number of people, so that neighbouring templates in the grid show people from different families. */
const stride = 7;

/**
 * The person of a template. Each person appears in one template; other templates show relatives with different hair.
 */
export function sitterOf(templateId: number): Sitter {
  const person = people[(templateId * stride) % people.length]!;
  const round = Math.floor((templateId * stride) / people.length);
  const isFirst = round % 3 === 0 && templateId <= 3 * people.length;
  return isFirst ? person : relativeOf(person, templateId);
}

/** Merges each sketch with the usual values. The sketch's values take precedence. */
function sitters({ usual, sketches }: Sketches): Sitter[] {
  return sketches.map(sketch => ({ ...usual, ...sketch }) as Sitter);
}

function relativeOf(person: Sitter, seed: number): Sitter {
  const random = createRandom(seed * 7919);
  const styles = alike.find(list => list.includes(person.style)) ?? [person.style];
  const isMan = person.build > 0.5;

  return {
    ...person,
    skin: mix(person.skin, random.chance(0.5) ? '#5f3a26' : '#f6dcc6', random.between(0, 0.16)),
    hair:
      person.age > 0.5 ? person.hair : mix(person.hair, random.pick(['#120c0c', '#4a2a1c', '#6b3a1e']), 0.3),
    style: random.pick(styles),
    jaw: person.jaw + random.between(-7, 7),
    chin: person.chin + random.between(-7, 7),
    nose: person.nose * random.between(0.92, 1.1),
    fullness: person.fullness * random.between(0.88, 1.15),
    brow: person.brow * random.between(0.85, 1.25),
    smile: random.pick(['open', 'closed', 'calm', 'wry'] as const),
    beard: isMan ? random.pick([undefined, 'stubble', 'short', person.beard]) : undefined,
    glasses: random.chance(0.22) ? random.pick(['round', 'square'] as const) : undefined,
    earrings: !isMan && random.chance(0.4),
    scarf: mix(person.scarf, random.pick(cloths), 0.6),
    turn: -person.turn,
  };
}
