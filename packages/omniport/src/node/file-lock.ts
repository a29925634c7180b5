import { createHash, randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { mkdir, open, readdir, stat, unlink, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { defaultRuntime } from '../async/runtime/runtime.js'
import { pause } from '../async/waiting/pause.js'
import { startInterval } from '../async/waiting/start-interval.js'

/** Whose turn it is, among all processes that use one folder. */
export interface FileLockOptions {
  /** A holder that gave no sign of life for so long is taken for dead. Default: 30 s. */
  readonly staleMs?: number | undefined
  /** The time between two looks at the folder while waiting. Default: 25 ms. */
  readonly pollMs?: number | undefined
  /** Ends the wait, so that it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs `fn` while nobody else runs one in the same folder; turns are taken in the order in which they were asked for. Everybody
 * writes files of their own only: a ticket with a number, and a mark while that is drawn (Lamport's bakery). So what a dead
 * process left can be removed by anybody at any time without taking the turn from somebody else.
 */
export async function withFileLock<T>(folder: string, fn: () => Promise<T>, options: FileLockOptions = {}): Promise<T> {
  options.signal?.throwIfAborted()
  const token = await drawToken(folder, options)
  const stopHeartbeat = startHeartbeat(token, options.staleMs ?? staleMs)
  try {
    await waitForLock(folder, token, options)
    return await fn()
  } finally {
    stopHeartbeat()
    await remove(token.path)
  }
}

interface LockToken {
  readonly number: number
  readonly owner: string
  readonly path: string
}

const staleMs = 30_000

/** Two that draw at once may have the same number; their names decide. */
async function drawToken(folder: string, options: FileLockOptions): Promise<LockToken> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const owner = `${process.pid}-${hostId}-${randomBytes(9).toString('hex')}`
  const mark = join(folder, `drawing.${owner}`)
  await create(mark)
  try {
    const tokens = await readTokens(folder, options)
    const number = Math.max(0, ...tokens.map((token) => token.number)) + 1
    const path = join(folder, `${number}.${owner}`)
    await create(path)
    return { number, owner, path }
  } finally {
    await remove(mark)
  }
}

/** First everybody has drawn who began before; then nobody with a lower number is left. */
async function waitForLock(folder: string, own: LockToken, options: FileLockOptions): Promise<void> {
  const { pollMs = 25, signal } = options
  let before = (await readTokens(folder, options)).filter(({ number }) => number === 0)
  while (before.length > 0) {
    await pause(defaultRuntime, pollMs, signal)
    signal?.throwIfAborted()
    const drawing = await readTokens(folder, options)
    before = before.filter(({ path }) => drawing.some((other) => other.path === path))
  }
  const isEarlier = ({ number, owner }: LockToken) =>
    number > 0 && (number < own.number || (number === own.number && owner < own.owner))
  while ((await readTokens(folder, options)).some(isEarlier)) {
    await pause(defaultRuntime, pollMs, signal)
    signal?.throwIfAborted()
  }
  signal?.throwIfAborted()
}

/** All that is there and alive; what is dead is removed. A mark has the number 0. */
async function readTokens(folder: string, options: FileLockOptions): Promise<readonly LockToken[]> {
  const alive: LockToken[] = []
  for (const name of await readdir(folder)) {
    const [, number, owner] = /^(drawing|\d{1,12})\.(\d+-[0-9a-f]+-[0-9a-f]+)$/.exec(name) ?? []
    if (number === undefined || owner === undefined) continue
    const path = join(folder, name)
    if (await isDead(path, owner, options)) await remove(path)
    else alive.push({ number: number === 'drawing' ? 0 : Number(number), owner, path })
  }
  return alive
}

async function isDead(path: string, owner: string, options: FileLockOptions): Promise<boolean> {
  const [pid, host] = owner.split('-')
  if (host === hostId && !isRunning(Number(pid))) return true
  const found = await stat(path).catch(() => undefined)
  // What is gone already counts as dead: whoever it was is done.
  return found === undefined || defaultRuntime.now() - found.mtimeMs > (options.staleMs ?? staleMs)
}

/** Of a process of somebody else one hears `EPERM`. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (reason) {
    return (reason as NodeJS.ErrnoException).code === 'EPERM' // what `kill` throws
  }
}

/** Signs of life, until the returned function is called. They keep no process alive. */
function startHeartbeat({ path }: LockToken, ms: number): () => void {
  return startInterval(defaultRuntime, ms / 6, async () => {
    const now = new Date(defaultRuntime.now())
    await utimes(path, now, now).catch(() => {})
  })
}

async function create(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  await file.close()
}

async function remove(path: string): Promise<void> {
  await unlink(path).catch(() => {})
}

/** Process ids mean something only on the machine they are of, and in the container. */
const hostId = createHash('sha256').update(`${hostname()} ${processNamespace()}`).digest('hex').slice(0, 32)

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return '' // only Linux has them
  }
}
