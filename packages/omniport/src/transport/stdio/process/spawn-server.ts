import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process'
import process from 'node:process'
import crossSpawn from 'cross-spawn'
import type { Runtime } from '../../../async/runtime/runtime.js'
import type { ReadRawResponse } from '../../../jsonrpc/messages/read-raw-response.js'
import type { Serve } from '../../../protocol/exchange/exchange.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { inheritedVariables } from '../../../values/text/inherited-variables.js'
import type { ConnectionInterceptor } from '../../connection-interceptor.js'
import { ServerProcess } from './server-process.js'
import type { SpawnedConnection } from './spawned-connection.js'

/** A program that is a server over its stdin and stdout. */
export interface StdioCommand {
  readonly command: string
  readonly args?: readonly string[] | undefined
  /** Added to the few inherited variables; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Default: the directory of this process. */
  readonly cwd?: string | undefined
}

export interface SpawnServerOptions {
  readonly serve: Serve
  readonly limits: Limits
  readonly runtime: Runtime
  /** Default: all that the server writes is parsed. */
  readonly readRaw?: ReadRawResponse | undefined
  /** Receives the errors of invalid and unexpected messages, such as text printed to stdout. The connection goes on. */
  readonly onError: (error: unknown) => void
  /**
   * Gets each line that the server writes to stderr, with the secrets it was given as `***`. A line does not mean that
   * something is wrong.
   */
  readonly onStderr?: ((text: string) => void) | undefined
  /** Default: nothing stands between. */
  readonly interceptPipes?: ConnectionInterceptor['pipes']
  /** Time for the server to exit after its stdin was closed, and again after SIGTERM. Default 2,000. */
  readonly closeMs?: number | undefined
}

/**
 * Starts a server and resolves with the connection to it once it runs. The process leads a group of its own, which does not
 * outlive the connection: `close` closes stdin, waits, sends SIGTERM, waits, sends SIGKILL, and settles when no process of the
 * group is left. When the server exits by itself, `closed` resolves with its exit code and the end of its stderr, and what it
 * left behind gets SIGTERM and then SIGKILL. spec: basic/transports/stdio#shutdown
 *
 * Rejects with OmniportError `unreachable` when the program cannot be started, TypeError when the command is empty.
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
    detached: process.platform !== 'win32', // creates the process group; on Windows it would open a window
    windowsHide: true,
  })
}

function started(child: ChildProcess, { command, cwd }: StdioCommand): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause: Error & { spawnargs?: unknown }) => {
      delete cause.spawnargs // they may be secret, and are printed with the error
      const where = cwd === undefined ? '' : ` in ${cwd}`
      const text = `Could not start "${command}"${where}: ${cause.message}${adviceFor(command, cause)}`
      reject(new OmniportError('unreachable', text, { cause }))
    })
  })
}

/** Says what to do, for a command line too, which is started without a shell. */
function adviceFor(command: string, { code }: NodeJS.ErrnoException): string {
  if (code !== 'ENOENT') return ''
  const [program, ...args] = command.trim().split(/\s+/)
  if (args.length === 0) return '; install it, give its full path, or check cwd'
  return `; the command is one program, and there is no shell: write ${JSON.stringify({ command: program, args })}`
}

/**
 * Creates the environment of a child process: the few variables that every program needs, and `given`; undefined removes a
 * variable. Credentials in the environment of this process are not inherited.
 */
export function createChildEnvironment(
  given: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const environment = new Map(Object.entries(inheritedVariables(process.env, process.platform)))
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) environment.delete(name)
    else environment.set(name, value)
  }
  return Object.fromEntries(environment)
}
