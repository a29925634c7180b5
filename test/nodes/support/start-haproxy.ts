import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import process from 'node:process'
import { until } from '../../redis/support/redis-server.js'
import { freePort } from '../../support/free-port.js'
import { root } from '../../support/root.js'

/** True if haproxy is installed. CI has to have it; elsewhere its tests are skipped, and the reason is printed. */
export const hasHaproxy = isInstalled()

function isInstalled(): boolean {
  if (spawnSync('haproxy', ['-v']).status === 0) return true
  if (process.env['CI'] === 'true') throw new Error('haproxy is not installed: apt-get install haproxy')
  console.warn('haproxy is not installed: its tests are skipped')
  return false
}

/** A balancer of this machine. Whoever starts it closes it. */
export interface Haproxy {
  readonly port: number
  close(): Promise<void>
}

/** Starts one in front of three ports of this machine, with the configuration of the docs. */
export async function startHaproxy([one, two, three]: readonly number[]): Promise<Haproxy> {
  const port = await freePort()
  const nodes = { NODE_1: `127.0.0.1:${one}`, NODE_2: `127.0.0.1:${two}`, NODE_3: `127.0.0.1:${three}` }
  return runHaproxy(`${root}/examples/nodes/haproxy.cfg`, { port, env: { ...nodes, PORT: `${port}` } })
}

/** Starts one with a file, which makes it listen on `port`. */
export async function runHaproxy(
  file: string,
  { port, env = {} }: { readonly port: number; readonly env?: Readonly<Record<string, string>> },
): Promise<Haproxy> {
  const child = spawn('haproxy', ['-db', '-q', '-f', file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await until(() => accepts(port))
  return { port, close: () => stop(child) }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
