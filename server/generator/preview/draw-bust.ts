import { colourOf, hexOf, mix } from '../scenes/colour.ts';
import type { Random } from '../scenes/random.ts';
import type { Light, Scene } from '../scenes/scene.ts';
import { linear, round } from '../scenes/svg.ts';
import { wardrobe } from './clothes.ts';
import { hairStyles } from './hair.ts';

const SKINS = ['#f6d3bd', '#eec0a0', '#dca37c', '#c08560', '#94603f', '#6d4530'];
const HAIRS = ['#2a2022', '#3b2a26', '#5b3a2c', '#8a5a38', '#c79a5e', '#1d1f2b'];
const CLOTHS = [
  { main: '#f3efe6', accent: '#8fa7b8' },
  { main: '#2f4a66', accent: '#f4efe4' },
  { main: '#c8574a', accent: '#fbe3c6' },
  { main: '#6b8f71', accent: '#f3ead2' },
  { main: '#3a3a44', accent: '#e9e3da' },
  { main: '#d9a441', accent: '#5b3f2a' },
  { main: '#8a6fa8', accent: '#f0e6f4' },
];

const HEAD =
  'M-80 -20C-84 -100 -52 -130 0 -130C52 -130 84 -100 80 -20C80 46 56 124 0 126C-56 124 -80 46 -80 -20Z';
const NECK = 'M-42 70V160C-44 184 -64 200 -96 212L0 260L96 212C64 200 44 184 42 160V70Z';
const NECK_SHADE = 'M-42 92C-20 132 20 132 42 92V134C18 166 -18 166 -42 134Z';

/** Draws a flat, faceless person who stands where the scene wants one, in the light of the scene. */
export function drawBust(random: Random, { slot, light, finish }: Scene): string {
  const lit = (colour: string) => inLight(colour, light);
  const skin = lit(random.pick(SKINS));
  const hairColour = lit(random.pick(HAIRS));
  const cloth = random.pick(CLOTHS);
  const main = lit(cloth.main);

  const hair = random.pick(hairStyles)(hairColour, mix(hairColour, '#ffffff', 0.35));
  const clothes = random.pick(wardrobe)({
    main,
    dark: mix(main, '#1a1420', 0.22),
    accent: lit(cloth.accent),
    skin,
  });
  const shade = mix(skin, '#5a2a2a', 0.24);
  const outline = finish.ink ? 'stroke="#15131a" stroke-width="3.5" stroke-linejoin="round"' : '';

  return (
    `<defs>${sideLight(light)}</defs>` +
    `<g transform="translate(${round(slot.x)} ${round(slot.y)}) scale(${slot.eyes / 100})" ${outline}>` +
    clothes.behind +
    hair.back +
    `<path d="${NECK}" fill="${skin}"/><path d="${NECK_SHADE}" fill="${shade}" stroke="none"/>` +
    clothes.over +
    `<ellipse cx="-82" cy="14" rx="13" ry="23" fill="${shade}"/><ellipse cx="82" cy="14" rx="13" ry="23" fill="${shade}"/>` +
    `<path d="${HEAD}" fill="${skin}"/><path d="${HEAD}" fill="url(#bust-light)" stroke="none"/>` +
    blush(mix(skin, '#e0554f', 0.5)) +
    hair.front +
    `</g>`
  );
}

function blush(colour: string): string {
  const cheek = (x: number) =>
    `<ellipse cx="${x}" cy="44" rx="21" ry="14" fill="${colour}" opacity=".32" stroke="none"/>`;
  return cheek(-44) + cheek(44);
}

/** The side that looks away from the light is darker. */
function sideLight({ fromX }: Light): string {
  const dark = 0.16;
  const [left, right] = fromX < 0 ? [0, dark] : [dark, 0];

  return linear(
    'bust-light',
    [
      [0, '#40203a', left],
      [0.55, '#40203a', 0.02],
      [1, '#40203a', right],
    ],
    'x1="0" y1="0" x2="1" y2="0"',
  );
}

/** A colour as it would look in the light of the scene. */
function inLight(colour: string, light: Light): string {
  const tint = colourOf(light.tint).map(part => 1 + (part / 128 - 1) * light.tintShare * 0.7);
  const [red, green, blue] = colourOf(colour);

  return mix(hexOf([red * tint[0]!, green * tint[1]!, blue * tint[2]!]), light.shadow, 0.08);
}
