import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { type ApiWorkflow, validateWorkflow } from './comfyui-validation.ts';
import { type DoubleRequest, type DoubleResponse, type HttpDouble, openHttpDouble } from './http-double.ts';

interface Prompt {
  number: number;
  id: string;
  workflow: ApiWorkflow;
  outputs: string[];
  state: 'waiting' | 'running' | 'success' | 'error' | 'interrupted';
}

/** A ComfyUI server whose queue a test controls. */
export interface ComfyuiDouble extends HttpDouble {
  version: string;
  /** Uploaded pictures by name, each with the content type of its request and the format of its bytes. */
  uploads: Map<string, string>;
  prompts: Prompt[];
  interrupted: string[];
  /** Renders the picture with this number; by default each number has another colour. */
  paint(number: number): Promise<Buffer>;
  /** Ends the running prompt and starts the next. If `auto` is true, each queue request does the same. */
  step(state?: 'success' | 'error' | 'interrupted'): void;
  auto: boolean;
  /** Adds a prompt of another client to the queue. */
  addForeign(): void;
  /** False for servers before 2025, which ignore our ids and assign their own. */
  takesIds: boolean;
  /** Clears queue and history like a restart; uploaded files remain. */
  restart(): void;
  /** Clears everything, like a new machine. */
  reset(): void;
}

