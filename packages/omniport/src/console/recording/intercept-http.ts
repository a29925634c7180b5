import type { HttpSend, HttpSendResponse, InterceptedRequest } from '../../entries/client.js'
import type { ExchangeRecorder, Recorder } from '../../entries/protocol.js'
import { FaultQueue } from './fault-queue.js'
import type { FaultSwitches } from './fault-switches.js'

export interface HttpInterceptionOptions {
  readonly recorder: Recorder
  readonly faults: FaultSwitches
}

/** Sends a request, records both sides, and applies the faults to what passes. */
export async function interceptHttp(
  request: InterceptedRequest,
  next: HttpSend,
  { recorder, faults }: HttpInterceptionOptions,
): Promise<HttpSendResponse> {
  const { pathname, search } = new URL(request.url)
  const recording = recorder.exchange({
    method: request.method,
    path: pathname + search,
    headers: Object.entries(request.headers),
  })
  if (request.body !== undefined) recording.requestBody(Buffer.from(request.body))
  recording.endRequest()
  const queue = new FaultQueue(faults, true)
  try {
    await waitUnlessAborted(queue.wait(faults.current.delayMs), request)
    const response = refusalOf(request, faults) ?? (await next(request))
    recording.response({ status: response.status, headers: response.headers() })
    return { ...response, body: passBody(response, request, { recording, faults, queue }) }
  } catch (reason) {
    recording.abort(request.signal.aborted ? 'client' : 'server', messageOf(reason))
    throw reason
  }
}

interface BodyContext {
  readonly recording: ExchangeRecorder
  readonly faults: FaultSwitches
  readonly queue: FaultQueue
}

async function* passBody(
  response: HttpSendResponse,
  request: InterceptedRequest,
  { recording, faults, queue }: BodyContext,
): AsyncGenerator<Uint8Array> {
  const isStream = response.header('content-type')?.startsWith('text/event-stream') === true
  let isComplete = false
  let failure: unknown
  try {
    for await (const bytes of isStream ? wholeEvents(response.body) : response.body) {
      recording.responseBody(bytes)
      await waitUnlessAborted(queue.wait(faults.current.delayMs), request)
      yield bytes
      if (isStream && faults.current.duplicate) yield bytes
      if (isStream && faults.countMessage()) throw new Error(cutMessage)
    }
    if (!isStream && response.status === 200 && faults.countMessage()) throw new Error(cutMessage)
    isComplete = true
  } catch (reason) {
    failure = reason
    throw reason
  } finally {
    if (isComplete) recording.endResponse()
    else recording.abort(failure === undefined || request.signal.aborted ? 'client' : 'server', messageOf(failure))
  }
}

/** Joins chunks so that each ends with an event, except the last, and those of an event that is long. */
async function* wholeEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  /** The end of what is held, with which the next chunk may make a blank line. */
  let tail: Uint8Array = Buffer.alloc(0)
  const hold = (bytes: Uint8Array) => {
    held.push(bytes)
    heldBytes += bytes.length
  }
  const take = () => {
    const taken = Buffer.concat(held)
    held = []
    heldBytes = 0
    return taken
  }
  for await (const chunk of body) {
    const searched = Buffer.concat([tail, chunk])
    const end = Math.max(...blankLines.map((blank) => endOfLast(searched, blank))) - tail.length
    if (end > 0) {
      hold(chunk.subarray(0, end))
      yield take()
      hold(chunk.subarray(end))
      tail = chunk.subarray(end).subarray(-tailBytes)
    } else {
      hold(chunk)
      tail = searched.subarray(-tailBytes)
      if (heldBytes <= maxHeldBytes) continue
      yield take()
      tail = Buffer.alloc(0)
    }
  }
  if (heldBytes > 0) yield take()
}

/** Behind the last blank line; 0 if there is none. */
function endOfLast(bytes: Buffer, blank: string): number {
  const at = bytes.lastIndexOf(blank)
  return at < 0 ? 0 : at + blank.length
}

/** The answer of a fault, in the place of the server's. */
function refusalOf({ headers }: InterceptedRequest, faults: FaultSwitches): HttpSendResponse | undefined {
  if (faults.current.unauthorized) return refuse(401, [['www-authenticate', 'Bearer error="invalid_token"']])
  if (headers['mcp-session-id'] !== undefined && faults.takeExpiredSession()) return refuse(404, [])
  return undefined
}

function refuse(status: number, headers: readonly (readonly [string, string])[]): HttpSendResponse {
  const all = [...headers, ['content-type', 'text/plain'] as const]
  const body = Buffer.from('A fault switch of the console answered in the place of the server')
  return {
    status,
    header: (name) => all.find(([given]) => given === name.toLowerCase())?.[1],
    headers: () => all,
    body: (async function* () {
      yield body
    })(),
  }
}

function waitUnlessAborted(waiting: Promise<void>, { signal }: InterceptedRequest): Promise<void> {
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    void waiting.then(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
  })
}

function messageOf(reason: unknown): string | undefined {
  return reason === undefined ? undefined : reason instanceof Error ? reason.message : String(reason)
}

const cutMessage = 'A fault switch of the console cut the connection'
const maxHeldBytes = 1_048_576
const blankLines = ['\n\n', '\r\n\r\n'] as const

/** So many bytes of a blank line may stand before the chunk that ends it. */
const tailBytes = Math.max(...blankLines.map(({ length }) => length)) - 1
