import type { ConnectionInterceptor } from '../../entries/client.js'
import type { Host, KnownTool, ServerSettings } from '../../entries/host.js'
import { type Revision, revisions } from '../../entries/index.js'
import { createRecorder, type RecordedLine } from '../../entries/protocol.js'
import type { JsonObject, WireComparison } from '../contract.js'
import { FaultSwitches } from '../recording/fault-switches.js'
import { interceptHttp } from '../recording/intercept-http.js'
import { interceptPipes } from '../recording/intercept-pipes.js'
import { recordedTarget } from '../servers/recorded-target.js'
import { alignWires, type RevisionWire } from './align-wires.js'

export interface RevisionCall {
  readonly host: Host
  /** The tool, as the host knows it. */
  readonly known: Pick<KnownTool, 'tool' | 'isForModels'>
  readonly args: JsonObject
  /** Of its server. */
  readonly settings: ServerSettings
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

/**
 * Makes the same call in each revision, one after the other, on connections of their own. What fails in a revision is told with it.
 * Rejects with the reason of the signal.
 */
export async function callInRevisions(call: RevisionCall): Promise<WireComparison> {
  const wires: RevisionWire[] = []
  for (const revision of revisions) wires.push(await callIn(revision, call))
  const steps = alignWires(wires).filter(({ title }) => !ofPreparation.test(title))
  return {
    revisions: wires.map(({ revision, error }) => ({ revision, ...(error !== undefined && { error }) })),
    steps: steps.map(({ title, texts }) => ({ title, texts: Object.fromEntries(texts) })),
  }
}

async function callIn(revision: Revision, call: RevisionCall): Promise<RevisionWire> {
  const { host, known, args, settings, signal, timeoutMs } = call
  const lines: RecordedLine[] = []
  const recorder = createRecorder({
    ...recordedTarget(settings),
    write: () => {},
    onLine: (line) => void lines.push(line),
  })
  const tools = { recorder, faults: new FaultSwitches(() => {}) }
  const intercept: ConnectionInterceptor = {
    send: (request, next) => interceptHttp(request, next, tools),
    pipes: (program) => interceptPipes(program, tools),
  }
  const { tool, isForModels } = known
  const options = { signal, timeoutMs, connection: { revision, intercept } }
  try {
    await (isForModels ? host.callTool(tool.name, args, options) : host.callAppTool(tool, args, options))
    return { revision, lines: [...lines] }
  } catch (reason) {
    signal.throwIfAborted()
    return { revision, lines: [...lines], error: reason instanceof Error ? reason.message : String(reason) }
  }
}

/** What a client does before it calls. */
const ofPreparation = /tools\/list$/
