import type { CallOptions } from '../client/call-options.js'
import type { ToolResult } from '../client/tool-result.js'
import { clip } from '../jsonrpc/clip.js'
import { cloneJson } from '../jsonrpc/clone-json.js'
import { OmniportError } from '../jsonrpc/omniport-error.js'
import { randomId } from '../protocol/random-id.js'
import type { HostTool } from './catalogue/host-tool.js'
import type { HostHome } from './host-home.js'
import type { HostedServer } from './hosted-server.js'
import { whyDenied } from './why-denied.js'

/** A call of one tool. */
export interface ToolCall {
  readonly tool: HostTool
  readonly args: Readonly<Record<string, unknown>>
  readonly options: CallOptions
}

/**
 * Calls a tool once it is allowed and in the audit log: exactly the arguments and the definition that were allowed. Rejects
 * with OmniportError `denied`, and as a client does.
 *
 * spec: server/tools#user-interaction-model, specification#tool-safety
 */
export async function callTool(call: ToolCall, server: HostedServer, home: HostHome): Promise<ToolResult<unknown>> {
  const { tool, options } = call
  // Whoever changes them while a person thinks does not change what is called.
  const args = cloneJson(call.args) as ToolCall['args']
  const signal = options.signal ?? new AbortController().signal
  await server.life.ready(signal)
  const findings = home.pins.findings(tool)
  const question = { type: 'call', server: server.name, tool, args, findings } as const
  const { answer, by } = await home.consent.decide(question, { launch: server.launch, signal })
  if (answer === 'deny') throw new OmniportError('denied', `${tool.name} was not called: ${whyDenied(by)}`)
  if (home.catalogue.resolve(tool.name)?.definition !== tool.definition) {
    throw new OmniportError('denied', `${tool.name} was not called: it changed while that was decided`)
  }
  return runCall({ tool, args, options }, server, home)
}

/** A call that is allowed. */
async function runCall(
  { tool, args, options }: ToolCall,
  server: HostedServer,
  home: HostHome,
): Promise<ToolResult<unknown>> {
  const { audit, runtime, report } = home
  const about = { call: randomId(runtime, callIdBytes), server: server.name, tool: tool.tool }
  await audit.append({ type: 'call', ...about, definition: tool.definition, args })
  const startedAt = runtime.now()
  const end = (outcome: 'ok' | 'tool-error' | 'failed', error?: string) =>
    // What happened cannot be taken back: whoever called gets it, written down or not.
    audit
      .append({
        type: 'result',
        ...about,
        outcome,
        ...(error !== undefined && { error }),
        ms: runtime.now() - startedAt,
      })
      .catch((reason) => report(reason, server.name))
  try {
    const result = await server.life.use((client) => client.callTool(tool.tool, args, options), options.signal)
    await end(result.isError === true ? 'tool-error' : 'ok')
    return result
  } catch (reason) {
    await end('failed', clip(reason instanceof Error ? reason.message : String(reason), longestError))
    throw reason
  }
}

const callIdBytes = 8

/** Characters of an error that are written down. */
const longestError = 500
