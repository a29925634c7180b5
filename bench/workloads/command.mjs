import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const probe = fileURLToPath(new URL('../measure/exit-cpu.cjs', import.meta.url))
const command = fileURLToPath(new URL('../../packages/omniport/dist/bundle/cli/main.js', import.meta.url))
const server = fileURLToPath(new URL('../servers/omniport-stdio.mjs', import.meta.url))

/** The lines of the command, beside a Node that does nothing. */
const lines = {
  node: ['-e', '0'],
  'omniport-version': [command, '--version'],
  'omniport-list': [command, 'list', '--', process.execPath, server],
}

/** CPU time of the command from its start to its end, without that of the server. */
export const commandStart = [
  {
    name: 'command-version',
    title: 'omniport --version, beside node -e 0',
    unit: 'ms',
    limit: 'node',
    contenders: ['node', 'omniport-version'],
    target: { of: 'ratio', most: 2 },
    open: openCommand,
  },
  {
    name: 'command-list',
    title: 'omniport list of a stdio server, beside node -e 0',
    unit: 'ms',
    limit: 'node',
    contenders: ['node', 'omniport-list'],
    target: { of: 'ratio', most: 4 },
    open: openCommand,
  },
]

async function openCommand(contender, scale) {
  const once = () => cpuOf(lines[contender])
  await once()
  const times = Math.max(Math.round(5 * scale), 1)
  const sample = async () => {
    let total = 0
    for (let each = 0; each < times; each += 1) total += await once()
    return total / times
  }
  return { sample, close: async () => {} }
}

/** Milliseconds. The process writes what it used to a fourth stream as it exits. */
async function cpuOf(args) {
  const child = spawn(process.execPath, ['--require', probe, ...args], { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
  let [errors, used] = ['', '']
  child.stderr.on('data', (chunk) => (errors += chunk))
  child.stdio[3].on('data', (chunk) => (used += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${errors.slice(-2_000)}`)
  return Number(used) / 1_000
}
