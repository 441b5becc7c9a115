// The image filters once more in plain TypeScript, from their papers: what the WebAssembly must agree with. A picture has four
// numbers a pixel, a plane one.

/** A width and a height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Directions along edges, and how sure they are. */
export interface FlowTwin {
  x: Float32Array;
  y: Float32Array;
  anisotropy: Float32Array;
}

/** The value within 0 and a limit. */
export const within = (value: number, last: number) => Math.min(last, Math.max(0, value));

/** A blur by a symmetric kernel, rows first; the border pixel is repeated. */
export function blurTwin(source: Float32Array, { width, height }: Size, kernel: Float32Array): Float32Array {
  const radius = (kernel.length - 1) / 2;
  const convolve = (from: Float32Array, stepX: number, stepY: number) =>
    from.map((_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)];
      return kernel.reduce((sum, weight, index) => {
        const [column, row] = [x + stepX * (index - radius), y + stepY * (index - radius)];
        return sum + weight * from[within(row, height - 1) * width + within(column, width - 1)]!;
      }, 0);
    });

  return convolve(convolve(source, 1, 0), 0, 1);
}

/** The products xx, xy, yy of Sobel's derivatives, summed over the colours. */
export function tensorTwin(picture: Float32Array, { width, height }: Size): Float32Array[] {
  const tensor = [0, 1, 2].map(() => new Float32Array(width * height));

  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (let channel = 0; channel < 3; channel++) {
      const value = (dx: number, dy: number) =>
        picture[(within(y + dy, height - 1) * width + within(x + dx, width - 1)) * 4 + channel]! / 1020;
      const across =
        value(1, -1) - value(-1, -1) + 2 * (value(1, 0) - value(-1, 0)) + value(1, 1) - value(-1, 1);
      const down =
        value(-1, 1) - value(-1, -1) + 2 * (value(0, 1) - value(0, -1)) + value(1, 1) - value(1, -1);
      tensor[0]![at]! += across * across;
      tensor[1]![at]! += across * down;
      tensor[2]![at]! += down * down;
    }
  }
  return tensor;
}

/** The anisotropic Kuwahara filter with polynomial weights. */
export function kuwaharaTwin(
  picture: Float32Array,
  flow: FlowTwin,
  radii: Float32Array,
  { width, height }: Size,
): Float32Array {
  const painted = picture.slice();

  for (let at = 0; at < width * height; at++) {
    const radius = radii[at]!;
    if (radius < 1.2) continue;

    const [x, y] = [at % width, Math.floor(at / width)];
    const [along, aside] = [radius * (1 + flow.anisotropy[at]!), radius / (1 + flow.anisotropy[at]!)];
    const [cos, sin] = [flow.x[at]!, flow.y[at]!];
    const stride = radius > 4 ? 2 : 1;
    const reachX = Math.ceil(Math.hypot(along * cos, aside * sin) / stride) * stride;
    const reachY = Math.ceil(Math.hypot(along * sin, aside * cos) / stride) * stride;
    const sectors = Array.from({ length: 8 }, () => ({ colour: [0, 0, 0], squares: 0, weight: 0 }));

    for (let dy = -reachY; dy <= reachY; dy += stride) {
      for (let dx = -reachX; dx <= reachX; dx += stride) {
        const isInside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;
        const u = (cos * dx + sin * dy) / along;
        const v = (cos * dy - sin * dx) / aside;
        const distance2 = u * u + v * v;
        if (!isInside || distance2 > 1) continue;

        const colour = [...picture.subarray((at + dy * width + dx) * 4, (at + dy * width + dx) * 4 + 3)];
        const weights = sectorWeights(u, v);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        const falloff = Math.exp((-3.125 * Math.floor(distance2 * 255)) / 255);
        for (const [index, sector] of sectors.entries()) {
          const weight = (weights[index]! / total) * falloff;
          sector.weight += weight;
          sector.squares += weight * colour.reduce((sum, value) => sum + value * value, 0);
          sector.colour = sector.colour.map((value, channel) => value + weight * colour[channel]!);
        }
      }
    }

    const mean = [0, 0, 0];
    let total = 0;
    for (const { colour, squares, weight } of sectors.filter(sector => sector.weight > 1e-6)) {
      const own = colour.map(value => value / weight);
      const variance = squares / weight - own.reduce((sum, value) => sum + value * value, 0);
      const calmness = 1 / (1 + (0.02 * variance) ** 4);
      total += calmness;
      for (let channel = 0; channel < 3; channel++) mean[channel]! += own[channel]! * calmness;
    }
    painted.set(
      mean.map(value => value / total),
      at * 4,
    );
  }
  return painted;
}

function sectorWeights(u: number, v: number): number[] {
  const zeta = 0.33;
  const eta = (zeta + Math.cos(Math.PI / 8)) / Math.sin(Math.PI / 8) ** 2;
  const turned = [Math.SQRT1_2 * (u - v), Math.SQRT1_2 * (u + v)] as const;

  return [[u, v] as const, turned].flatMap(([x, y]) =>
    [y - eta * x * x, -x - eta * y * y, -y - eta * x * x, x - eta * y * y].map(
      value => Math.max(0, value + zeta) ** 2,
    ),
  );
}
