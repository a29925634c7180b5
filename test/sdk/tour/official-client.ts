import { Client } from 'mcp-sdk-current/client/index.js'
import type { Transport } from 'mcp-sdk-current/shared/transport.js'
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  type JSONRPCMessage,
  ListRootsRequestSchema,
  McpError,
  ResultSchema,
} from 'mcp-sdk-current/types.js'
import type { JsonObject } from '../../interop/json.js'
import { answerElicitation, sampled, tourRoots } from './answers.js'
import { requestMs, type TourAnswer, type TourClient, type TourRequestOptions } from './tour-client.js'

/** Connects the client of the official SDK. It declares and answers all that it can. */
export async function openOfficial(inner: Transport): Promise<TourClient> {
  const transport = new RecordedTransport(inner)
  const errors: string[] = []
  const client = new Client(
    { name: 'tour', version: '1.0.0' },
    { capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: { listChanged: true } } },
  )
  client.onerror = (error) => errors.push(error.message)
  client.fallbackNotificationHandler = async () => {}
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => answerElicitation(params) as never)
  client.setRequestHandler(CreateMessageRequestSchema, () => sampled)
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [...tourRoots] }))
  await client.connect(transport, { timeout: 3 * requestMs })
  return {
    greeting: transport.greeting,
    pushed: transport.pushed,
    errors,
    request: (method, params, options) => request(client, { method, params }, options),
    notify: async (method, params) => client.notification({ method, params } as never),
    close: () => client.close(),
  }
}

async function request(
  client: Client,
  { method, params }: { readonly method: string; readonly params: JsonObject | undefined },
  { signal }: TourRequestOptions = {},
): Promise<TourAnswer> {
  const options = { timeout: requestMs, onprogress: () => {}, ...(signal && { signal }) }
  try {
    return { result: await client.request({ method, params } as never, ResultSchema, options) }
  } catch (reason) {
    if (!(reason instanceof McpError)) return { error: { message: String(reason) } }
    const { code, message, data } = reason
    return { error: { code, message, ...(data !== undefined && { data }) } }
  }
}

/** Passes everything on, and keeps what the server says on its own. */
class RecordedTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  greeting: JsonObject = {}
  readonly pushed: JsonObject[] = []
  readonly #inner: Transport

  constructor(inner: Transport) {
    this.#inner = inner
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.()
    this.#inner.onerror = (error) => this.onerror?.(error)
    this.#inner.onmessage = (message: JSONRPCMessage, extra) => {
      if ('method' in message) this.pushed.push(message)
      else if ('result' in message && 'protocolVersion' in message.result) this.greeting = message.result
      this.onmessage?.(message, extra)
    }
    await this.#inner.start()
  }

  send: Transport['send'] = (message, options) => this.#inner.send(message, options)
  close = (): Promise<void> => this.#inner.close()
  setProtocolVersion = (version: string): void => this.#inner.setProtocolVersion?.(version)
}