export async function openComfyuiDouble(): Promise<ComfyuiDouble> {
  const http = await openHttpDouble(request => respondTo(request));

  function respondTo({
    method,
    url,
    body,
    headers,
  }: DoubleRequest): DoubleResponse | Promise<DoubleResponse> {
    const route = `${method} ${url.pathname}`;
    if (route === 'GET /system_stats') {
      return { body: { system: { os: 'linux', comfyui_version: double.version }, devices: [] } };
    }
    if (route === 'POST /upload/image') return upload(body, String(headers['content-type']));
    if (route === 'POST /prompt') return queue(JSON.parse(body.toString()));
    if (route === 'GET /queue') {
      if (double.auto) double.step();
      return { body: { queue_running: entries('running'), queue_pending: entries('waiting').reverse() } };
    }
    if (route === 'POST /queue') {
      const { delete: ids } = JSON.parse(body.toString()) as { delete: string[] };
      double.prompts = double.prompts.filter(({ id, state }) => state !== 'waiting' || !ids.includes(id));
      return {};
    }
    if (route === 'POST /interrupt') {
      const { prompt_id } = JSON.parse(body.toString()) as { prompt_id: string };
      double.interrupted.push(prompt_id);
      if (double.prompts.some(({ id, state }) => id === prompt_id && state === 'running')) {
        double.step('interrupted');
      }
      return {};
    }
    if (url.pathname.startsWith('/history/')) {
      return { body: history(url.pathname.slice('/history/'.length)) };
    }
    if (route === 'GET /view') return view(url);
    return { status: 404 };
  }

  function upload(body: Buffer, type: string) {
    const text = body.toString('latin1');
    const name = text.match(/filename="([^"]+)"/)?.[1] ?? '';
    const bytes = text.split('\r\n\r\n')[1] ?? '';
    double.uploads.set(name, `${type.split(';')[0]} ${bytes.charCodeAt(0) === 0xff ? 'jpeg' : 'other'}`);
    return { body: { name, subfolder: '', type: 'input' } };
  }

  function queue({ prompt, prompt_id }: { prompt: ApiWorkflow; prompt_id?: string }) {
    const { error, node_errors, outputs } = validateWorkflow(prompt, new Set(double.uploads.keys()));
    if (error) return { status: 400, body: { error, node_errors } };
    const id = double.takesIds && prompt_id ? prompt_id : randomUUID();
    add({ id, workflow: prompt, outputs });
    return { body: { prompt_id: id, number: double.prompts.length, node_errors } };
  }

  function add(prompt: Pick<Prompt, 'id' | 'workflow' | 'outputs'>): void {
    const isFirst = !double.prompts.some(({ state }) => state === 'running');
    const state = isFirst ? 'running' : 'waiting';
    double.prompts.push({ ...prompt, number: nextNumber, state });
    nextNumber += 1;
  }

  function entries(wanted: Prompt['state']) {
    return double.prompts
      .filter(({ state }) => state === wanted)
      .map(({ number, id, workflow, outputs }) => [number, id, workflow, {}, outputs]);
  }

  function history(id: string) {
    const prompt = double.prompts.find(candidate => candidate.id === id);
    if (!prompt || prompt.state === 'waiting' || prompt.state === 'running') return {};
    const { number, state, workflow } = prompt;
    const isDone = state === 'success';
    const images = Object.fromEntries(
      prompt.outputs.map(output => {
        const type = workflow[output]!.class_type === 'PreviewImage' ? 'temp' : 'output';
        return [
          output,
          { images: [{ filename: `${number}.png`, subfolder: type === 'temp' ? '' : 'tyy', type }] },
        ];
      }),
    );
    const status = {
      status_str: isDone ? 'success' : 'error',
      completed: isDone,
      messages: messages(prompt),
    };
    return { [id]: { prompt: [], status, outputs: isDone ? images : {}, meta: {} } };
  }

  /** History messages as a real server sends them: the usual events, then the final event. */
  function messages({ id, state, workflow }: Prompt) {
    const node_id = Object.keys(workflow)[1];
    const node = { prompt_id: id, node_id, node_type: workflow[node_id!]?.class_type, executed: [] };
    const ends = {
      success: ['execution_success', { prompt_id: id }],
      error: [
        'execution_error',
        {
          ...node,
          exception_message: 'Allocation on device',
          exception_type: 'torch.OutOfMemoryError',
          traceback: ['x'.repeat(2000)],
        },
      ],
      interrupted: ['execution_interrupted', node],
    };
    const start = ['execution_start', { prompt_id: id, timestamp: 1 }];
    const cached = [
      'execution_cached',
      { nodes: Array.from({ length: 60 }, (_, one) => `node-${one}`), prompt_id: id },
    ];
    return [start, cached, ends[state as keyof typeof ends]];
  }

  async function view(url: URL): Promise<DoubleResponse> {
    const [number] = (url.searchParams.get('filename') ?? '').split('.');
    return { headers: { 'content-type': 'image/png' }, body: await double.paint(Number(number)) };
  }

  let nextNumber = 0;
  const double: ComfyuiDouble = Object.assign(http, {
    version: '0.6.0',
    uploads: new Map<string, string>(),
    prompts: [] as Prompt[],
    interrupted: [] as string[],
    paint: paintByNumber,
    auto: true,
    takesIds: true,
    step(state: 'success' | 'error' | 'interrupted' = 'success') {
      const running = double.prompts.find(prompt => prompt.state === 'running');
      if (running) running.state = state;
      const next = double.prompts.find(prompt => prompt.state === 'waiting');
      if (next) next.state = 'running';
    },
    addForeign: () => add({ id: `foreign-${randomUUID()}`, workflow: {}, outputs: [] }),
    restart() {
      double.prompts = [];
    },
    reset() {
      double.prompts = [];
      double.uploads.clear();
      double.interrupted = [];
      double.requests.length = 0;
      double.troubles.length = 0;
      double.paint = paintByNumber;
      double.version = '0.6.0';
      double.auto = true;
      double.takesIds = true;
      nextNumber = 0;
    },
  });
  return double;
}

/** A single-colour picture with the ratio 3:4; its colour depends on the number. */
export function paintByNumber(number: number, width = 768): Promise<Buffer> {
  const background = { r: (number * 67) % 256, g: (number * 151) % 256, b: 90 };
  return sharp({ create: { width, height: Math.round((width * 4) / 3), channels: 3, background } })
    .png()
    .toBuffer();
}
