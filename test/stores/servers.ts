import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Where Debian has servers.
process.env['PATH'] = `${process.env['PATH']}:/usr/sbin`

/** A server of Debian's packages, with a folder and a port of its own, that tests kill and start again. */
export abstract class StoreServer {
  readonly folder: string
  port = 0
  #process: ChildProcess | undefined

  constructor(name: string) {
    // The folder of the tests is open to its user alone, and PostgreSQL runs as another than root.
    this.folder = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), `ctxgen-${name}-`))
  }

  async start(): Promise<void> {
    if (this.port === 0) this.port = await freePort()
    for (;;) {
      const server = this.spawn()
      process.once('exit', () => server.kill('SIGKILL'))
      let log = ''
      for (const stream of [server.stdout, server.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          log += text
        })
      const isReady = await new Promise<boolean>((resolve) => {
        server.once('exit', () => resolve(false))
        for (const stream of [server.stdout, server.stderr])
          stream?.on('data', () => this.isReady(log) && resolve(true))
      })
      this.#process = server
      if (isReady) return
      // Processes of the one that was killed end by themselves.
      if (!this.isInUse(log)) throw new Error(`${this.folder}: it does not start:\n${log}`)
    }
  }

  /** As a power cut: `kill -9`. */
  async kill(): Promise<void> {
    const server = this.#process
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }

  async stop(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 })
  }

  protected abstract spawn(): ChildProcess
  protected abstract isReady(log: string): boolean
  protected abstract isInUse(log: string): boolean
}

/** Redis that has written what it acknowledges. */
export class RedisServer extends StoreServer {
  constructor() {
    super('redis')
    if (!isThere('redis-server')) throw missing('redis-server')
  }

  protected spawn(): ChildProcess {
    const settings = ['--bind', '127.0.0.1', '--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
    return spawn('redis-server', ['--port', `${this.port}`, '--dir', this.folder, ...settings])
  }

  protected isReady(log: string): boolean {
    return log.includes('Ready to accept connections')
  }

  protected isInUse(log: string): boolean {
    return log.includes('Address already in use')
  }
}

/** NATS with JetStream. */
export class NatsServer extends StoreServer {
  constructor() {
    super('nats')
    if (!isThere('nats-server')) throw missing('nats-server')
  }

  protected spawn(): ChildProcess {
    return spawn('nats-server', ['-a', '127.0.0.1', '-p', `${this.port}`, '-js', '-sd', this.folder])
  }

  protected isReady(log: string): boolean {
    return log.includes('Server is ready')
  }

  protected isInUse(log: string): boolean {
    return log.includes('address already in use')
  }
}

export class PostgresServer extends StoreServer {
  readonly #bin: string
  /** PostgreSQL refuses to run as root. */
  readonly #user: { readonly uid: number; readonly gid: number } | undefined

  constructor() {
    super('postgres')
    const versions = '/usr/lib/postgresql'
    const [newest] = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : []
    if (newest === undefined) throw missing('postgresql')
    this.#bin = join(versions, newest, 'bin')
    const idOf = (flag: string): number =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    this.#user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
    if (this.#user !== undefined) chownSync(this.folder, this.#user.uid, this.#user.gid)
    const args = ['-D', join(this.folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
    execFileSync(join(this.#bin, 'initdb'), args, { ...this.#user, stdio: 'ignore', cwd: this.folder })
  }

  protected spawn(): ChildProcess {
    const settings = ['-c', 'listen_addresses=127.0.0.1', '-k', this.folder, '-p', `${this.port}`]
    const args = ['-D', join(this.folder, 'data'), ...settings]
    return spawn(join(this.#bin, 'postgres'), args, { ...this.#user, cwd: this.folder })
  }

  protected isReady(log: string): boolean {
    return log.includes('ready to accept connections')
  }

  protected isInUse(log: string): boolean {
    return /already in use|still in use|lock file .* already exists|could not bind/.test(log)
  }
}

function isThere(command: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, command)))
}

function missing(name: string): Error {
  return new Error(`There is no ${name} here: apt-get install redis-server postgresql nats-server`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
