import { RpcError } from '../../entries/index.js'
import { OmniportError } from '../../entries/jsonrpc.js'
import { UsageError } from '../actions/usage-error.js'
import type { Failure, Json, Server } from '../contract.js'

/** Describes an error for the person. */
export function toFailure(reason: unknown): Failure {
  const message = reason instanceof Error ? reason.message : String(reason)
  if (reason instanceof UsageError) return { code: 'usage', message }
  if (RpcError.is(reason)) {
    const data = reason.data === undefined ? {} : { data: toJson(reason.data) }
    return { code: 'rpc', message, rpc: { code: reason.code, ...data }, ...adviceFor(String(reason.code)) }
  }
  if (OmniportError.is(reason)) return { code: reason.code, message, ...adviceFor(reason.code) }
  if (reason instanceof Error && reason.name === 'AbortError') return { code: 'cancelled', message }
  if (reason instanceof TypeError) return { code: 'usage', message }
  return { code: 'internal', message }
}

function toJson(value: unknown): Json {
  const text = JSON.stringify(value) ?? 'null'
  return text.length > maxData ? text.slice(0, maxData) : (JSON.parse(text) as Json)
}

/** What helps against an error. `transport`: that of the server, where it is known. */
export function adviceFor(
  code: string | undefined,
  transport?: Server['transport'],
): { readonly advice?: readonly string[] } {
  if (code === undefined) return {}
  const own = code === 'unreachable' && transport !== undefined ? unreachable[transport] : undefined
  const advice = own ?? advices.get(code)
  return advice === undefined ? {} : { advice }
}

const unreachable: Readonly<Partial<Record<Server['transport'], readonly string[]>>> = {
  stdio: [
    'Check that the command is installed, and run it by itself: it may lack a variable, an argument or a file.',
    'The last lines below are what it wrote to stderr.',
  ],
  http: ['Check that the address is right, and that the server runs and listens there.'],
}

const advices: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'unreachable',
    [
      'Check that the command is installed, or that the address is right and the server runs.',
      'The lines that a program wrote to stderr often say more.',
    ],
  ],
  ['unauthorized', ['Sign in at the server, or give it a token in its headers.']],
  ['timeout', ['See in the timeline what was sent last.', 'A longer time limit is among the settings.']],
  [
    'unsupported',
    [
      'The server has no revision, feature or schema that the request needs; the message says which.',
      'Try another revision.',
    ],
  ],
  ['invalid_result', ['The server sent what the protocol does not allow. The message in the timeline shows it.']],
  ['denied', ['It was not allowed. Saved decisions are listed under Permissions.']],
  ['closed', ['The connection ended. Start the server again; its last lines on stderr may say why.']],
  ['limit', ['A bound of this program was reached; the message names it.']],
  ['invalid_config', ['Correct the entry in the config file that is named; it is read again at once.']],
  ['-32601', ['The server does not have this method.']],
  ['-32602', ['The server refuses the arguments; compare them with the schema.']],
  ['-32603', ['The server failed inside. Look at its lines on stderr.']],
])

const maxData = 65_536
