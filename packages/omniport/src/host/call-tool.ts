import { LinkedAbortController } from '../async/abort/linked-abort-controller.js'
import { randomId } from '../async/runtime/random-id.js'
import { waitFor } from '../async/waiting/wait-for.js'
import type { CallOptions } from '../client/call-options.js'
import type { ToolResult } from '../client/tools/tool-result.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { cloneJson } from '../values/json/clone-json.js'
import { constantJson } from '../values/json/constant-json.js'
import { truncate } from '../values/text/truncate.js'
import type { AuditEntry } from './audit/audit-record.js'
import { findTool } from './catalogue/find-tool.js'
import type { HostTool } from './catalogue/host-tool.js'
import { denialReason } from './consent/decisions/denial-reason.js'
import type { HostServices } from './host-services.js'
import type { HostedServer } from './servers/hosted-server.js'

/** A call of one tool. */
export interface HostToolCall {
  /** Of the host. */
  readonly name: string
  /** Of which nobody else has a hold. */
  readonly args: Readonly<Record<string, unknown>>
  readonly options: CallOptions
}

/**
 * Calls a tool once it is allowed and in the audit log: exactly the arguments and the definition that were allowed, on a
 * connection that has that definition. Rejects with OmniportError `denied`, `closed` where the server is ended meanwhile, and as
 * a client does.
 *
 * spec: server/tools#user-interaction-model, specification#tool-safety
 */
export async function callTool(
  call: HostToolCall,
  server: HostedServer,
  services: HostServices,
): Promise<ToolResult<unknown>> {
  const { name, args } = call
  const abort = new LinkedAbortController(call.options.signal, server.supervisor.ending)
  const options = { ...call.options, signal: abort.signal }
  try {
    await server.ensureCurrentTools(options)
    const tool = findTool(name, services.catalogue)
    const allowed = { server, tool, args, options }
    assertCurrent(allowed, services)
    await approveCall(allowed, services)
    return await runCall(allowed, services)
  } finally {
    abort.unlink()
  }
}

/** A call of what a tool is now. */
interface ResolvedCall extends Omit<HostToolCall, 'name'> {
  readonly server: HostedServer
  readonly tool: HostTool
  readonly options: CallOptions & { readonly signal: AbortSignal }
}

/** What is shown cannot be changed, so that it is what was allowed. */
async function approveCall(
  { server, tool, args, options }: ResolvedCall,
  { consent, pins }: HostServices,
): Promise<void> {
  const shown = constantJson(cloneJson(args) as HostToolCall['args'])
  const request = { type: 'call', server: server.name, tool, args: shown, findings: pins.findings(tool) } as const
  const { answer, by } = await consent.decide(request, { launch: server.launch, signal: options.signal })
  if (answer === 'deny') throw new OmniportError('denied', `${tool.name} was not called: ${denialReason(by)}`)
}

/** A call that is allowed. */
async function runCall(call: ResolvedCall, services: HostServices): Promise<ToolResult<unknown>> {
  const { server, tool, args, options } = call
  const { audit, runtime, report } = services
  assertCurrent(call, services)
  const identity = { call: randomId(runtime, callIdBytes), server: server.name, tool: tool.tool }
  const startedAt = runtime.now()
  const within = (writing: Promise<void>) =>
    waitFor(writing, { clock: runtime, timeoutMs: longestWriteMs }).catch(() => {})
  const end = (result: Pick<Result, 'outcome' | 'error'>) => {
    const entry = { type: 'result', ...identity, ...result, ms: runtime.now() - startedAt } as const
    const ended = audit.append(entry).catch((reason) => report(reason, server.name))
    // What happened cannot be taken back: whoever called gets it, written down or not.
    return within(ended)
  }
  const fail = (reason: unknown) => {
    const error = truncate(reason instanceof Error ? reason.message : String(reason), longestError)
    return end({ outcome: 'failed', error })
  }
  const written = audit.append({ type: 'call', ...identity, definition: tool.definition, args })
  await waitFor(written, { clock: runtime, signal: options.signal }).catch(async (reason) => {
    await within(written.then(() => fail(reason)))
    throw reason
  })
  try {
    const result = await server.supervisor.use(async (client) => {
      await server.ensureCurrentTools(options)
      // From here on nothing else happens before it is sent.
      options.signal.throwIfAborted()
      assertCurrent(call, services)
      return (server.supervisor.client ?? client).callTool(tool.tool, args, options)
    }, options.signal)
    await end({ outcome: result.isError === true ? 'tool-error' : 'ok' })
    return result
  } catch (reason) {
    if (RpcError.is(reason) && reason.code === headerMismatch) server.refreshTools()
    await fail(reason)
    throw reason
  }
}

type Result = Extract<AuditEntry, { readonly type: 'result' }>

/** @throws OmniportError `denied` where the name is not that of this tool, as it was shown, any more. */
function assertCurrent({ server, tool }: ResolvedCall, { catalogue }: HostServices): void {
  const current = catalogue.resolve(tool.name)
  if (current?.server === server.name && current.tool === tool.tool && current.definition === tool.definition) return
  throw new OmniportError('denied', `${tool.name} was not called: it changed while that was decided`)
}

/** The server wants headers that its tool, as it was listed, does not name. spec: basic/index#error-codes */
const headerMismatch = -32020

const callIdBytes = 8

/** How long the end of a call waits until it is written down. */
const longestWriteMs = 1_000

/** Characters of an error that are written down. */
const longestError = 500
