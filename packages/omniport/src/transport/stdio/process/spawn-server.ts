import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process'
import process from 'node:process'
import crossSpawn from 'cross-spawn'
import type { Runtime } from '../../../async/runtime/runtime.js'
import type { Serve } from '../../../protocol/exchange/exchange.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { ServerProcess } from './server-process.js'
import type { SpawnedConnection } from './spawned-connection.js'

/** A program that serves over its stdin and stdout. */
export interface StdioCommand {
  readonly command: string
  readonly args?: readonly string[] | undefined
  /** Added to the few variables that are passed on; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Default: the directory of this process. */
  readonly cwd?: string | undefined
}

/** What a link to a child process is made from. */
export interface SpawnServerOptions {
  /** Answers what the server asks and hears what it announces. */
  readonly serve: Serve
  readonly limits: Limits
  readonly runtime: Runtime
  /** Gets what arrived broken or unasked, such as what a server prints to stdout. The connection goes on. */
  readonly onError: (error: unknown) => void
  /**
   * Gets each line that the server writes to stderr, secrets that it was given as `***`. None of them means that something is
   * wrong.
   */
  readonly onStderr?: ((text: string) => void) | undefined
  /** How long a server may take to exit when its stdin is closed, and again after SIGTERM. Default 2,000. */
  readonly closeMs?: number | undefined
}

/**
 * Starts a server and resolves with the link to it once it runs. The process leads a group of its own, and nothing of the
 * group outlives the link: closing it closes stdin, waits, then sends SIGTERM and at last SIGKILL; when the server exits by
 * itself, `closed` tells its exit code and the end of its stderr.
 *
 * spec: basic/transports/stdio#shutdown
 *
 * Rejects with OmniportError `unreachable` when the program cannot be started; TypeError when the command is none.
 */
export async function spawnServer(command: StdioCommand, options: SpawnServerOptions): Promise<SpawnedConnection> {
  const child = start(command)
  await started(child, command)
  // All three streams are pipes: `start` says so.
  return new ServerProcess(child as ChildProcessWithoutNullStreams, command, options).connection
}

function start({ command, args = [], env, cwd }: StdioCommand): ChildProcess {
  if (typeof command !== 'string' || command === '') throw new TypeError('command must be a non-empty string')
  return crossSpawn(command, args, {
    cwd,
    env: createChildEnvironment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32', // where it would open a window; elsewhere it makes the group
    windowsHide: true,
  })
}

function started(child: ChildProcess, { command, cwd }: StdioCommand): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause: Error & { spawnargs?: unknown }) => {
      delete cause.spawnargs // they may be secret, and whoever shows the error would show them
      const where = cwd === undefined ? '' : ` in ${cwd}`
      reject(new OmniportError('unreachable', `Could not start "${command}"${where}: ${cause.message}`, { cause }))
    })
  })
}

/**
 * The environment of a child process: what every program needs of ours, and `given` over it; undefined takes a variable
 * away. Credentials that happen to be set here do not leak into it.
 */
export function createChildEnvironment(
  given: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const environment = new Map<string, string>()
  for (const [name, value] of Object.entries(process.env)) {
    // A value that starts so is a function exported by a shell, which is code.
    if (value !== undefined && isInherited(name) && !value.startsWith('()')) environment.set(name, value)
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) environment.delete(name)
    else environment.set(name, value)
  }
  return Object.fromEntries(environment)
}

function isInherited(name: string): boolean {
  if (process.platform === 'win32') return windows.has(name.toUpperCase())
  return posix.has(name) || name.startsWith('LC_')
}

const posix: ReadonlySet<string> = new Set([
  ...['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'],
  ...['LANG', 'TMPDIR', 'TZ'],
])

const windows: ReadonlySet<string> = new Set([
  ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PATHEXT', 'PROCESSOR_ARCHITECTURE'],
  ...['PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'SYSTEMDRIVE', 'SYSTEMROOT'],
  ...['TEMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
])
