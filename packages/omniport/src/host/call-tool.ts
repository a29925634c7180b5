import { LinkedAbortController } from '../async/abort/linked-abort-controller.js'
import { randomId } from '../async/runtime/random-id.js'
import { waitFor } from '../async/waiting/wait-for.js'
import type { ToolCallOptions } from '../client/call-options.js'
import type { CalledTask, Client } from '../client/client.js'
import type { ConnectOptions } from '../client/connect-options.js'
import { ConnectedClient } from '../client/connected-client.js'
import { SessionForgotten } from '../client/requests/request-lost.js'
import type { ToolResult } from '../client/tools/tool-result.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import { isHeaderMismatch } from '../protocol/headers/header-mismatch.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { cloneJson } from '../values/json/clone-json.js'
import { constantJson } from '../values/json/constant-json.js'
import { truncate } from '../values/text/truncate.js'
import type { AuditEntry } from './audit/audit-record.js'
import type { ToolLookup } from './catalogue/find-tool.js'
import type { HostTool } from './catalogue/host-tool.js'
import { denialReason } from './consent/decisions/denial-reason.js'
import type { HostCallOptions } from './host.js'
import type { HostServices } from './host-services.js'
import { connectServer } from './servers/connect-server.js'
import type { HostedServer } from './servers/hosted-server.js'

export interface HostToolCall {
  readonly lookup: ToolLookup
  /** True: an app of the server calls, not a model. */
  readonly isFromApp: boolean
  /** The caller's own copy: nothing else refers to it. */
  readonly args: Readonly<Record<string, unknown>>
  readonly options: HostCallOptions
}

/**
 * Calls a tool after it was approved and written to the audit log: exactly the approved arguments and definition, on a
 * connection that still has that definition. Rejects with OmniportError `denied`, with `closed` if the server ends meanwhile,
 * and otherwise as a client's `callTool` does.
 *
 * spec: server/tools#user-interaction-model, specification#tool-safety
 */
export async function callTool(
  call: HostToolCall,
  server: HostedServer,
  services: HostServices,
): Promise<ToolResult<unknown>> {
  const { lookup } = call
  const abort = new LinkedAbortController(call.options.signal, server.supervisor.ending)
  const options = { ...call.options, signal: abort.signal }
  try {
    await server.ensureCurrentTools(options)
    const allowed = { ...call, server, tool: await findTool(lookup, services), options }
    assertCurrent(allowed)
    await assertCheckable(allowed)
    await approveCall(allowed, services)
    return await runCall(allowed, services)
  } finally {
    abort.unlink()
  }
}

/** Writes to the audit log that a pin denies the call. Rejects as `find` throws. */
async function findTool(lookup: ToolLookup, { audit }: HostServices): Promise<HostTool> {
  const blocked = lookup.blocked()
  try {
    return lookup.find()
  } catch (reason) {
    if (blocked !== undefined) {
      const { server, tool } = blocked
      await audit.append({ type: 'decision', question: 'call', server, subject: tool, answer: 'deny', by: 'pin' })
    }
    throw reason
  }
}

/** A call with the tool that its name stood for when it began. */
interface ResolvedCall extends HostToolCall {
  readonly server: HostedServer
  readonly tool: HostTool
  readonly options: HostCallOptions & { readonly signal: AbortSignal }
}

/** Nobody is asked about a call that would reject in any case. Rejects with OmniportError `unsupported`. */
async function assertCheckable({ server, tool, options }: ResolvedCall): Promise<void> {
  const { client } = server.supervisor
  if (client instanceof ConnectedClient) await client.assertCheckable(tool.tool, requestOptionsOf(options))
}

/**
 * The person sees a frozen copy of the arguments, so that nobody can change them after they were shown. The request is
 * withdrawn when the tool changes, since no answer would allow the call then.
 */
async function approveCall(call: ResolvedCall, { consent, pins, catalogue }: HostServices): Promise<void> {
  const { server, tool, args, options, isFromApp } = call
  const shown = constantJson(cloneJson(args) as HostToolCall['args'])
  const request = {
    type: 'call',
    server: server.name,
    tool,
    args: shown,
    findings: pins.findings(tool),
    ...(isFromApp && { isFromApp }),
  } as const
  const abort = new LinkedAbortController(options.signal)
  const stopListening = catalogue.listen(() => {
    // A server that has ended has no list, and the call rejects with the reason of that.
    if (catalogue.count(server.name) !== undefined && !isCurrent(call)) abort.abort(toChangedError(tool))
  })
  try {
    const { answer, by } = await consent.decide(request, { launch: server.launch, signal: abort.signal })
    if (answer === 'deny') throw new OmniportError('denied', `${tool.name} was not called: ${denialReason(by)}`)
  } finally {
    stopListening()
    abort.unlink()
  }
}

