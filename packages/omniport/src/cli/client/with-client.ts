import type { AuthOptions, CallOptions, Client, LogEntry, Target } from '../../entries/client.js'
import { type ConnectOptions, connect } from '../../entries/client.js'
import { OmniportError, type Revision, RpcError, revisions } from '../../entries/index.js'
import type { Invocation, Protocol, TargetName } from '../command-line/invocation.js'
import { formatLine, formatOutput } from '../output/format-line.js'
import type { Io } from '../process/io.js'
import { formatTarget } from '../target/format-target.js'
import { resolveTarget } from '../target/resolve-target.js'
import type { ResolvedTarget } from '../target/resolved-target.js'
import { version } from '../version.js'
import { resolveAuth } from './resolve-auth.js'

export type CallLimits = Pick<CallOptions, 'signal' | 'timeoutMs' | 'maxTimeoutMs'>

/** Connects to the target, runs `use` with the client, and closes it. Logs and errors of the server go to stderr. */
export async function withClient(
  invocation: Invocation,
  io: Io,
  use: (client: Client, limits: CallLimits) => Promise<void>,
): Promise<void> {
  const target = await resolveTarget(invocation, io)
  const { timeout, protocol } = waysOf(invocation, target)
  const limits: CallLimits = { signal: io.signal, ...toTimeouts(timeout) }
  const auth = await resolveAuth(invocation.options, target, io)
  const recorded = await invocation.recordTarget?.(target, auth)
  try {
    await useTarget({ invocation, target: recorded?.target ?? wantedOf(target), protocol }, io, {
      auth: recorded === undefined ? auth : undefined,
      limits,
      use,
    })
  } catch (reason) {
    throw io.terminal === undefined && asksPerson(reason)
      ? new RpcError(reason.code, `${reason.message}; the server asks a person: call it at a terminal`, reason.data)
      : withAdvice(reason, { target, auth, bearerEnv: invocation.options.bearerEnv })
  } finally {
    await recorded?.close()
  }
}

interface WantedClient {
  readonly invocation: Invocation
  readonly target: Target
  readonly protocol: Protocol
}

interface ClientUse {
  readonly auth: AuthOptions | undefined
  readonly limits: CallLimits
  readonly use: (client: Client, limits: CallLimits) => Promise<void>
}

async function useTarget(
  { invocation, target, protocol }: WantedClient,
  io: Io,
  { auth, limits, use }: ClientUse,
): Promise<void> {
  const { logLevel } = invocation.options
  const lines = new StartLines((line) => io.stderr(formatOutput(line)))
  const client = await connectTarget(target, protocol, {
    name: 'omniport-cli',
    version,
    auth,
    ...limits,
    onLog: (entry) => io.stderr(formatLog(entry)),
    onStderr: (line) => lines.add(line),
    onError: ({ message }) => io.warn(message),
    ...inputHandlers(invocation.target, io),
  })
  lines.end()
  try {
    if (logLevel !== undefined) await client.setLogLevel(logLevel, limits)
    await use(client, limits)
  } finally {
    await client.close()
  }
}

/**
 * What a server writes to stderr. One that ends at once is started again, as a legacy one, and says the same again: equal lines are
 * written once until it has started.
 */
class StartLines {
  readonly #write: (line: string) => void
  #known: Set<string> | undefined = new Set()

  constructor(write: (line: string) => void) {
    this.#write = write
  }

