import { colourOf } from '../scenes/colour.ts';
import { type Light, PIC } from '../scenes/scene.ts';
import { softBlur } from './box-blur.ts';
import { expose } from './exposure.ts';

/** How much of its colour the scene adds to shadows; more of it would lighten dark skin. */
const FILL = 0.1;

/** How many pixels inwards the light of the scene creeps around the person. */
const WRAP_RADIUS = 7;

/** Lays the person over the scene in the scene's light; answers three numbers (0 to 255) a pixel. */
export function lightPerson(
  person: { rgba: Uint8Array; exposure: number },
  back: { rgb: Uint8Array; glow: Uint8Array },
  light: Light,
): Float32Array {
  const { rgba } = person;
  const pixels = PIC.width * PIC.height;
  const opacity = Float32Array.from({ length: pixels }, (_, index) => rgba[index * 4 + 3]! / 255);
  const inner = softBlur(opacity, PIC, WRAP_RADIUS);
  const grade = gradeOf(light, person.exposure);
  const rim = light.rim ? colourOf(light.rim) : undefined;
  const colour: [number, number, number] = [0, 0, 0];
  const pic = Float32Array.from(back.rgb);

  for (let index = 0; index < pixels; index++) {
    const share = opacity[index]!;
    if (share < 0.004) continue;

    const x = (index % PIC.width) / PIC.width - 0.5;
    const y = Math.floor(index / PIC.width) / PIC.height - 0.5;
    const strength = 1 + light.fromX * x * 2 + light.fromY * y * 2;
    const wrap = Math.min(0.6, (1 - inner[index]!) * 1.1);

    grade(rgba, index * 4, strength, colour);

    for (let channel = 0; channel < 3; channel++) {
      const at = index * 3 + channel;
      const around = rim ? rim[channel]! : back.glow[at]!;
      const lit = screen(colour[channel]!, around * wrap);

      pic[at] = pic[at]! * (1 - share) + lit * share;
    }
  }

  return pic;
}

/** A function that brings one pixel into the light: exposure, saturation, tint, coloured shadows. */
function gradeOf(light: Light, exposure: number) {
  const tint = colourOf(light.tint).map(value => 1 + (value / 128 - 1) * light.tintShare);
  const tintBrightness = tint[0]! * 0.299 + tint[1]! * 0.587 + tint[2]! * 0.114;
  const shadow = colourOf(light.shadow);

  return (rgba: Uint8Array, at: number, strength: number, into: [number, number, number]) => {
    const red = expose(rgba[at]!, exposure);
    const green = expose(rgba[at + 1]!, exposure);
    const blue = expose(rgba[at + 2]!, exposure);
    const brightness = red * 0.299 + green * 0.587 + blue * 0.114;
    const darkness = 1 - Math.min(1, brightness / 140);

    for (let channel = 0; channel < 3; channel++) {
      const own = channel === 0 ? red : channel === 1 ? green : blue;
      const saturated = brightness + (own - brightness) * light.saturation;
      const tinted = saturated * (tint[channel]! / tintBrightness) * strength;

      into[channel] = clip(tinted + shadow[channel]! * darkness * FILL);
    }
  };
}

/** Adds light the way two projectors do: it brightens and never overflows. */
function screen(value: number, added: number): number {
  return 255 - ((255 - value) * (255 - added)) / 255;
}

function clip(value: number): number {
  return Math.min(255, Math.max(0, value));
}
