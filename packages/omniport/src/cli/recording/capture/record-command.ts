import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { AuthOptions } from '../../../entries/client.js'
import { createRecorder } from '../../../entries/protocol.js'
import { serveStdio } from '../../../entries/stdio.js'
import type { Invocation } from '../../command-line/invocation.js'
import { callCommand } from '../../commands/call-command.js'
import type { CallFlags } from '../../commands/call-flags.js'
import { listCommand } from '../../commands/list-command.js'
import { promptCommand } from '../../commands/prompt-command.js'
import { readCommand } from '../../commands/read-command.js'
import { CliError } from '../../errors/cli-error.js'
import { formatLine } from '../../output/format-line.js'
import { writeValue } from '../../output/write-value.js'
import type { Io } from '../../process/io.js'
import { createRecordingFile } from '../../tap/output/recording-file.js'
import { secretsOfTarget, tapCommand, toBytes } from '../../tap/tap-command.js'
import type { TapFlags } from '../../tap/tap-flags.js'
import type { ServerModule } from '../../target/load-server-module.js'
import { resolveTarget } from '../../target/resolve-target.js'
import type { ResolvedTarget } from '../../target/resolved-target.js'
import { recordTarget } from './record-target.js'

type RecordFlags = Pick<TapFlags, 'output' | 'quiet' | 'redact' | 'maxMessage'>

/**
 * `record <target> call <tool> …` runs a verb of a client, and records what it and the server say. `record <target>` stands in for
 * the server, as `tap` does, also for that of a module.
 */
export async function recordCommand(invocation: Invocation, flags: RecordFlags, io: Io): Promise<number> {
  const [verb, ...words] = invocation.words
  if (verb === undefined) return standIn(invocation, flags, io)
  const command = verbs.get(verb)
  if (command === undefined) throw toUnknownVerbError(verb, invocation)
  if (invocation.options.port !== undefined)
    throw new CliError('usage', 'record: --port is for a server that others connect to, without a verb')
  const record = async (target: ResolvedTarget, auth: AuthOptions | undefined) =>
    recordTarget(target, { recorder: openRecorder(target, flags, io), auth, io })
  const { target, options } = invocation
  return command({ target, options, words, recordTarget: record }, io)
}

const verbs: ReadonlyMap<string, (invocation: Invocation<CallFlags>, io: Io) => Promise<number>> = new Map([
  ['list', listCommand],
  ['call', callCommand],
  ['read', readCommand],
  ['prompt', promptCommand],
])

function toUnknownVerbError(verb: string, { target }: Invocation): CliError {
  const known = `record: what is done must be ${[...verbs.keys()].join(', ')}, or nothing; got "${verb}"`
  const isSwapped = target.type === 'word' && verbs.has(target.word)
  const advice = isSwapped ? `; the target comes first: omniport record <target> ${target.word} …` : ''
  return new CliError('usage', `${known}${advice}`)
}

function openRecorder(target: ResolvedTarget, { output, quiet, redact, maxMessage }: RecordFlags, io: Io) {
  const file = createRecordingFile(output, io, (message) => io.stderr(formatLine(`[warning] ${message}`)))
  if (quiet !== true) io.stderr(formatLine(`omniport record: recording to ${file.path}`))
  return createRecorder({
    target: describe(target),
    env: target.type === 'command' ? { ...io.env, ...target.command.env } : {},
    secrets: target.type === 'url' ? secretsOfTarget(target) : [],
    write: (line) => file.write(line),
    hideValues: redact === true,
    maxContentBytes: toBytes(maxMessage),
  })
}

function describe(target: ResolvedTarget) {
  if (target.type === 'url') return { url: target.address.url }
  return target.type === 'module'
    ? { command: 'module', args: [] }
    : { command: target.command.command, args: target.command.args ?? [] }
}

/** A module has no wire of its own: it is served over pipes, or with `--port` over HTTP. */
async function standIn(invocation: Invocation, flags: RecordFlags, io: Io): Promise<number> {
  const { target: name, options } = invocation
  const isModule = name.type === 'word' && !/^https?:/i.test(name.word) && /[\\/]|\.[cm]?[jt]sx?$/.test(name.word)
  if (!isModule) return tapCommand(invocation, flags, io)
  const target = await resolveTarget(invocation, io)
  if (target.type !== 'module') return tapCommand(invocation, flags, io)
  if (options.port === undefined) return serveModule(target.server, openRecorder(target, flags, io), io)
  const { serveHttp } = await import('../../../entries/node.js')
  const served = await serveHttp(target.server, { port: 0 })
  try {
    const url = { type: 'url', address: { url: served.url, headers: {} } } as const
    const recorder = openRecorder(target, flags, io)
    const { serveTap } = await import('../../tap/http/serve-tap.js')
    const { createUpstream } = await import('../../tap/tap-command.js')
    const { upstream, isRepeatable } = await createUpstream(url, { recorder })
    const own = { url: new URL(served.url), port: options.port, recorder, upstream, isRepeatable }
    const tapped = await serveTap({ ...own, onReplaced: () => {} })
    try {
      await writeValue({ url: tapped.url }, options, io)
      if (!io.signal.aborted) await once(io.signal, 'abort')
    } finally {
      await tapped.close()
    }
  } finally {
    await served.close()
  }
  return 0
}

async function serveModule(server: ServerModule, recorder: ReturnType<typeof openRecorder>, io: Io): Promise<number> {
  const { pipes, signal } = io
  if (pipes === undefined) throw new CliError('usage', 'record: there is no process to run in')
  const pipe = recorder.pipe()
  const [input, output] = [new PassThrough(), new PassThrough()]
  const served = await serveStdio(server, { input, output, exit: false })
  const onAbort = () => void served.close()
  signal.addEventListener('abort', onAbort, { once: true })
  pipes.input.on('data', (bytes: Uint8Array) => {
    pipe.fromClient(bytes)
    input.write(bytes)
  })
  pipes.input.once('end', () => {
    pipe.endClient()
    input.end()
  })
  output.on('data', (bytes: Uint8Array) => {
    pipe.fromServer(bytes)
    void pipes.write(bytes).catch(onAbort)
  })
  await served.closed
  pipe.endServer()
  signal.throwIfAborted()
  return 0
}
