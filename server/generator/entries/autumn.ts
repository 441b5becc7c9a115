import type { Entry } from './entry.ts';

/** The colours of a template of this layout. */
export interface AutumnPalette {
  haze: [string, string, string];
  trunks: string;
  leaves: [string, string, string, string];
  sun: string;
  /** What grows here; maples without it. */
  trees?: 'ginkgo' | 'beech' | 'pine';
}

/** The templates of the layout `autumn`. */
export const autumnTemplates: Entry<AutumnPalette>[] = [
  {
    id: 4,
    colour: '#e08a3c',
    costume: { name: 'winter-coat', first: 0 },
    prompt:
      'Head and shoulders, a quiet smile. A rust-coloured wool coat and a scarf. An avenue of maples in October, leaves in the air. Low warm sun from behind on the right, glowing hair edges. 85 mm, f/2. Oil on linen, visible bristle strokes, thick lights and thin shadows.',
    haze: ['#ffe2a8', '#f7b15c', '#c8622c'],
    trunks: '#5a3322',
    leaves: ['#e8542c', '#f58a2c', '#ffc04a', '#b8321f'],
    sun: '#fff3c8',
  },
  {
    id: 23,
    colour: '#efc94a',
    look: { hand: 'watercolour', material: 'paper' },
    costume: { name: 'winter-coat', first: 3 },
    prompt:
      'Head and shoulders, smiling. A green woollen scarf over a light coat. A street under golden ginkgo trees. Bright, warm backlight through leaves. 85 mm, f/2. Luminous watercolour in yellows, splashes, white paper sparkles.',
    haze: ['#fff6cf', '#fbdc70', '#d9a52c'],
    trunks: '#6b5330',
    leaves: ['#ffd93b', '#f4b81f', '#ffea8a', '#d99a16'],
    sun: '#fffdf0',
    trees: 'ginkgo',
  },
  {
    id: 37,
    colour: '#b0434a',
    look: { hand: 'poster', material: 'none', inks: ['#301438', '#96304c', '#e06a50', '#f6b58a', '#fdeadb'] },
    prompt:
      'Bust, serious. A dark wine coat. A crimson autumn wood in haze. Low back light, graphic shadow shapes. 85 mm. Five-colour screen print from aubergine to apricot.',
    haze: ['#ffd8c4', '#e0766a', '#7a2438'],
    trunks: '#3f1c26',
    leaves: ['#d02f3f', '#f0603f', '#8f1f3a', '#ffa06a'],
    sun: '#ffe9d6',
  },
  {
    id: 56,
    shot: 'half-body',
    colour: '#7fa3a8',
    look: { hand: 'ink', material: 'paper' },
    costume: { name: 'winter-coat', first: 1 },
    prompt:
      'Half body, wrapped up. A dark wool coat with an ochre scarf. Blue pines in morning mist. Flat cool light. 85 mm. Blue-grey ink wash, wet edges, branches in dry brush.',
    haze: ['#e6f1ee', '#a3c2c4', '#44707c'],
    trunks: '#2c4650',
    leaves: ['#6f9fa0', '#a9cfc4', '#4a7f86', '#e3efdf'],
    sun: '#ffffff',
    trees: 'pine',
  },
];