  add(line: string): void {
    if (this.#known?.has(line)) return
    if (this.#known !== undefined && this.#known.size < knownLines) this.#known.add(line)
    this.#write(line)
  }

  /** The server has started: all that it says is written. */
  end(): void {
    this.#known = undefined
  }
}

const knownLines = 1_000

/** Tells if a server refuses a request because it wants to ask the person, and there is no terminal to ask at. */
function asksPerson(reason: unknown): reason is RpcError {
  return RpcError.is(reason) && reason.code === -32021 && /\belicitation\b/.test(reason.message)
}

interface SentCredentials {
  readonly target: ResolvedTarget
  readonly auth: AuthOptions | undefined
  readonly bearerEnv: string | undefined
}

/** Says of credentials that were refused, or missing, what the person who typed the command can do. */
function withAdvice(reason: unknown, { target, auth, bearerEnv }: SentCredentials): unknown {
  if (!OmniportError.is(reason) || reason.status !== 401 || target.type !== 'url') return reason
  const { origin, pathname } = new URL(target.address.url)
  const address = `${origin}${pathname}`
  const refuse = (text: string) => new OmniportError(reason.code, text, { cause: reason, status: 401 })
  if (/www-authenticate: ApiKey/i.test(reason.message))
    return refuse(`${reason.message}; -H 'X-API-Key: …' sends a key`)
  if (bearerEnv !== undefined) return refuse(`${address} refuses the token of --bearer-env ${bearerEnv} (HTTP 401)`)
  if (auth !== undefined) return reason
  return refuse(`${reason.message}; "omniport login ${address}" signs in, or --bearer-env <name> sends a token`)
}

/** Options of the command line override the config file. */
function waysOf({ options }: Invocation, target: ResolvedTarget) {
  const { timeoutMs, revision } = 'ways' in target ? (target.ways ?? {}) : {}
  return { timeout: options.timeout ?? timeoutMs, protocol: options.protocol ?? revision ?? 'auto' }
}

/** A given timeout is not limited by the default maximum. */
function toTimeouts(timeoutMs: number | undefined): CallLimits {
  return timeoutMs === undefined ? {} : { timeoutMs, maxTimeoutMs: Math.max(timeoutMs, tenMinutes) }
}

const tenMinutes = 600_000

function formatLog({ level, logger, data }: LogEntry): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return formatLine(`[${level}] ${logger === undefined ? '' : `${logger}: `}${text}`)
}

/** Tries the revisions of `protocol`, newest first. Rejects as `connect`; with `unsupported` if the server has none. */
async function connectTarget(wanted: Target, protocol: Protocol, options: ConnectOptions): Promise<Client> {
  let refusal: unknown
  for (const revision of revisionsOf(protocol)) {
    try {
      return await connect(wanted, { ...options, revision })
    } catch (reason) {
      if (!OmniportError.is(reason) || reason.code !== 'unsupported') throw reason
      refusal ??= reason
    }
  }
  throw refusal
}

function wantedOf(target: ResolvedTarget): Target {
  if (target.type === 'url') return target.address
  return target.type === 'command' ? target.command : target.server
}

/** Undefined: `connect` chooses. Only the newest revision is modern. */
function revisionsOf(protocol: Protocol): readonly (Revision | undefined)[] {
  if (protocol === 'auto') return [undefined]
  if (protocol === 'modern') return revisions.slice(-1)
  return protocol === 'legacy' ? revisions.slice(0, -1).reverse() : [protocol]
}

/**
 * Answers the questions of a server at the terminal: forms, and pages to open. Without a terminal nobody can answer, and the
 * server hears so before it asks.
 */
function inputHandlers(target: TargetName, io: Io): Pick<ConnectOptions, 'elicit' | 'elicitUrl'> {
  const { terminal, signal } = io
  const server = formatTarget(target)
  if (terminal === undefined) return {}
  const open = async () => {
    const [{ ClackTerminal }, { SharedScreen }, { userOptions }] = await Promise.all([
      import('../host/screen/clack-terminal.js'),
      import('../host/screen/shared-screen.js'),
      import('../host/input/user-options.js'),
    ])
    return userOptions(new SharedScreen(new ClackTerminal(terminal), signal))
  }
  // Calls may ask at once; they share the screen, which shows one question at a time.
  let opened: ReturnType<typeof open> | undefined
  const screen = () => {
    io.status?.('')
    opened ??= open()
    return opened
  }
  return {
    elicit: async (question, ctx) => (await screen()).elicit({ ...question, server }, ctx),
    elicitUrl: async (question, ctx) => (await screen()).elicitUrl({ ...question, server }, ctx),
  }
}
