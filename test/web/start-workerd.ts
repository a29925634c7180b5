import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import workerd, { compatibilityDate } from 'workerd'

/** Tells if workerd has a program for this machine; where it has none, that is printed. */
export const hasWorkerd = existsSync(workerd)
if (!hasWorkerd) console.warn('There is no workerd for this machine: the tests with it do not run.')

/** A worker that runs. Whoever starts it closes it. */
export interface StartedWorker {
  readonly port: number
  close(): Promise<void>
}

/** Runs the worker whose modules are in a folder, `worker.js` first, in workerd. */
export async function startWorkerd(folder: string): Promise<StartedWorker> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'worker.js')
  const modules = ['worker.js', ...names].map((name) => `(name = "${name}", esModule = embed "${name}")`)
  const config = join(folder, 'config.capnp')
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (compatibilityDate = "${compatibilityDate}", modules = [${modules.join(', ')}]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);`,
  )
  const child = spawn(workerd, ['serve', '--control-fd=3', config], { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
  const ended = once(child, 'exit')
  const lines = createInterface(child.stdio[3] as Readable)
  const [line] = (await once(lines, 'line')) as [string]
  const { port } = JSON.parse(line) as { readonly port: number }
  const close = async () => {
    child.kill()
    await ended
    lines.close()
  }
  return { port, close }
}
