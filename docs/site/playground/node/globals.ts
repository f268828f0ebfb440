// Must be imported first: the compiler asks for these when it is loaded.

const { setTimeout: timeout, clearTimeout: clear } = globalThis

/** Node's timer, as far as the generator uses it. */
class Timer {
  readonly #run: () => void
  readonly #ms: number
  #id: ReturnType<typeof timeout>

  constructor(run: () => void, ms: number) {
    this.#run = run
    this.#ms = ms
    this.#id = timeout(run, ms)
  }

  unref(): this {
    return this
  }

  refresh(): this {
    clear(this.#id)
    this.#id = timeout(this.#run, this.#ms)
    return this
  }

  close(): void {
    clear(this.#id)
  }
}

Object.assign(globalThis, {
  process: {
    argv: [],
    browser: false,
    cwd: () => '/app',
    env: {},
    execArgv: [],
    nextTick: queueMicrotask,
    pid: 1,
    platform: 'linux',
    stdout: {},
    version: 'v20.19.0',
    versions: { node: '20.19.0' },
  },
  // The compiler takes a system with this function for Node, and then asks the modules beside this one.
  require: () => undefined,
  Buffer: { byteLength: (text: string) => new TextEncoder().encode(text).length },
  setTimeout: (run: () => void, ms = 0) => new Timer(run, ms),
  clearTimeout: (timer: unknown) => (timer instanceof Timer ? timer.close() : undefined),
})
