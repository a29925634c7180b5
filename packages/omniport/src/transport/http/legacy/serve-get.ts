import { RpcError } from '../../../jsonrpc/rpc-error.js'
import type { EventStream } from '../event-stream.js'
import { HttpError } from '../http-error.js'
import type { Post } from '../post.js'
import type { HttpSession } from './http-session.js'
import { isGap, parseEventId, pump, type SessionStream, type StreamEvent } from './session-stream.js'

/**
 * Opens the standalone stream of a session, or resumes any of its streams after `Last-Event-ID`. Of two readers of the
 * standalone stream the newer wins.
 *
 * spec: 2025-11-25 basic/transports#listening-for-messages-from-the-server, #resumability-and-redelivery
 *
 * @throws HttpError 406, 429 or 503, and 400 for an event that is not of this session or no longer kept
 */
export async function serveGet(get: Post, session: HttpSession): Promise<void> {
  if (!get.forms.sse) throw new HttpError(406, RpcError.invalidRequest('Accept must list text/event-stream'))
  const place = placeOf(get)
  const release = get.traffic.openStream(get.principal)
  const gone = new AbortController()
  get.request.onClose(() => gone.abort())
  const listening = session.listen(() => gone.abort(), place?.key)
  const stream = listening?.stream ?? session.stream(place?.key ?? '')
  try {
    const events = await begin(stream.read(place?.position ?? '', gone.signal), get)
    await pump(
      events,
      openStream(get, { stream, gone, isNew: place === undefined && session.revision === '2025-11-25' }),
    )
  } finally {
    gone.abort()
    listening?.stopped()
    release()
  }
}

function placeOf({ request }: Post): ReturnType<typeof parseEventId> {
  const last = request.header('last-event-id')
  if (last === undefined || last === '') return undefined
  const place = parseEventId(last)
  if (place === undefined)
    throw new HttpError(400, RpcError.invalidRequest('Last-Event-ID names no stream of this session'))
  return place
}

/**
 * The events, once it is known that there is no gap before them: a failed read says so within a turn of the event loop.
 *
 * @throws HttpError 400 when events are gone.
 */
async function begin(events: AsyncGenerator<StreamEvent>, { settings }: Post): Promise<AsyncIterable<StreamEvent>> {
  const first = events.next()
  const turn = new Promise<void>((resolve) => settings.runtime.defer(resolve))
  try {
    await Promise.race([first, turn])
  } catch (reason) {
    if (!isGap(reason)) throw reason
    throw new HttpError(400, RpcError.invalidRequest('Events after Last-Event-ID are no longer kept'))
  }
  return startingWith(first, events)
}

async function* startingWith(
  first: Promise<IteratorResult<StreamEvent>>,
  rest: AsyncGenerator<StreamEvent>,
): AsyncGenerator<StreamEvent> {
  const { done, value } = await first
  if (done === true) return
  yield value
  yield* rest
}

/** What opening the reply takes; a new stream of a revision that has it begins with an empty event. */
interface Opened {
  readonly stream: SessionStream
  readonly gone: AbortController
  readonly isNew: boolean
}

function openStream(get: Post, { stream, gone, isNew }: Opened): EventStream {
  const events = get.openEventStream(() => gone.abort())
  gone.signal.addEventListener('abort', () => events.end(), { once: true })
  if (isNew) events.write({ id: stream.firstId, data: '' })
  return events
}
