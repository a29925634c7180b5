import { once } from 'node:events'
import { createHttpAuthorizer } from '../../entries/auth.js'
import type { AuthOptions } from '../../entries/client.js'
import { createRecorder, type RecordedLine, type Recorder, type RecorderOptions } from '../../entries/protocol.js'
import { parseUrl } from '../../values/text/parse-url.js'
import { resolveGivenAuth } from '../client/resolve-auth.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { formatLine } from '../output/format-line.js'
import { writeResult } from '../output/write-result.js'
import type { Io, ProcessPipes } from '../process/io.js'
import { resolveTarget } from '../target/resolve-target.js'
import type { ResolvedTarget } from '../target/resolved-target.js'
import { serveTap } from './http/serve-tap.js'
import { Upstream } from './http/upstream.js'
import { createRecordingFile } from './output/recording-file.js'
import { StderrLines } from './output/stderr-lines.js'
import { Summary } from './output/summary.js'
import { tapProcess } from './stdio/tap-process.js'
import type { TapFlags } from './tap-flags.js'

/**
 * `tap -- <command>` runs a server in its place, and `tap <url>` listens in front of one: everything is passed on unchanged, and
 * recorded in a file. Ends as the server ends; at an address, when it is interrupted.
 */
export async function tapCommand(invocation: Invocation, flags: TapFlags, io: Io): Promise<number> {
  const { pipes } = io
  if (pipes === undefined) throw new CliError('usage', 'tap: there is no process to run in')
  if (invocation.words.length > 0)
    throw new CliError('usage', `tap takes one target, got "${invocation.words[0]}" as well`)
  const target = await resolveTarget(invocation, io)
  if (target.type === 'module') {
    throw new CliError(
      'usage',
      'tap: a module has no wire; serve it first, or give a program that serves it: -- node …',
    )
  }
  if (target.type === 'command' && invocation.options.port !== undefined) {
    throw new CliError('usage', 'tap: --port is for servers at a URL')
  }
  const context: TapContext = { invocation, flags, io, pipes, stderr: new StderrLines(pipes.writeStderr) }
  return target.type === 'command' ? tapCommandLine(target, context) : tapUrl(target, context)
}

interface TapContext {
  readonly invocation: Invocation
  readonly flags: TapFlags
  readonly io: Io
  readonly pipes: ProcessPipes
  readonly stderr: StderrLines
}

type Of<Type extends ResolvedTarget['type']> = Extract<ResolvedTarget, { readonly type: Type }>

async function tapCommandLine({ command: given }: Of<'command'>, context: TapContext): Promise<number> {
  const { io, pipes, stderr } = context
  const { command, args = [], cwd = io.cwd } = given
  const env = { ...io.env, ...given.env }
  const recorder = openRecorder({ target: { command, args }, env }, context)
  const { code, signal } = await tapProcess({ command, args, cwd, env }, { pipes, stderr, recorder: recorder.pipe() })
  return signal === undefined ? (code ?? 0) : pipes.dieBy(signal)
}

async function tapUrl(target: Of<'url'>, context: TapContext): Promise<number> {
  const { invocation, io, stderr } = context
  const { options } = invocation
  const url = toUrl(target.address.url)
  const auth = await resolveGivenAuth(options, target, io)
  const recorder = openRecorder({ target: { url: url.href }, secrets: secretsOfTarget(target) }, context)
  const onError = (reason: unknown) => stderr.print(warning(String(reason)))
  const { upstream, isRepeatable } = await createUpstream(target, { auth, recorder, onError })
  const { port = 0 } = options
  const onReplaced = (place: string, address: string) => {
    if (context.flags.quiet !== true)
      stderr.print(formatLine(`[tap] ${place}: ${withoutQuery(address)} goes through the tap`))
  }
  const served = await serveTap({ url, port, recorder, upstream, onReplaced, isRepeatable })
  try {
    await writeResult({ value: { url: served.url }, toText: () => `Listening on ${served.url}` }, options, io)
    if (!io.signal.aborted) await once(io.signal, 'abort')
  } finally {
    await served.close()
  }
  return 0
}

/** The secrets that are given for a server: headers, which hold no words of the protocol. */
export function secretsOfTarget({ address }: Of<'url'>): readonly string[] {
  const headers = Object.entries(address.headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return headers.flatMap(([name, value]) => (plainHeader.test(name) ? [] : secretsOf(name, value)))
}

/** Creates the connections of a tap to its server, with the credentials that are given for it. */
export async function createUpstream(
  { address }: Of<'url'>,
  {
    recorder,
    auth,
    onError,
  }: {
    readonly recorder: Recorder
    /** Default: none; then `onError` is not called. */
    readonly auth?: AuthOptions | undefined
    readonly onError?: ((reason: unknown) => void) | undefined
  },
): Promise<{ readonly upstream: Upstream; readonly isRepeatable: boolean }> {
  const url = toUrl(address.url)
  const authorizer = auth && (await createHttpAuthorizer(url, auth, { onError }))
  const headers = Object.entries(address.headers).map(([name, value]) => [name.toLowerCase(), value])
  const upstream = new Upstream({
    url,
    headers: Object.fromEntries(headers),
    authorizer,
    onCredentials: (value) => {
      for (const secret of secretsOf('authorization', value)) recorder.addSecret(secret)
    },
  })
  return { upstream, isRepeatable: authorizer !== undefined }
}

function toUrl(text: string): URL {
  const url = parseUrl(text)
  if (url !== undefined) return url
  throw new CliError('usage', 'tap: the address is not a URL')
}

/** Headers that hold no secret, and whose values are words of the protocol. */
const plainHeader = /^(?:accept.*|content-.*|mcp-.*|origin|user-agent)$/

/** Of `Bearer <token>` the token, and the values of cookies. */
function secretsOf(name: string, value: string): readonly string[] {
  if (/authorization$/.test(name)) return [value.replace(/^[\w-]+ +/, '')]
  return [value, ...value.split(/; */).map((part) => part.slice(part.indexOf('=') + 1))]
}

/** Opens the recording, says where it is, and describes what is recorded. */
function openRecorder(options: Pick<RecorderOptions, 'target' | 'env' | 'secrets'>, context: TapContext): Recorder {
  const { flags, io, stderr } = context
  const file = createRecordingFile(flags.output, io, (message) => stderr.print(warning(message)))
  const summary = new Summary()
  const print = (line: RecordedLine) => {
    for (const text of summary.describe(line)) stderr.print(text)
  }
  const isQuiet = flags.quiet === true
  if (!isQuiet) stderr.print(formatLine(`omniport tap: recording to ${file.path}`))
  return createRecorder({
    ...options,
    write: (line) => file.write(line),
    hideValues: flags.redact === true,
    maxContentBytes: toBytes(flags.maxMessage),
    ...(!isQuiet && { onLine: print }),
  })
}

/** The size that a recorder takes; undefined for its default. */
export function toBytes(mebibytes: number | undefined): number | undefined {
  return mebibytes === undefined ? undefined : mebibytes * 1_048_576
}

/** The query may hold a credential. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

function warning(message: string): string {
  return formatLine(`[warning] ${message}`)
}
