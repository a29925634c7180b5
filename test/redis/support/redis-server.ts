import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../support/free-port.js'

/** True if Redis is installed. CI has to have it; elsewhere its tests are skipped, and the reason is printed. */
export const hasRedis = isInstalled('redis-server') && isInstalled('redis-sentinel')

function isInstalled(program: string): boolean {
  if (spawnSync(program, ['--version']).status === 0) return true
  if (process.env['CI'] === 'true')
    throw new Error(`${program} is not installed: apt-get install redis-server redis-sentinel`)
  console.warn(`${program} is not installed: its tests are skipped`)
  return false
}

/** A process of Redis on a free port, with nothing on disk but a folder of its own. */
export interface RedisServer {
  readonly port: number
  /** Sends one command in the simple form, and resolves with its reply as text. */
  run(...args: readonly string[]): Promise<string>
  /** Stops it at once, as a crash does. */
  kill(): Promise<void>
  /** Stops answering, and goes on. */
  freeze(): void
  thaw(): void
}

export interface RedisServerOptions {
  readonly args?: readonly string[]
  readonly port?: number
  readonly sentinel?: string
}

/** Starts a server, and resolves when it answers. */
export async function startRedis({ args = [], port: wanted, sentinel }: RedisServerOptions = {}): Promise<RedisServer> {
  const port = wanted ?? (await freePort())
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const config = join(folder, 'redis.conf')
  writeFileSync(config, sentinel ?? '')
  const own = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
  const all = sentinel === undefined ? [config, ...own, ...args] : [config, '--sentinel', '--port', `${port}`]
  const child = spawn('redis-server', all, { stdio: 'ignore' })
  const server: RedisServer = {
    port,
    run: (...command) => runCommand(port, command),
    async kill() {
      await stop(child)
      rmSync(folder, { recursive: true, force: true })
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
  await answers(server)
  return server
}

/** Resolves once `condition` holds. */
export async function until(condition: () => boolean | Promise<boolean>, ms = 15_000): Promise<void> {
  const deadline = Date.now() + ms
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`did not happen within ${ms} ms: ${condition}`)
    await wait(10)
  }
}

async function answers(server: RedisServer): Promise<void> {
  await until(async () => (await server.run('PING').catch(() => '')).includes('PONG'))
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** Over a connection of its own; the reply ends with the first pause. */
function runCommand(port: number, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let reply = ''
    let pause: NodeJS.Timeout | undefined
    socket.setTimeout(2_000, () => socket.destroy(new Error('no reply')))
    socket.once('error', reject)
    socket.once('connect', () => {
      const parts = args.map((arg) => `$${Buffer.byteLength(arg)}\r\n${arg}\r\n`)
      socket.write(`*${args.length}\r\n${parts.join('')}`)
    })
    socket.on('data', (chunk) => {
      reply += chunk.toString('utf8')
      clearTimeout(pause)
      pause = setTimeout(() => socket.destroy(), 30)
    })
    socket.once('close', () => resolve(reply))
  })
}
