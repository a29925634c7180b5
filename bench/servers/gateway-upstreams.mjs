import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { readSettings } from './settings.mjs'

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))

/** How the server behind a gateway is started over stdio. */
export const stdioUpstream = { command: process.execPath, args: [pathOf('raw-stdio.mjs')] }

/** Starts the server behind a gateway over HTTP; resolves with its port. It ends with this program. */
export async function startHttpUpstream({ tools } = readSettings()) {
  const args = ['--require', pathOf('../measure/probe.cjs'), pathOf('raw-http.mjs'), `tools=${tools}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  child.unref()
  const [line] = await once(child.stdout, 'data')
  return Number(line)
}
