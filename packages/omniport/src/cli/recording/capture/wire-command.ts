import { alignWires, type RevisionWire, type WireStep } from '../../../console/wires/align-wires.js'
import { type Client, connect } from '../../../entries/client.js'
import { type Revision, revisions } from '../../../entries/index.js'
import { createRecorder, type RecordedLine } from '../../../entries/protocol.js'
import { checkToolArgumentNames, checkToolArguments } from '../../arguments/check-tool-arguments.js'
import { parseArguments } from '../../arguments/parse-arguments.js'
import { toUnknownNameError } from '../../arguments/refuse-unknown-names.js'
import { toToolArguments } from '../../arguments/to-tool-arguments.js'
import { resolveAuth } from '../../client/resolve-auth.js'
import { withClient } from '../../client/with-client.js'
import type { Invocation } from '../../command-line/invocation.js'
import { CliError } from '../../errors/cli-error.js'
import { formatLine } from '../../output/format-line.js'
import { writeValue } from '../../output/write-value.js'
import type { Io } from '../../process/io.js'
import { resolveTarget } from '../../target/resolve-target.js'
import type { ResolvedTarget } from '../../target/resolved-target.js'
import { version } from '../../version.js'
import { recordTarget } from './record-target.js'
import { writeWirePage } from './wire-page.js'

/** The options that only `wire` has. */
export interface WireFlags {
  /** The page to write. */
  readonly html?: string | undefined
}

/**
 * `wire <target> <tool> [args…]` makes the same call in each revision, and prints what client and server say in it, side by side.
 * Rejects with CliError `unsupported` if the server speaks none of them.
 */
export async function wireCommand(invocation: Invocation, flags: WireFlags, io: Io): Promise<number> {
  const [tool, ...rest] = invocation.words
  if (tool === undefined) throw new CliError('usage', 'wire: say which tool; "omniport list <target> tools" shows them')
  const args = await toArguments(tool, rest, { invocation, io })
  const { options } = invocation
  const target = await resolveTarget(invocation, io)
  const wires: RevisionWire[] = []
  for (const revision of chosen(options.protocol))
    wires.push(await callIn(revision, { tool, args, target, invocation }, io))
  if (flags.html !== undefined)
    await writeValue({ html: await writeWirePage({ tool, wires }, flags.html, io) }, options, io)
  else if (options.json === true) await writeValue({ tool, arguments: args, revisions: wires }, options, io)
  else for (const line of formatWires(alignWires(wires), wires)) await io.stdout(`${line}\n`)
  if (wires.every(({ error }) => error !== undefined))
    throw new CliError('unsupported', `The call failed in every revision: ${wires[0]?.error}`)
  return 0
}

function chosen(protocol: Invocation['options']['protocol'] = 'auto'): readonly Revision[] {
  if (protocol === 'auto') return revisions
  if (protocol === 'modern') return revisions.slice(-1)
  return protocol === 'legacy' ? revisions.slice(0, -1) : [protocol]
}

/** The arguments are converted and checked once, over a connection that is not recorded. */
async function toArguments(
  name: string,
  words: readonly string[],
  { invocation, io }: { readonly invocation: Invocation; readonly io: Io },
): Promise<Record<string, unknown>> {
  const given = await parseArguments(words, io)
  let args: Record<string, unknown> = {}
  await withClient(invocation, io, async (client, limits) => {
    const tools = await client.listTools(limits)
    const tool = tools.find((each) => each.name === name)
    const isChecked = invocation.options.validateInput !== false
    if (isChecked && tool === undefined)
      throw toUnknownNameError(
        'tool',
        name,
        tools.map((each) => each.name),
      )
    if (isChecked && tool !== undefined)
      checkToolArgumentNames(
        tool,
        given.map((each) => each.name),
      )
    args = toToolArguments(given, tool?.inputSchema)
    if (isChecked && tool !== undefined) await checkToolArguments(tool, args)
  })
  return args
}

interface CallContext {
  readonly tool: string
  readonly args: Record<string, unknown>
  readonly target: ResolvedTarget
  readonly invocation: Invocation
}

async function callIn(revision: Revision, context: CallContext, io: Io): Promise<RevisionWire> {
  const { tool, args, target, invocation } = context
  const lines: RecordedLine[] = []
  const env = target.type === 'command' ? { ...io.env, ...target.command.env } : {}
  const recorder = createRecorder({
    target: { command: 'wire', args: [] },
    env,
    write: () => {},
    onLine: (line) => void lines.push(line),
  })
  const auth = await resolveAuth(invocation.options, target, io)
  const recorded = await recordTarget(target, { recorder, auth, io })
  let client: Client | undefined
  try {
    const limits = { signal: io.signal, timeoutMs: invocation.options.timeout }
    client = await connect(recorded.target, { name: 'omniport-cli', version, revision, ...limits })
    await client.callTool(tool, args, limits)
    return { revision, lines: [...lines] }
  } catch (reason) {
    io.signal.throwIfAborted()
    const { message } = reason as Error // what the client throws
    return { revision, lines: [...lines], error: message }
  } finally {
    await client?.close()
    await recorded.close()
  }
}

/** Prints each step once for all revisions in which it is the same. */
function* formatWires(steps: readonly WireStep[], wires: readonly RevisionWire[]): Generator<string, void> {
  for (const { title, texts } of steps) {
    yield formatLine(title)
    const byText = new Map<string, string[]>()
    for (const { revision } of wires) {
      const text = texts.get(revision)
      if (text !== undefined) byText.set(text, [...(byText.get(text) ?? []), revision])
    }
    for (const [text, revisions] of byText) {
      yield `  ${revisions.join('  ')}`
      for (const line of text.split('\n')) yield `    ${formatLine(line)}`
    }
    yield ''
  }
  for (const { revision, error } of wires) if (error !== undefined) yield formatLine(`${revision} failed: ${error}`)
}