/** Runs an approved call, with audit records before and after it. */
async function runCall(call: ResolvedCall, services: HostServices): Promise<ToolResult<unknown>> {
  const { server, tool, args, options, isFromApp } = call
  const { audit, runtime, report } = services
  assertCurrent(call)
  const identity = { call: randomId(runtime, callIdBytes), server: server.name, tool: tool.tool }
  const startedAt = runtime.now()
  const within = (writing: Promise<void>) =>
    waitFor(writing, { clock: runtime, timeoutMs: longestWriteMs }).catch(() => {})
  const end = (result: Pick<Result, 'outcome' | 'error'>) => {
    const entry = { type: 'result', ...identity, ...result, ms: runtime.now() - startedAt } as const
    const ended = audit.append(entry).catch((reason) => report(reason, server.name))
    // The tool has already run: the caller gets its result even if the record cannot be written.
    return within(ended)
  }
  const fail = (reason: unknown) => {
    const error = truncate(reason instanceof Error ? reason.message : String(reason), longestError)
    return end({ outcome: 'failed', error })
  }
  const { definition } = tool
  const written = audit.append({ type: 'call', ...identity, definition, args, ...(isFromApp && { isFromApp }) })
  await waitFor(written, { clock: runtime, signal: options.signal }).catch(async (reason) => {
    await within(written.then(() => fail(reason)))
    throw reason
  })
  try {
    const result = await sendCurrent(call, services).catch((reason) => {
      if (!(reason instanceof SessionForgotten)) throw reason
      return sendCurrent(call, services) // it did not run, and a server that was started anew may have other tools
    })
    await end({ outcome: result.isError === true ? 'tool-error' : 'ok' })
    return result
  } catch (reason) {
    if (RpcError.is(reason) && (isHeaderMismatch(reason) || reason.code === -32601)) server.refreshTools()
    await fail(reason)
    throw reason
  }
}

/** Sends a call to a server whose tools were listed on this connection, and only if its tool is the one that was approved. */
function sendCurrent(call: ResolvedCall, services: HostServices): Promise<ToolResult<unknown>> {
  const { server, options } = call
  return server.supervisor.use(async (client) => {
    await server.ensureCurrentTools(options)
    // Nothing may be awaited between this check and sending the call.
    options.signal.throwIfAborted()
    assertCurrent(call)
    const { connection, signal } = options
    if (connection === undefined) return send(server.supervisor.client ?? client, call)
    return runApart(call, { ...connection, signal }, services)
  }, options.signal)
}

/** The options that a client takes. */
function requestOptionsOf({ onTask: _, connection: __, ...plain }: ResolvedCall['options']): ToolCallOptions {
  return plain
}

function send(client: Client, { tool, args, options }: ResolvedCall): Promise<ToolResult<unknown>> {
  const { onTask } = options
  const plain = requestOptionsOf(options)
  if (onTask === undefined) return client.callTool(tool.tool, args, plain)
  return client.callTask(tool.tool, args, plain).then((task) => resultOf(task, options.signal, onTask))
}

/** Makes the call on a connection of its own, whose tools are listed as its revision wants it. */
async function runApart(
  call: ResolvedCall,
  options: Pick<ConnectOptions, 'revision' | 'intercept' | 'signal'>,
  services: HostServices,
): Promise<ToolResult<unknown>> {
  const { server } = call
  const client = await connectServer(server, services, { ...server.inputHandlers, ...options })
  try {
    await client.listTools({ signal: options.signal })
    assertCurrent(call)
    return await send(client, call)
  } finally {
    await client.close()
  }
}

/** Waits for a task. Once nobody waits any more, the task is cancelled. */
async function resultOf(
  task: CalledTask<unknown>,
  signal: AbortSignal,
  onTask: NonNullable<HostCallOptions['onTask']>,
): Promise<ToolResult<unknown>> {
  onTask(task)
  try {
    return await waitFor(task.result(), { signal })
  } catch (reason) {
    if (signal.aborted) void task.cancel().catch(() => {}) // the server may be gone, and the reason is what counts
    throw reason
  }
}

type Result = Extract<AuditEntry, { readonly type: 'result' }>

/** @throws OmniportError `denied` if the name now stands for another tool or another definition. */
function assertCurrent(call: ResolvedCall): void {
  if (!isCurrent(call)) throw toChangedError(call.tool)
}

function isCurrent({ server, tool, lookup }: ResolvedCall): boolean {
  const current = lookup.current()
  return current?.server === server.name && current.tool === tool.tool && current.definition === tool.definition
}

function toChangedError({ name }: HostTool): OmniportError {
  return new OmniportError('denied', `${name} was not called: it changed while the call waited for approval`)
}

const callIdBytes = 8

/** A call waits at most this long for its final audit record. */
const longestWriteMs = 1_000

const longestError = 500
