/** A part and its mirror image. */
export function both(svg: string): string {
  return svg + mirrored(svg);
}

/** A filled path. `d` may only contain absolute commands (M, L, C, Q, Z), so that it can be mirrored and turned. */
export function shape(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`;
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more && ` ${more}`}/>`;
}

/** The path of an ellipse. */
export function disc(x: number, y: number, rx: number, ry = rx): string {
  const [a, b] = [rx * 0.5523, ry * 0.5523];
  const at = (dx: number, dy: number) => `${fixed(x + dx)} ${fixed(y + dy)}`;
  return (
    `M${at(rx, 0)}C${at(rx, b)} ${at(a, ry)} ${at(0, ry)}C${at(-a, ry)} ${at(-rx, b)} ${at(-rx, 0)}` +
    `C${at(-rx, -b)} ${at(-a, -ry)} ${at(0, -ry)}C${at(a, -ry)} ${at(rx, -b)} ${at(rx, 0)}Z`
  );
}

export function mirrored(svg: string): string {
  return moved(svg, (x, y) => [-x, y]);
}

/** Applies `move` to each point of a drawing's paths. */
export function moved(svg: string, move: (x: number, y: number) => [number, number]): string {
  return svg.replace(/ d="([^"]*)"/g, (_, d: string) => {
    const path = d.replace(/(-?\d*\.?\d+)[ ,]?(-?\d*\.?\d+)/g, (_pair, x: string, y: string) => {
      const [toX, toY] = move(Number(x), Number(y));
      return `${fixed(toX)} ${fixed(toY)}`;
    });
    return ` d="${path}"`;
  });
}

const fixed = (value: number) => String(Math.round(value * 10) / 10);
