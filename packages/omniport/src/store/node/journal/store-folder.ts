import { chmod, lstat, mkdir, open, readdir, readFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../../async/runtime/clock.js'
import { holdFileLock, type ReleaseFileLock } from '../../../node/hold-file-lock.js'
import { lockFolder } from '../../../node/lock-folder.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'

/** The kinds of files: all that there was at some time, and what was written since. */
export type LogKind = 'snapshot' | 'log'

export interface LogName {
  readonly kind: LogKind
  readonly generation: number
  readonly path: string
}

/** Takes the folder for this process; it is created for its user only. Rejects with OmniportError `invalid_config` or `limit`. */
export async function takeFolder(folder: string, clock: Clock): Promise<ReleaseFileLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await protect(folder)
  const message = `the folder ${folder} is in use by another process: one process can use the stores in it`
  const refuse = () => new OmniportError('limit', message)
  return holdFileLock(lockFolder(join(folder, 'stores'), 'process'), { clock, waitMs: lockWaitMs, refuse })
}

/** The other process may be about to end. */
const lockWaitMs = 5_000

async function protect(folder: string): Promise<void> {
  const found = await lstat(folder)
  if (!found.isDirectory()) throw new OmniportError('invalid_config', `${folder} is not a folder, or a symbolic link`)
  if (isWindows) return
  if (found.uid !== process.getuid?.()) throw new OmniportError('invalid_config', `${folder} belongs to another user`)
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700)
}

const isWindows = process.platform === 'win32'

export function logPath(folder: string, kind: LogKind, generation: number): string {
  return join(folder, `${kind}-${String(generation).padStart(generationDigits, '0')}.jsonl`)
}

const generationDigits = 12

/** The files of the stores, oldest first, and what an interrupted process left. */
export async function listLogs(
  folder: string,
): Promise<{ readonly logs: readonly LogName[]; readonly unfinished: readonly string[] }> {
  const names = (await readdir(folder)).sort()
  const logs = names.flatMap((name) => {
    const { kind, generation } = /^(?<kind>snapshot|log)-(?<generation>\d{12})\.jsonl$/.exec(name)?.groups ?? {}
    if (kind === undefined) return []
    return [{ kind: kind as LogKind, generation: Number(generation), path: join(folder, name) }] // as the pattern has it
  })
  const unfinished = names.filter((name) => /^snapshot-\d{12}\.jsonl\.tmp$/.test(name))
  return { logs, unfinished: unfinished.map((name) => join(folder, name)) }
}

/** Makes new names in the folder survive a power cut. Windows cannot open a folder. */
export async function syncFolder(folder: string): Promise<void> {
  if (isWindows) return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Names the time since the machine was started. Where the system has no name for it, the minute in which it was started. */
export async function bootName(clock: Clock, path = '/proc/sys/kernel/random/boot_id'): Promise<string> {
  const name = await readFile(path, 'utf8').catch(() => undefined)
  return name?.trim() ?? `minute ${Math.round((clock.now() - uptime() * 1_000) / 60_000)}`
}
