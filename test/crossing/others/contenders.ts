import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'omniport/client'
import { createGateway } from 'omniport/gateway'
import { serveHttp } from 'omniport/node'
import { freePort } from '../../support/free-port.js'

const require = createRequire(import.meta.url)

/** A gateway that puts one program on HTTP. */
export interface Contender {
  readonly name: string
  readonly serve: (upstream: Command) => Promise<ServedContender>
}

/** A gateway that runs. Whoever started it stops it. */
export interface ServedContender {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Ours and those of others, in the order of the table. */
export const contenders: readonly Contender[] = [
  { name: 'Omniport', serve: serveOurs },
  {
    name: 'mcp-proxy 6.7.19',
    serve: ({ command, args = [] }) => {
      const main = require.resolve('mcp-proxy').replace(/dist.*$/, 'dist/bin/mcp-proxy.mjs')
      return run(main, (port) => ['--host', '127.0.0.1', '--port', port, '--server', 'stream', '--', command, ...args])
    },
  },
  {
    name: 'supergateway 4.0.0',
    serve: ({ command, args = [] }) => {
      const main = new URL('../../../node_modules/supergateway/dist/index.js', import.meta.url).pathname
      const stdio = ['--stdio', [command, ...args].join(' ')]
      return run(main, (port) => [...stdio, '--outputTransport', 'streamableHttp', '--stateful', '--port', port])
    },
  },
]

async function serveOurs(target: Command): Promise<ServedContender> {
  const gateway = createGateway({ upstreams: { crossing: { target, prefix: '', isolation: 'shared' } } })
  const { url, close } = await serveHttp(gateway, { port: 0 })
  const stop = async () => {
    await close()
    await gateway.close()
  }
  return { url, stop }
}

async function run(main: string, args: (port: string) => readonly string[]): Promise<ServedContender> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [main, ...args(String(port))], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  for (let tries = 0; !(await isOpen(port)); tries += 1) {
    if (child.exitCode !== null || tries === 200) break // nobody can connect
    await wait(50)
  }
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { url: `http://127.0.0.1:${port}/mcp`, stop }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
