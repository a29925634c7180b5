import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** Where the package of the suite is. */
export const suiteRoot = dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json')))

/** The newer Node that the suite needs. */
const suiteNode = join(dirname(fileURLToPath(import.meta.resolve('node/package.json'))), 'bin', 'node')

const root = fileURLToPath(new URL('..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The command lines of the programs under test, as `npm run` would start them. */
export const commands = {
  server: scripts['conformance:server'],
  client: scripts['conformance:client'],
  gateway: scripts['conformance:gateway'],
}

const running = new Set()

/** Runs the suite to its end; rejects when that takes longer than `timeoutMs`. */
export async function runSuite(args, timeoutMs) {
  const child = start(suiteNode, [join(suiteRoot, 'dist', 'index.js'), ...args])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const timer = setTimeout(() => kill(child), timeoutMs)
  const { code, signal } = await child.ended
  clearTimeout(timer)
  if (signal !== null) throw new Error(`conformance ${args.join(' ')} was ended by ${signal}\n${output}`)
  return { code, output }
}

/** Starts a server under test by its command line. Whoever started it stops it. */
export async function startServer(command) {
  const [file, ...args] = command.split(' ')
  const child = start(file, args, { PORT: '0' })
  child.stderr.pipe(process.stderr)
  let output = ''
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const line = /^LISTENING (.+)\n/.exec(output)
      if (line !== null) resolve(line[1])
    })
    child.ended.then(() => reject(new Error(`the server ended before it listened: ${output}`)))
  })
  return { url, stop: () => stopServer(child) }
}

/** Ends everything that was started here and still runs. */
export function killAll() {
  for (const child of running) kill(child)
}

/** A server that does not end when it is asked to is a failure, too. */
async function stopServer(child) {
  child.kill('SIGTERM')
  const timer = setTimeout(() => kill(child), 10_000)
  const { code, signal } = await child.ended
  clearTimeout(timer)
  if (code !== 0) throw new Error(`the server ended with ${signal ?? `code ${code}`}`)
}

/** Starts a program as the first of its own process group, so that what it starts can be ended with it. */
function start(file, args, env = {}) {
  const child = spawn(file, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  child.stdout.setEncoding('utf8')
  child.stderr.setEncoding('utf8')
  child.ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  running.add(child)
  const forget = () => running.delete(child)
  child.ended.then(forget, forget)
  return child
}

function kill(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL') // no process groups here, or nobody left in it
  }
}
