import { FULL } from '../generator/filters/canvas.ts';
import { Painter } from '../generator/filters/painter.ts';

/** The width of the pictures for which the hands give their lengths, px. */
const usualWidth = 1152;

/** Below these a blur or a line would have no pixel to stand on. */
const least = { blur: 0.35, line: 0.45, stroke: 2 };

/** The flow is found on a copy that is not reduced further, as large pictures are: two thirds of the width. */
const flowScale = 1.5;

/** The filters, with all lengths reduced as the canvas is. */
export async function openSmallPainter(): Promise<Painter> {
  const painter = await Painter.open();
  const scale = FULL.width / usualWidth;
  const blur = painter.blur.bind(painter);
  const lines = painter.lines.bind(painter);
  const strokesAlong = painter.strokesAlong.bind(painter);
  const flow = painter.flow.bind(painter);
  const kuwahara = painter.kuwahara.bind(painter);

  painter.blur = (source, deviation, size) => blur(source, Math.max(least.blur, deviation * scale), size);
  painter.lines = (luminance, along, style) => {
    const deviation = Math.max(least.line, style.deviation * scale);
    return lines(luminance, along, { ...style, deviation, length: style.length * scale });
  };
  painter.strokesAlong = (noise, along, length) =>
    strokesAlong(noise, along, Math.max(least.stroke, Math.round(length * scale)));
  painter.flow = (picture, deviation, drift) => flow(picture, deviation * scale * flowScale, drift);
  painter.kuwahara = (source, along, radii) => {
    for (let at = 0; at < radii.data.length; at++) radii.data[at]! *= scale;
    return kuwahara(source, along, radii);
  };
  return painter;
}
