import { createHash, randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { lstat, mkdir, open, readdir, stat, unlink, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { defaultRuntime } from '../async/runtime/runtime.js'
import { pause } from '../async/waiting/pause.js'
import { startInterval } from '../async/waiting/start-interval.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { lockFoldersSuffix } from './lock-folder.js'

export interface FileLockOptions {
  /** A holder without a heartbeat for this time counts as dead. Default: 30 s. */
  readonly staleMs?: number | undefined
  /** The interval at which a waiting process looks again. Default: 25 ms. */
  readonly pollMs?: number | undefined
  /** Ends the wait, so that it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs `fn` while no other caller runs one in the same folder, in the order of the requests. Each caller writes only its own
 * files: a ticket with a number, and a mark while the number is drawn (Lamport's bakery). So any process can remove the files
 * of a dead one at any time, and nobody loses a turn. Rejects with OmniportError `invalid_config` if the folder is a symbolic
 * link.
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

/** Two tickets drawn at once may have the same number; their names decide. */
async function drawToken(folder: string, options: FileLockOptions): Promise<LockToken> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await assertNoLink(folder)
  if (dirname(folder).endsWith(lockFoldersSuffix)) await assertNoLink(dirname(folder))
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

/** Through a link, files would be created and removed elsewhere. */
async function assertNoLink(folder: string): Promise<void> {
  const found = await lstat(folder)
  if (!found.isSymbolicLink()) return
  throw new OmniportError('invalid_config', `${folder} is a symbolic link, so it cannot be the folder of a lock`)
}

/** Waits until all that began to draw earlier have a number, and then until no lower number is left. */
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

/** The tickets and marks of living processes; those of dead ones are removed. A mark has the number 0. */
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
  // A file that is gone counts as dead: its owner is done.
  return found === undefined || defaultRuntime.now() - found.mtimeMs > (options.staleMs ?? staleMs)
}

/** The process of another user gives `EPERM`. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (reason) {
    return (reason as NodeJS.ErrnoException).code === 'EPERM' // what `kill` throws
  }
}

/** Writes heartbeats until the returned function is called. They do not keep the process running. */
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

/** Process ids are valid only on their machine, and in their container. */
const hostId = createHash('sha256').update(`${hostname()} ${processNamespace()}`).digest('hex').slice(0, 32)

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return '' // only Linux has them
  }
}
