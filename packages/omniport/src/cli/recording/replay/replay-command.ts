import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createHttpAuthorizer } from '../../../entries/auth.js'
import { createRecorder, type Recorder } from '../../../entries/protocol.js'
import { resolveAuth } from '../../client/resolve-auth.js'
import type { Invocation } from '../../command-line/invocation.js'
import { CliError } from '../../errors/cli-error.js'
import { formatLine } from '../../output/format-line.js'
import type { Io } from '../../process/io.js'
import { createRecordingFile } from '../../tap/output/recording-file.js'
import { resolveTarget } from '../../target/resolve-target.js'
import type { ResolvedTarget } from '../../target/resolved-target.js'
import { printDifferences } from '../compare/print-differences.js'
import { openRecording, type RecordingFile } from '../file/open-recording.js'
import { AddressConnection } from './address-connection.js'
import type { Inbox } from './inbox.js'
import { openModule, openProgram } from './program-connection.js'
import { replayRecording } from './replay-recording.js'

/** The options that only `replay` has. */
export interface ReplayFlags {
  /** The file for the recording of what the server says now. */
  readonly output?: string | undefined
  /** JSON pointers of what may differ. */
  readonly ignore: readonly string[]
}

export interface ReplayInvocation extends Invocation {
  readonly file: string
  readonly flags: ReplayFlags
}

/**
 * `replay <recording> <target>` sends what the client said to a server again, records it, and prints where the answers differ.
 * Rejects with CliError `invalid_result` if they do. The target is always given: a recording may come from anybody, and starting
 * the program that it names would let its author start any.
 */
export async function replayCommand(invocation: ReplayInvocation, io: Io): Promise<number> {
  const { file: name, flags, options } = invocation
  const file = await openRecording('replay', name, io)
  const folder = await mkdtemp(join(tmpdir(), 'omniport-replay-'))
  try {
    const sessions = await checkUsable(file)
    const target = await resolveTarget(invocation, io)
    const output = flags.output ?? join(folder, 'now.jsonl')
    const path = await replay(file, { target, output, invocation, sessions }, io)
    const now = await openRecording('replay', path, io)
    try {
      return await printDifferences([file, { ...now, name: flags.output ?? 'the server now' }], { flags, options }, io)
    } finally {
      await now.close()
    }
  } finally {
    await file.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** What was left out cannot be sent. Resolves with the connections that have a session. */
async function checkUsable(file: RecordingFile): Promise<ReadonlySet<number>> {
  const sessions = new Set<number>()
  let hasMessage = false
  for await (const { line } of file.lines()) {
    if (line.hidden === true)
      throw new CliError('usage', `replay: ${file.name} was recorded with --redact: it has no values to send`)
    hasMessage ||= line.from === 'client' && line.message !== undefined
    if (line.headers?.['mcp-session-id'] !== undefined) sessions.add(line.connection)
  }
  if (!hasMessage) throw new CliError('usage', `replay: ${file.name} has no message of a client`)
  return sessions
}

interface ReplayContext {
  readonly sessions: ReadonlySet<number>
  readonly target: ResolvedTarget
  readonly output: string
  readonly invocation: ReplayInvocation
}

/** Resolves with the path of the new recording. */
async function replay(file: RecordingFile, context: ReplayContext, io: Io): Promise<string> {
  const { target, output, invocation, sessions } = context
  const { options } = invocation
  const warn = (message: string) => io.stderr(formatLine(`[warning] ${message}`))
  const written = createRecordingFile(resolve(io.cwd, output), io, warn)
  const recorder = createRecorder({
    target: describeTarget(target),
    env: target.type === 'command' ? { ...io.env, ...target.command.env } : {},
    secrets: target.type === 'url' ? Object.values(target.address.headers) : [],
    write: (line) => written.write(line),
  })
  const open = await createOpener(context, { io, recorder, warn })
  await replayRecording(file, {
    open,
    sessions,
    isHttp: target.type === 'url',
    timeoutMs: options.timeout ?? ('ways' in target ? target.ways?.timeoutMs : undefined) ?? answerMs,
    signal: io.signal,
  })
  return written.path
}

/** How long an answer is awaited, unless `--timeout` says otherwise. */
const answerMs = 10_000

function describeTarget(target: ResolvedTarget) {
  if (target.type === 'url') return { url: target.address.url }
  if (target.type === 'module') return { command: 'module', args: [] }
  return { command: target.command.command, args: target.command.args ?? [] }
}

async function createOpener(
  { target, invocation }: ReplayContext,
  { io, recorder, warn }: { readonly io: Io; readonly recorder: Recorder; readonly warn: (message: string) => void },
) {
  const auth = await resolveAuth(invocation.options, target, io)
  if (target.type !== 'url') {
    return (inbox: Inbox) => {
      const onMessage = (message: unknown) => inbox.receive(message)
      const pipes = { recorder: recorder.pipe(), onMessage, onEnd: () => inbox.end() }
      return target.type === 'module'
        ? openModule(target.server, pipes)
        : openProgram({ cwd: io.cwd, ...target.command }, io.env, pipes)
    }
  }
  const url = new URL(target.address.url)
  const authorizer = auth && (await createHttpAuthorizer(url, auth, { onError: (reason) => warn(String(reason)) }))
  return async (inbox: Inbox) =>
    new AddressConnection({
      ...{ url, authorizer, recorder, headers: target.address.headers, signal: io.signal, onError: warn },
      onMessage: (message) => inbox.receive(message),
    })
}
