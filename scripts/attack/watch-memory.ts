import { readFileSync } from 'node:fs';
import type { Node } from '../../tests/cluster/cluster.ts';

/** Milliseconds between measurements. */
const every = 10_000;

/** Most growth from the first half to the second: the JavaScript engine collects garbage when it likes. */
const mostGrowth = 1.3;

/** Measures the largest node, which may be replaced; the result stops and returns the measurements in MB. */
export function watchMemory(nodes: () => Node[]): () => number[] {
  const memory = [largest(nodes())];
  const watching = setInterval(() => memory.push(largest(nodes())), every);
  return () => {
    clearInterval(watching);
    return [...memory, largest(nodes())];
  };
}

export function isFlat(memory: number[]): boolean {
  const middle = Math.ceil(memory.length / 2);
  return Math.max(...memory.slice(middle)) <= mostGrowth * Math.max(...memory.slice(0, middle));
}

function largest(nodes: Node[]): number {
  return Math.max(...nodes.map(({ child }) => memoryOf(child.pid!)));
}

function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(status.match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024);
  } catch {
    // The process was just killed.
    return 0;
  }
}
